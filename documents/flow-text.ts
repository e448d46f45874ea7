import { isScalar, Scalar, type ParsedNode } from 'yaml';

/**
 * True for a plain text in brackets that readers split differently: go-yaml ends it at any `?` and takes a colon in
 * front for an empty key, and a colon of `[a:]` and `{a:}` for a part of the text. Both were run against each other.
 */
export function isAmbiguousInFlow(node: ParsedNode | null, isKey: boolean, source: string): boolean {
  if (!isScalar(node) || node.type !== Scalar.PLAIN) return false;
  const [start, end] = node.range;
  const text = source.slice(start, end);
  if (text.startsWith(':') || text.includes('?')) return true;
  return isKey && /^(?:\s|#.*\n)*:[^ \t\n]/.test(source.slice(end));
}
