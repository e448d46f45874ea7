/** One error of a validator that Ajv 8 compiled with `allErrors: true`, `verbose: false`. */
export interface AjvErrorLike {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Set on errors about a key, under `propertyNames`. */
  readonly propertyName?: string;
}

/** Decided at the same place by the keyword on the left, the keywords on the right only follow from it. */
const HIDES: Readonly<Record<string, (keyword: string) => boolean>> = {
  type: () => true,
  enum: (keyword) => keyword === 'pattern' || keyword.endsWith('Length'),
  const: (keyword) => keyword !== 'type',
  minLength: (keyword) => keyword === 'pattern',
};

/** Keywords whose inner errors say only why each way of obeying them failed. */
const FORMS: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'not', 'contains']);
const NEVER = 'false schema';

/**
 * One error a cause. Of `anyOf` and the like the rule itself is kept; of `if` and `propertyNames` what failed inside,
 * which says more. Branches that are `$ref`s are not recognised; our schemas have none.
 */
export function essentialErrors(errors: readonly AjvErrorLike[]): readonly AjvErrorLike[] {
  const forms = errors.filter(({ keyword }) => FORMS.has(keyword));
  const conditions = errors.filter(({ keyword }) => keyword === 'if');
  const kept = errors.filter(
    (error) =>
      !forms.some(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`)) &&
      !conditions.some((condition) => error.schemaPath === `${branchOf(condition)}/${NEVER}`) &&
      !isExplained(error, errors),
  );
  return kept.filter((error) => !kept.some((other) => hides(other, error)));
}

/** The schema path of the `then` or `else` that failed. */
function branchOf({ schemaPath, params }: AjvErrorLike): string {
  return schemaPath.replace(/if$/, String(params['failingKeyword']));
}

function isExplained(error: AjvErrorLike, errors: readonly AjvErrorLike[]): boolean {
  if (error.keyword === 'if') {
    const branch = branchOf(error);
    return errors.some((other) => other.schemaPath.startsWith(`${branch}/`) && other.keyword !== NEVER);
  }
  if (error.keyword !== 'propertyNames') return false;
  return errors.some(
    (other) =>
      other.propertyName === error.params['propertyName'] &&
      other.schemaPath.startsWith(`${error.schemaPath}/`),
  );
}

function hides(other: AjvErrorLike, error: AjvErrorLike): boolean {
  if (other === error || other.keyword === error.keyword) return false;
  if (other.instancePath !== error.instancePath || other.propertyName !== error.propertyName) return false;
  return HIDES[other.keyword]?.(error.keyword) === true;
}
