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

/**
 * One error a cause. The branches of `anyOf`, `oneOf` and `not` say only why each form was not met: the rule itself is
 * kept. Of `if` and `propertyNames` it is the other way round: what failed inside says more. Branches that are `$ref`s
 * are not recognised; our schemas have none.
 */
export function essentialErrors(errors: readonly AjvErrorLike[]): readonly AjvErrorLike[] {
  const forms = errors.filter(
    ({ keyword }) => keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'not',
  );
  const kept = errors.filter((error) => !isInside(error, forms) && !isExplained(error, errors));
  return kept.filter((error) => !kept.some((other) => hides(other, error)));
}

function isInside(error: AjvErrorLike, forms: readonly AjvErrorLike[]): boolean {
  return forms.some(({ schemaPath }) => error.schemaPath.startsWith(`${schemaPath}/`));
}

function isExplained(error: AjvErrorLike, errors: readonly AjvErrorLike[]): boolean {
  if (error.keyword === 'if') {
    const branch = error.schemaPath.replace(/if$/, String(error.params['failingKeyword']));
    return errors.some(({ schemaPath }) => schemaPath.startsWith(`${branch}/`));
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
