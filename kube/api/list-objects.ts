import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../documents/json.ts';
import { ApiError, type KubeObject, type ListResult, type ResourceType } from '../../fleet/cluster-api.ts';
import type { ApiCall } from './api-call.ts';
import { unclearAnswer } from './api-errors.ts';

export type SendCall = (call: ApiCall) => Promise<JsonObject>;

/** Objects a page: 100 pods are some 1 MB. */
const PAGE = '100';
/** A list that never ends is no list. */
const MOST_PAGES = 500;
/** The API server forgets a list after 5 minutes, or earlier under load (410): then it is begun again. */
const RESTARTS = 2;

/** Every page of one consistent list: without a resourceVersion the API server answers what is stored now. */
export async function listObjects(send: SendCall, call: ApiCall, type: ResourceType): Promise<ListResult> {
  return await listProjected(send, { call, type, project: (item) => item });
}

export interface ProjectedList<T> {
  readonly call: ApiCall;
  readonly type: ResourceType;
  /** What is kept of an object: a page is let go before the next one is asked for. */
  readonly project: (item: KubeObject) => T;
}

/** The same, keeping only what is needed of each object. */
export async function listProjected<T>(
  send: SendCall,
  list: ProjectedList<T>,
): Promise<{ readonly items: readonly T[]; readonly resourceVersion: string }> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await readPages(send, list);
    } catch (error) {
      const isForgotten = error instanceof ApiError && error.status === 410;
      if (!isForgotten || restarts === RESTARTS) throw error;
    }
  }
}

async function readPages<T>(
  send: SendCall,
  { call, type, project }: ProjectedList<T>,
): Promise<{ readonly items: readonly T[]; readonly resourceVersion: string }> {
  const items: T[] = [];
  let next = '';
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const parameters = { ...call.parameters, limit: PAGE, continue: next };
    const { found, metadata } = pageOf(call, await send({ ...call, parameters }));
    items.push(...found.map((item) => project(withKind(item, type))));
    next = textOf(metadata['continue']);
    if (next === '') return { items, resourceVersion: textOf(metadata['resourceVersion']) };
  }
  throw unclearAnswer(call, 'a list without an end');
}

interface Page {
  readonly found: readonly JsonObject[];
  readonly metadata: JsonObject;
}

/** An empty list is an array, or null as Go writes it; anything else is not a list that nothing is in. */
function pageOf(call: ApiCall, answer: JsonObject): Page {
  const { items, metadata } = answer;
  const found = items === null ? [] : items;
  if (!isJsonArray(found) || !found.every((item) => isJsonObject(item)) || !isJsonObject(metadata)) {
    throw unclearAnswer(call, 'not a list of the API server');
  }
  return { found, metadata };
}

/** The items of a list of built-in kinds do not say what they are. */
function withKind(item: JsonObject, { group, version, kind }: ResourceType): KubeObject {
  return { apiVersion: group === '' ? version : `${group}/${version}`, kind, ...item };
}

function textOf(value: JsonValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
