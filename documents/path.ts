/** Where a value is inside a document: map keys and list indexes from the root. */
export type Path = readonly (string | number)[];

const SHOWABLE = /^[A-Za-z0-9._/-]{1,63}$/;
const BARE = /^[A-Za-z_][A-Za-z0-9_-]*$/;

/** True for a field name that a message may quote; anything else could be a pasted secret or an escape sequence. */
export function isShowableName(name: string): boolean {
  return SHOWABLE.test(name);
}

/** `metadata.labels["a.b/c"][0]`; a key that may not be quoted is shown as `["?"]`. Empty for the root. */
export function formatPath(path: Path): string {
  let text = '';
  for (const segment of path) text += formatSegment(segment, text === '');
  return text;
}

function formatSegment(segment: string | number, first: boolean): string {
  if (typeof segment === 'number') return `[${String(segment)}]`;
  if (!isShowableName(segment)) return '["?"]';
  if (!BARE.test(segment)) return `["${segment}"]`;
  return first ? segment : `.${segment}`;
}
