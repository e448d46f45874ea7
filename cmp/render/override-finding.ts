import { isShowableName } from '../../documents/path.ts';

/** Something that an override may not do; the path is one of the rendered object. */
export interface OverrideFinding {
  readonly path: string;
  readonly message: string;
}

const BARE = /^[A-Za-z0-9_-]+$/;

/** The path of a map's member. A key with a dot stands in brackets, so that it is never taken for a path. */
export function memberPath(path: string, key: string): string {
  if (!isShowableName(key)) return `${path}["?"]`;
  if (!BARE.test(key)) return `${path}["${key}"]`;
  return path === '' ? key : `${path}.${key}`;
}

/** The path of a list's member, by its name. */
export function itemPath(path: string, name: string): string {
  return `${path}[${isShowableName(name) ? name : '?'}]`;
}
