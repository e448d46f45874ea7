import type { CodeTable } from './code-table.ts';

/** What is refused inside a YAML or JSON text: whatever YAML 1.1, YAML 1.2 and JSON could read differently. */
export const YAML_CODES = {
  YAML_SYNTAX: {
    meaning: 'The text is not valid YAML',
    remedy: 'correct the text at this place; a missing quote, bracket or colon further up is the usual cause',
  },
  YAML_INDENTATION: {
    meaning: 'Lines that belong together start in different columns, or a bracket is not closed',
    remedy: 'start the fields of one map in one column, and close every bracket',
  },
  YAML_TAB: {
    meaning: 'A tab is used as indentation, on an empty line too, or after the dash of a list item',
    remedy: 'indent with spaces; only a text in brackets, as JSON is, may be indented with tabs',
  },
  YAML_ESCAPE: {
    meaning: 'A double-quoted text has an escape sequence that YAML does not know',
    remedy: 'write a backslash as \\\\, or use single quotes',
  },
  YAML_ANCHOR: {
    meaning: 'An anchor (&name) is used',
    remedy: 'write the value out where it is needed; a text that starts with & needs quotes',
  },
  YAML_ALIAS: {
    meaning: 'An alias (*name) is used',
    remedy: 'write the value out where it is needed; a text that starts with * needs quotes',
  },
  YAML_MERGE_KEY: {
    meaning: 'A merge key (<<) is used, which YAML 1.2 reads as a field of that name',
    remedy: 'write the merged fields out',
  },
  YAML_TAG: {
    meaning: 'A tag (!name) is used',
    remedy: 'remove the tag; a text needs quotes, not !!str',
  },
  YAML_DIRECTIVE: {
    meaning: 'A directive (%YAML or %TAG) is used, which changes what the rest of the file means',
    remedy: 'remove the line',
  },
  YAML_DUPLICATE_KEY: {
    meaning: 'A map has the same key twice',
    remedy: 'keep one of the two',
  },
  YAML_RESERVED_KEY: {
    meaning:
      'A key is one of `__proto__`, `constructor` and `prototype`, which programs confuse with their own',
    remedy: 'choose another name, or exclude the file',
  },
  YAML_KEY_NOT_STRING: {
    meaning: 'A key is not a text: it reads as a number, as true or false, as empty, as a map or as a list',
    remedy: 'put the key in quotes',
  },
  YAML_AMBIGUOUS_WORD: {
    meaning: 'A plain word is true or false in YAML 1.1 and a text in YAML 1.2 (yes, no, on, off, y, n, =)',
    remedy: 'write true or false, or put the text in quotes',
  },
  YAML_AMBIGUOUS_NUMBER: {
    meaning:
      'A plain value is a number for some readers and another number or a text for others (0777, 0x1f, 1_000, 1e3, .5)',
    remedy: 'put a text in quotes; write a number with decimal digits only, such as 1000 or 0.5',
  },
  YAML_AMBIGUOUS_TIME: {
    meaning:
      'A plain value is a date, or a number to the base of 60, in YAML 1.1 and a text in YAML 1.2 (2026-01-01, 12:30:45)',
    remedy: 'put it in quotes',
  },
  YAML_AMBIGUOUS_FLOW: {
    meaning:
      'A plain text in brackets has a question mark, or a colon at its start or end ([a?], [:a], [a:], {a:})',
    remedy: 'put it in quotes, and a space after a colon that ends a key',
  },
  YAML_NOT_FINITE: {
    meaning: 'A number is infinite or not a number (.inf, .nan), which JSON cannot say',
    remedy: 'write a number, or put a text in quotes',
  },
  YAML_NUMBER_INEXACT: {
    meaning:
      'A number has more digits than every reader keeps: a whole number beyond 2^53 - 1, or a fraction of more than about 17 digits',
    remedy: 'put it in quotes if a text is wanted, else write fewer digits',
  },
  YAML_TEXT_CHARACTER: {
    meaning: 'A text holds NUL or half of a surrogate pair, which is no character',
    remedy: 'remove the escape sequence; characters beyond U+FFFF may be written as they are',
  },
  YAML_FINAL_NEWLINE: {
    meaning:
      'The file ends inside a block text (| or >) without a line end, which some readers add and others do not',
    remedy: 'end the file with a line end, or write |- where none is wanted',
  },
  YAML_BLOCK_SPACES: {
    meaning: 'A block text with an indentation number (|2) ends in lines of spaces, which some readers drop',
    remedy: 'remove the spaces at the end, or put the text in double quotes',
  },
  YAML_TOO_DEEP: {
    meaning: 'Maps and lists are nested too deeply',
    remedy: 'exclude the file if it is no manifest',
  },
  YAML_DOCUMENT_TOO_LARGE: {
    meaning: 'A document is larger than any object that Kubernetes stores, or has too many values',
    remedy: 'split the document, or exclude the file if it is no manifest',
  },
  YAML_TOO_MANY_DOCUMENTS: {
    meaning: 'A file has too many documents',
    remedy: 'split the folder into several applications',
  },
  YAML_MORE_PROBLEMS: {
    meaning: 'The file has more problems than are shown',
    remedy: 'solve those that are shown first',
  },
  LIST_ITEM_NOT_OBJECT: {
    meaning: 'An item of a List is not a map',
    remedy: 'write one object an item',
  },
  LIST_TOO_DEEP: {
    meaning: 'Lists are nested in Lists too deeply',
    remedy: 'write the objects as documents of their own',
  },
} as const satisfies CodeTable;
