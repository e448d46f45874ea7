import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import { objectsAt, textAt } from '../../cluster/harness/json-at.ts';
import type { KubeletConnection } from './connection.ts';

export interface WatchEvent {
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: JsonObject;
}

export interface Watching {
  /** Resolves with the first list. */
  readonly started: Promise<void>;
  close(): void;
}

interface RawEvent {
  readonly type: WatchEvent['type'] | 'BOOKMARK' | 'ERROR';
  readonly object: JsonObject;
}

const RETRY_MS = 100;

/**
 * Every object of a list and every change of it from then on, in the API server's order; after a gap that the server
 * cannot fill, what is there now as `ADDED` and what is gone as `DELETED`, as it was last seen.
 */
export function watchObjects(
  connection: KubeletConnection,
  path: string,
  onEvent: (event: WatchEvent) => void,
): Watching {
  const life = new AbortController();
  const known = new Map<string, JsonObject>();
  let begun: () => void = () => undefined;
  const started = new Promise<void>((resolve) => (begun = resolve));
  const tell = (event: WatchEvent) => {
    const uid = textAt(event.object, 'metadata', 'uid');
    if (event.type === 'DELETED') known.delete(uid);
    else known.set(uid, event.object);
    onEvent(event);
  };
  const loop = async () => {
    let version = '';
    while (!life.signal.aborted) {
      try {
        if (version === '') version = await relist(connection, path, { known, tell });
        begun();
        version = await follow(connection, path, { version, tell, signal: life.signal });
      } catch {
        await sleep(RETRY_MS);
      }
    }
  };
  void loop();
  return { started, close: () => life.abort() };
}

interface Listing {
  readonly known: ReadonlyMap<string, JsonObject>;
  readonly tell: (event: WatchEvent) => void;
}

async function relist({ api }: KubeletConnection, path: string, { known, tell }: Listing): Promise<string> {
  const { status, body } = await api.send({ method: 'GET', path });
  if (status !== 200) throw new Error(`Cannot list ${path}: ${String(status)}`);
  const [apiVersion, kind] = [textAt(body, 'apiVersion'), textAt(body, 'kind').replace(/List$/, '')];
  const items = objectsAt(body, 'items').map((item): JsonObject => ({ apiVersion, kind, ...item }));
  const uids = new Set(items.map((item) => textAt(item, 'metadata', 'uid')));
  for (const [uid, object] of [...known]) if (!uids.has(uid)) tell({ type: 'DELETED', object });
  for (const object of items) {
    const before = known.get(textAt(object, 'metadata', 'uid'));
    const isSame =
      textAt(before, 'metadata', 'resourceVersion') === textAt(object, 'metadata', 'resourceVersion');
    if (!isSame) tell({ type: before === undefined ? 'ADDED' : 'MODIFIED', object });
  }
  return textAt(body, 'metadata', 'resourceVersion');
}

interface Following {
  readonly version: string;
  readonly tell: (event: WatchEvent) => void;
  readonly signal: AbortSignal;
}

/** Follows until the stream ends; answers the version to go on from, empty where a new list is needed. */
async function follow(
  connection: KubeletConnection,
  path: string,
  { version, tell, signal }: Following,
): Promise<string> {
  let at = version;
  const query = `watch=1&allowWatchBookmarks=true&resourceVersion=${version}`;
  const onLine = (line: string) => {
    if (line === '') return;
    const { type, object } = JSON.parse(line) as RawEvent;
    if (type === 'ERROR') {
      at = '';
      return;
    }
    if (at !== '') at = textAt(object, 'metadata', 'resourceVersion');
    if (type !== 'BOOKMARK') tell({ type, object });
  };
  try {
    await connection.stream(`${path}${path.includes('?') ? '&' : '?'}${query}`, { signal, onLine });
  } catch {
    await sleep(RETRY_MS);
  }
  return at;
}
