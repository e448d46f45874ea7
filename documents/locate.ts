import { isMap, isScalar, isSeq, type Document, type ParsedNode } from 'yaml';
import { composeDocuments } from './compose-documents.ts';
import { DOCUMENT_LIMITS } from './limits.ts';
import type { Path } from './path.ts';

/** A document in the text of its file. */
export interface DocumentSource {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

interface Tree {
  readonly source: DocumentSource;
  readonly document: Document.Parsed | undefined;
}

type Node = ParsedNode | null;

/** The tree that was asked for last, and no other: 1,000 documents with problems must not keep 1,000 trees. */
let latest: Tree | undefined;

/** The offset in the file's text at which a path's key or value is written, or that of the nearest written ancestor. */
export function locateInSource(source: DocumentSource, path: Path, target: 'key' | 'value'): number {
  if (latest?.source !== source) latest = { source, document: parseAgain(source) };
  const root = latest.document?.contents ?? null;
  return source.start + offsetOf(root, path, target);
}

function parseAgain({ text, start, end }: DocumentSource): Document.Parsed | undefined {
  const limits = { ...DOCUMENT_LIMITS, documentLength: Infinity, documentTokens: Infinity };
  for (const document of composeDocuments(text.slice(start, end), limits, () => undefined)) return document;
  return undefined;
}

function offsetOf(root: Node, path: Path, target: 'key' | 'value'): number {
  let place = { key: startOf(root), value: root };
  for (const segment of path) {
    const next = childOf(place.value, segment);
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
function childOf(node: Node, segment: string | number): { key?: number; value: Node } | undefined {
  if (isSeq(node) && typeof segment === 'number') {
    const item = node.items[segment] as Node | undefined;
    return item === undefined ? undefined : { value: item };
  }
  if (!isMap(node)) return undefined;
  const pair = node.items.find(({ key }) => isScalar(key) && key.value === String(segment));
  return pair && { key: startOf(pair.key), value: pair.value };
}
