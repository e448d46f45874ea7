import { isMap, isScalar, isSeq, type Document, type Pair, type ParsedNode, type YAMLMap } from 'yaml';
import { composeDocuments } from './compose-documents.ts';
import { DOCUMENT_LIMITS, type LocateBudget } from './limits.ts';
import type { Path } from './path.ts';

/** A document in the text of its file. */
export interface DocumentSource {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly budget?: LocateBudget | undefined;
}

interface Tree {
  readonly source: DocumentSource;
  readonly document: Document.Parsed | undefined;
  /** The pairs of each map by key, made when a map is first looked into. */
  readonly keys: WeakMap<object, ReadonlyMap<string, Pair<ParsedNode, Node>>>;
}

type Node = ParsedNode | null;

/**
 * The two trees that were asked for last, and no others: 1,000 documents with problems must not keep 1,000 trees, and a
 * problem that names two places asks for the same two again and again.
 */
let trees: readonly Tree[] = [];

/** The offset in the file's text at which a path's key or value is written, or that of the nearest written ancestor. */
export function locateInSource(source: DocumentSource, path: Path, target: 'key' | 'value'): number {
  const tree = treeOf(source);
  const root = tree.document?.contents ?? null;
  return source.start + offsetOf(root, path, { target, tree });
}

function treeOf(source: DocumentSource): Tree {
  const kept = trees.find((tree) => tree.source === source);
  const tree = kept ?? { source, document: parseAgain(source), keys: new WeakMap() };
  trees = [tree, ...trees.filter((other) => other !== tree)].slice(0, 2);
  return tree;
}

function parseAgain({ text, start, end, budget }: DocumentSource): Document.Parsed | undefined {
  if (budget !== undefined) {
    if (budget.left < end - start) return undefined;
    budget.left -= end - start;
  }
  const limits = { ...DOCUMENT_LIMITS, documentLength: Infinity, documentTokens: Infinity };
  for (const document of composeDocuments(text.slice(start, end), limits, () => undefined)) return document;
  return undefined;
}

interface Search {
  readonly target: 'key' | 'value';
  readonly tree: Tree;
}

function offsetOf(root: Node, path: Path, { target, tree }: Search): number {
  let place = { key: startOf(root), value: root };
  for (const segment of path) {
    const next = childOf(place.value, segment, tree);
    if (next === undefined) return place.key;
    place = { key: next.key ?? startOf(next.value), value: next.value };
  }
  const written = isScalar(place.value) && place.value.source === '' ? undefined : place.value;
  return target === 'key' || written === undefined || written === null ? place.key : startOf(written);
}

function startOf(node: Node): number {
  return node?.range[0] ?? 0;
}

/** The child under a segment; a list item has no key. */
function childOf(
  node: Node,
  segment: string | number,
  tree: Tree,
): { key?: number; value: Node } | undefined {
  if (isSeq(node) && typeof segment === 'number') {
    const item = node.items[segment] as Node | undefined;
    return item === undefined ? undefined : { value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = pairsOf(node, tree).get(String(segment));
  return pair && { key: startOf(pair.key), value: pair.value };
}

function pairsOf(map: YAMLMap.Parsed, { keys }: Tree): ReadonlyMap<string, Pair<ParsedNode, Node>> {
  const known = keys.get(map);
  if (known !== undefined) return known;
  const pairs = new Map<string, Pair<ParsedNode, Node>>();
  for (const pair of map.items) if (isScalar(pair.key)) pairs.set(String(pair.key.value), pair);
  keys.set(map, pairs);
  return pairs;
}
