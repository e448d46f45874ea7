import { opendirSync, realpathSync, statSync, type Dirent } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Problem } from '../../documents/problem.ts';
import { fileProblem, unreadable, type FilePlace } from './read-text-file.ts';

export interface ListOptions {
  readonly recurse: boolean;
  /** Whether a relative POSIX path is to be read; it is asked before the file is touched. */
  readonly admits: (path: string) => boolean;
  readonly limits: { readonly entries: number; readonly depth: number };
  /** False ends the listing: its time is up. */
  readonly goOn: () => boolean;
}

/** The manifests of a folder, each real file once, and the files by which Argo CD changes the plugin's parameters. */
export interface FolderListing {
  readonly places: readonly FilePlace[];
  readonly overrides: readonly string[];
  readonly problems: readonly Problem[];
}

interface Listing {
  readonly root: string;
  readonly options: ListOptions;
  readonly places: FilePlace[];
  readonly overrides: string[];
  readonly problems: Problem[];
  /** Real paths of the folders that were listed: each once, whatever links lead to it. */
  readonly listed: Set<string>;
  /** Links to folders, looked at when all real folders are known. */
  readonly folderLinks: string[];
  entries: number;
}

const MANIFEST = /\.(?:ya?ml|json)$/;
const SOURCE_OVERRIDE = /^\.argocd-source(?:-.*)?\.ya?ml$/i;

/** Lists a folder by its real path. Hidden folders and `node_modules` are not looked into. */
export function listFolder(root: string, options: ListOptions): FolderListing {
  const listing: Listing = {
    root,
    options,
    places: [],
    overrides: [],
    problems: [],
    listed: new Set(),
    folderLinks: [],
    entries: 0,
  };
  listTree(listing, '', root);
  for (let link = listing.folderLinks.shift(); link !== undefined; link = listing.folderLinks.shift()) {
    followFolderLink(listing, link);
  }
  return { places: eachOnce(root, listing.places), overrides: listing.overrides, problems: listing.problems };
}

/** Lists a folder, and the folders in it where that is wanted. */
function listTree(listing: Listing, relative: string, realPath: string): void {
  listing.listed.add(realPath);
  if (relative.split('/').length > listing.options.limits.depth) {
    refuseFolder(
      listing,
      relative,
      `must be nested at most ${String(listing.options.limits.depth)} deep: it is deeper`,
    );
    return;
  }
  for (const entry of readEntries(listing, relative, realPath)) {
    if (!listing.options.goOn()) return;
    const path = relative === '' ? entry.name : `${relative}/${entry.name}`;
    if (SOURCE_OVERRIDE.test(entry.name)) {
      if (relative === '') listing.overrides.push(path);
    } else if (MANIFEST.test(entry.name)) {
      if (listing.options.admits(path)) addPlace(listing, path, join(realPath, entry.name));
    } else if (listing.options.recurse && isListable(entry.name)) {
      if (entry.isDirectory()) listTree(listing, path, join(realPath, entry.name));
      else if (entry.isSymbolicLink()) listing.folderLinks.push(path);
    }
  }
}

function isListable(name: string): boolean {
  return !name.startsWith('.') && name !== 'node_modules';
}

/** The entries of a folder in code-unit order; none after the limit on all entries was passed. */
function readEntries(listing: Listing, relative: string, realPath: string): readonly Dirent[] {
  const { entries: most } = listing.options.limits;
  const found: Dirent[] = [];
  try {
    const folder = opendirSync(realPath);
    try {
      for (
        let entry = folder.readSync();
        entry !== null && listing.entries <= most;
        entry = folder.readSync()
      ) {
        found.push(entry);
        listing.entries += 1;
      }
    } finally {
      folder.closeSync();
    }
  } catch (error) {
    const name = relative === '' ? '.' : relative;
    listing.problems.push(unreadable(name, error, 'FOLDER_UNREADABLE'));
    return [];
  }
  if (listing.entries > most) {
    if (found.length > 0)
      refuseFolder(listing, relative, `must have at most ${String(most)} entries in all: it has more`);
    return [];
  }
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

function refuseFolder(listing: Listing, relative: string, text: string): void {
  listing.problems.push(fileProblem('FOLDER_TOO_LARGE', relative === '' ? '.' : relative, text));
}

/** A manifest by its real path, which must be inside the folder (`facts/threats.md` T13). */
function addPlace(listing: Listing, file: string, path: string): void {
  const realPath = realPathInside(listing, file, path);
  if (realPath !== undefined) listing.places.push({ file, realPath });
}

function realPathInside(listing: Listing, file: string, path: string): string | undefined {
  try {
    const realPath = realpathSync(path);
    if (realPath.startsWith(listing.root === sep ? sep : listing.root + sep) || realPath === listing.root)
      return realPath;
    listing.problems.push(outsideFolder(file));
  } catch (error) {
    const problem = unreadable(file, error);
    const leadsNowhere = isAbsent(error) && problem.code === 'FILE_UNREADABLE';
    listing.problems.push(leadsNowhere ? outsideFolder(file) : problem);
  }
  return undefined;
}

/** Says the same of a link to nothing, or a link would tell which files of the system exist. */
function outsideFolder(file: string): Problem {
  const text = "must be in the application's folder: it is a link that leads out of it, or to nothing";
  return fileProblem('FILE_OUTSIDE_FOLDER', file, text);
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

/** A link to a folder that was not listed yet (a hidden one) is followed; one to a folder around it is a circle. */
function followFolderLink(listing: Listing, link: string): void {
  const path = join(listing.root, link);
  if (!leadsToFolder(path)) return;
  const realPath = realPathInside(listing, link, path);
  if (realPath === undefined) return;
  if (isAround(realPath, dirname(path))) {
    listing.problems.push(
      fileProblem('FILE_LINK_LOOP', link, 'must not be a link to a folder around it: it is'),
    );
  } else if (!listing.listed.has(realPath)) listTree(listing, link, realPath);
}

/** Links to other files, and to nothing, are no manifests, whatever is wrong with them. */
function leadsToFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function isAround(outer: string, inner: string): boolean {
  return inner === outer || inner.startsWith(outer + sep);
}

/** A file that a link names again is read once: under its own name, else under the first. Sorted by name. */
function eachOnce(root: string, places: readonly FilePlace[]): readonly FilePlace[] {
  const byRealPath = new Map<string, FilePlace>();
  const sorted = [...places].sort((a, b) => (a.file < b.file ? -1 : 1));
  for (const place of sorted) {
    const own = join(root, place.file) === place.realPath;
    if (own || !byRealPath.has(place.realPath)) byRealPath.set(place.realPath, place);
  }
  return [...byRealPath.values()].sort((a, b) => (a.file < b.file ? -1 : 1));
}
