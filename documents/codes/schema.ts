import type { CodeTable } from './code-table.ts';

/** What is refused by a schema: one code for each kind of rule. */
export const SCHEMA_CODES = {
  SCHEMA_REQUIRED: {
    meaning: 'A field that must be set is missing',
    remedy: 'set the field',
  },
  SCHEMA_UNKNOWN_FIELD: {
    meaning: 'A field has a name that the schema does not know',
    remedy: 'correct the name, or remove the field',
  },
  SCHEMA_REFUSED_FIELD: {
    meaning: 'A field is known, but is not to be set in git',
    remedy: 'remove the field',
  },
  SCHEMA_TYPE: {
    meaning: 'A value has another type than the field: a text for a number, a map for a list',
    remedy: 'write a value of that type; quotes make a text',
  },
  SCHEMA_VALUE: {
    meaning: 'A value is not one of those that the field allows',
    remedy: 'use one of the values that the message lists',
  },
  SCHEMA_RANGE: {
    meaning: 'A number is below or above the bounds of its field',
    remedy: 'use a number inside the bounds',
  },
  SCHEMA_LENGTH: {
    meaning: 'A text is too short or too long',
    remedy: 'use a text of the length that the message says',
  },
  SCHEMA_PATTERN: {
    meaning: 'A text does not have the form that its field needs; it is not shown, since it may be a secret',
    remedy: 'write it in the form that the message says',
  },
  SCHEMA_SIZE: {
    meaning: 'A list has too few or too many items, or a map too few or too many fields',
    remedy: 'add or remove some',
  },
  SCHEMA_DUPLICATE_ITEM: {
    meaning: 'A list has the same item twice',
    remedy: 'remove one of the two',
  },
  SCHEMA_TOGETHER: {
    meaning: 'A field is set without another one that it needs',
    remedy: 'set both, or none',
  },
  SCHEMA_FORM: {
    meaning:
      'A value has none of the forms that are allowed, more than one of them, or one that is ruled out',
    remedy: 'keep to one of the allowed forms',
  },
  SCHEMA_RULE: {
    meaning: 'A value breaks a rule of the schema that has no sentence of its own',
    remedy: 'compare the value with the reference of its field',
  },
  SCHEMA_MORE_PROBLEMS: {
    meaning: 'The document has more problems than are shown',
    remedy: 'solve those that are shown first',
  },
} as const satisfies CodeTable;
