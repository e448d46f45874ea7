import type { JsonObject } from '../../documents/json.ts';

type Requirement = (labels: JsonObject) => boolean;

const parsed = new Map<string, readonly Requirement[]>();

/** Equality, inequality, `in`, `notin`, existence and absence, joined by commas. */
export function matchesSelector(labels: JsonObject, selector: string): boolean {
  let requirements = parsed.get(selector);
  if (requirements === undefined) {
    requirements = splitTerms(selector).map(requirementOf);
    parsed.set(selector, requirements);
  }
  return requirements.every((requirement) => requirement(labels));
}

/** True where every label of a `matchLabels` map is there. */
export function matchesLabels(labels: JsonObject, matchLabels: JsonObject): boolean {
  return Object.keys(matchLabels).every((key) => labels[key] === matchLabels[key]);
}

function splitTerms(selector: string): readonly string[] {
  return selector
    .split(/,(?![^(]*\))/)
    .map((term) => term.trim())
    .filter((term) => term !== '');
}

function requirementOf(term: string): Requirement {
  const set = /^(\S+)\s+(in|notin)\s+\(([^)]*)\)$/.exec(term);
  if (set !== null) {
    const [, key = '', operator, list = ''] = set;
    const values = list.split(',').map((value) => value.trim());
    return (labels) => values.includes(labelText(labels, key)) === (operator === 'in');
  }
  const pair = /^([^!=]+?)\s*(!=|==?)\s*(.*)$/.exec(term);
  if (pair !== null) {
    const [, key = '', operator, value = ''] = pair;
    return (labels) => (labels[key] === value) === (operator !== '!=');
  }
  return term.startsWith('!') ? (labels) => !(term.slice(1) in labels) : (labels) => term in labels;
}

/** A label that is absent equals no value of a set. */
function labelText(labels: JsonObject, key: string): string {
  const value = labels[key];
  return typeof value === 'string' ? value : '\u0000';
}
