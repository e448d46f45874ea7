import { isScalar, Scalar, type ParsedNode } from 'yaml';

/**
 * True for a plain text in brackets that readers split differently: libyaml takes `?a` for a key, and go-yaml takes the
 * colon of `[a:]` and `{a:}` for a part of the text. Both were run against each other.
 */
export function isAmbiguousInFlow(node: ParsedNode | null, isKey: boolean, source: string): boolean {
  if (!isScalar(node) || node.type !== Scalar.PLAIN) return false;
  const [start, end] = node.range;
  if (source[start] === '?' && end > start) return true;
  return isKey && /^(?:\s|#.*\n)*:[^ \t\n]/.test(source.slice(end));
}
