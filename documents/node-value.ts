import { isAlias, isMap, isScalar, isSeq, type Alias, type ParsedNode } from 'yaml';
import { isAmbiguousInFlow } from './flow-text.ts';
import type { JsonValue } from './json.ts';
import type { FoundProblem } from './problem-list.ts';
import { keyName, scalarValue } from './scalar-value.ts';
import type { Walk } from './walk.ts';

export type Node = ParsedNode | null;

/** Programs confuse these with what every object has (`facts/bug-reports.md` A17). */
const RESERVED_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The JSON value of a tree. What could be read in two ways is reported, and stands as null in the value, which is then
 * not to be used. Recursion is bounded by the limit on nesting.
 */
export function nodeValue(node: Node, walk: Walk): JsonValue {
  if (node === null) return null;
  if (isAlias(node)) {
    report(walk, node, { code: 'YAML_ALIAS', message: 'Cannot read the value: it is an alias' });
    return null;
  }
  checkProperties(node, walk);
  if (isMap(node)) return mapValue(node.items, { ...walk, inFlow: node.flow === true });
  if (isSeq(node)) return listValue(node.items, { ...walk, inFlow: node.flow === true });
  if (walk.inFlow) checkFlow(node, false, walk);
  return isScalar(node) ? scalarValue(node, walk) : null;
}

interface Entry {
  readonly key: Node;
  readonly value: Node;
}

function listValue(items: readonly Node[], walk: Walk): JsonValue {
  const result: JsonValue[] = [];
  for (const item of items) {
    walk.path.push(result.length);
    result.push(nodeValue(item, walk));
    walk.path.pop();
  }
  return result;
}

function mapValue(entries: readonly Entry[], walk: Walk): JsonValue {
  const result: Record<string, JsonValue> = {};
  for (const { key, value } of entries) {
    const name = readKey(key, walk);
    if (walk.inFlow) checkFlow(key, true, walk);
    walk.path.push(name ?? '?');
    const usable = name !== undefined && isUsableKey(name, result, (problem) => report(walk, key, problem));
    const read = name === '<<' ? null : nodeValue(value, walk);
    if (usable) result[name] = read;
    walk.path.pop();
  }
  return result;
}

function readKey(key: Node, walk: Walk): string | undefined {
  if (isScalar(key)) {
    checkProperties(key, walk);
    return keyName(key, walk);
  }
  if (isAlias(key)) report(walk, key, { code: 'YAML_ALIAS', message: 'Cannot read the key: it is an alias' });
  else
    report(walk, key, { code: 'YAML_KEY_NOT_STRING', message: 'Cannot read the key: it is a map or a list' });
  return undefined;
}

function isUsableKey(
  name: string,
  map: Readonly<Record<string, JsonValue>>,
  refuse: (problem: Pick<FoundProblem, 'code' | 'message'>) => void,
): boolean {
  if (name === '<<') refuse({ code: 'YAML_MERGE_KEY', message: 'Cannot read a merge key' });
  else if (RESERVED_KEYS.has(name)) {
    refuse({ code: 'YAML_RESERVED_KEY', message: `Cannot use the key ${name}: it is reserved` });
  } else if (Object.hasOwn(map, name)) {
    refuse({ code: 'YAML_DUPLICATE_KEY', message: 'Cannot read the map: it has this key twice' });
  } else return true;
  return false;
}

function checkFlow(node: Node, isKey: boolean, walk: Walk): void {
  if (!isAmbiguousInFlow(node, isKey, walk.text)) return;
  const message = 'Cannot read a plain text in brackets that readers split differently at ":" or "?"';
  report(walk, node, { code: 'YAML_AMBIGUOUS_FLOW', message });
}

function checkProperties(node: Exclude<ParsedNode, Alias.Parsed>, walk: Walk): void {
  if (node.anchor !== undefined) {
    report(walk, node, { code: 'YAML_ANCHOR', message: 'Cannot read the value: it has an anchor' });
  }
  if (node.tag !== undefined)
    report(walk, node, { code: 'YAML_TAG', message: 'Cannot read the value: it has a tag' });
}

function report(walk: Walk, node: Node, problem: Pick<FoundProblem, 'code' | 'message'>): void {
  walk.report({ ...problem, offset: node?.range[0] ?? 0, path: [...walk.path] });
}
