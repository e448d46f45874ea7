import { isJsonObject, type JsonObject } from '../documents/json.ts';
import type {
  ClusterApi,
  DeletePreconditions,
  KubeObject,
  ObjectRef,
  PatchOptions,
  ResourceType,
} from '../fleet/cluster-api.ts';
import type { ApiCall } from './api/api-call.ts';
import { unclearAnswer } from './api/api-errors.ts';
import { applyBody } from './api/apply-body.ts';
import { listObjects, listProjected, type SendCall } from './api/list-objects.ts';
import { collectionPath, objectPath } from './api/paths.ts';
import { send, type SendOptions } from './api/send.ts';

const JSON_TYPE = 'application/json';
/** Named on every patch: the default of clients has changed between their versions. Bug row F4. */
const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const satisfies Readonly<Record<PatchOptions['kind'], string>>;

/**
 * A real API server. Reads are repeated for some 20 s; a write is repeated only where nothing was done, and one whose
 * answer was lost rejects with status 0. 401 reads the token again once; 403 and 409 are the caller's.
 */
export function clusterApi(options: SendOptions): ClusterApi {
  const sendCall: SendCall = (call) => send(call, options);
  return {
    get: async (ref) => await sendForObject(sendCall, getCall(ref)),
    list: async (type, namespace, labelSelector) =>
      await listObjects(sendCall, listCall({ type, namespace, labelSelector }), type),
    create: async (...asked) => await sendForObject(sendCall, createCall(asked)),
    patch: async (ref, body, patch) => await sendForObject(sendCall, patchCall(ref, body, patch)),
    delete: async (ref, preconditions) => {
      await sendCall(deleteCall(ref, preconditions));
    },
  };
}

export interface ListQuery {
  readonly type: ResourceType;
  /** Empty: of all namespaces. */
  readonly namespace: string;
  readonly labelSelector?: string | undefined;
}

/** Lists and keeps of each object only what `project` makes of it. */
export type Lister = <T>(query: ListQuery, project: (item: KubeObject) => T) => Promise<readonly T[]>;

/** Lists of a real API server that may be long: a page is let go before the next one is asked for. */
export function clusterLister(options: SendOptions): Lister {
  const sendCall: SendCall = (call) => send(call, options);
  return async (query, project) => {
    const { items } = await listProjected(sendCall, { call: listCall(query), type: query.type, project });
    return items;
  };
}

function listCall({ type, namespace, labelSelector }: ListQuery): ApiCall {
  const what = `list ${type.plural} in ${namespace === '' ? 'all namespaces' : `namespace "${namespace}"`}`;
  return { method: 'GET', path: collectionPath(type, namespace), parameters: { labelSelector }, what };
}

function getCall(ref: ObjectRef): ApiCall {
  return { method: 'GET', path: objectPath(ref), what: `get ${named(ref)}` };
}

function createCall([type, namespace, object, fieldManager]: Parameters<ClusterApi['create']>): ApiCall {
  return {
    method: 'POST',
    path: collectionPath(type, namespace),
    parameters: { fieldManager },
    contentType: JSON_TYPE,
    body: JSON.stringify(object),
    what: `create ${named({ type, namespace, name: nameOf(object) })}`,
  };
}

function patchCall(ref: ObjectRef, body: JsonObject, options: PatchOptions): ApiCall {
  const { kind, subresource, fieldManager, force } = options;
  const forced = kind === 'apply' && force === true;
  return {
    method: 'PATCH',
    path: objectPath(ref, subresource),
    parameters: { fieldManager, ...(forced && { force: 'true' }) },
    contentType: PATCH_TYPES[kind],
    body: kind === 'apply' ? applyBody(body) : JSON.stringify(body),
    what: `patch ${subresource === undefined ? '' : `${subresource} of `}${named(ref)}`,
  };
}

function deleteCall(ref: ObjectRef, { uid, resourceVersion }: DeletePreconditions): ApiCall {
  const preconditions = { uid, ...(resourceVersion !== undefined && { resourceVersion }) };
  return {
    method: 'DELETE',
    path: objectPath(ref),
    contentType: JSON_TYPE,
    // Said, because a Job's default would leave its pods behind.
    body: JSON.stringify({
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      preconditions,
      propagationPolicy: 'Background',
    }),
    what: `delete ${named(ref)}`,
  };
}

async function sendForObject(sendCall: SendCall, call: ApiCall): Promise<JsonObject> {
  const answer = await sendCall(call);
  if (!isJsonObject(answer['metadata'])) throw unclearAnswer(call, 'not an object of the API server');
  return answer;
}

function nameOf({ metadata }: JsonObject): string {
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' ? name : '';
}

function named({ type, namespace, name }: ObjectRef): string {
  return `${type.plural} "${name}"${namespace === '' ? '' : ` in namespace "${namespace}"`}`;
}
