import { ApiError, type KubeObject } from '../fleet/cluster-api.ts';
import type { Listed } from '../fleet/status/listed.ts';
import type { ListQuery, Lister } from '../kube/cluster-api.ts';
import { type ListName, type ListRow, LISTS, type ListScope, namespacesOf, wantedLists } from './lists.ts';

/** Everything but the pods, as one sweep found it. */
export type ClusterLook = Readonly<Record<ListName, Listed<KubeObject>>>;

/** Reads every list that the scope wants, side by side; what is not wanted counts as not served. */
export async function lookAtCluster(list: Lister, scope: ListScope): Promise<ClusterLook> {
  const wanted = wantedLists(scope);
  const names = Object.keys(LISTS) as ListName[];
  const read = async (name: ListName): Promise<readonly [ListName, Listed<KubeObject>]> => {
    if (!wanted.includes(name)) return [name, { kind: 'not-served' }];
    return [name, await listEverywhere(list, name, scope)];
  };
  return Object.fromEntries(await Promise.all(names.map(read))) as Record<ListName, Listed<KubeObject>>;
}

async function listEverywhere(list: Lister, name: ListName, scope: ListScope): Promise<Listed<KubeObject>> {
  const { type, label }: ListRow = LISTS[name];
  const queries = namespacesOf(name, scope).map((namespace) => ({ type, namespace, labelSelector: label }));
  return await tryList(() => listAll(list, queries, (object) => object));
}

/** One query after the other: watched namespaces are many only where the API server can bear it. */
export async function listAll<T>(
  list: Lister,
  queries: readonly ListQuery[],
  project: (object: KubeObject) => T,
): Promise<readonly T[]> {
  const found: T[] = [];
  for (const query of queries) found.push(...(await list(query, project)));
  return found;
}

/** 404 of a list: the cluster has no such kind. Anything else that is no answer is unknown, never absent. DESIGN D12. */
async function tryList<T>(read: () => Promise<readonly T[]>): Promise<Listed<T>> {
  try {
    return { kind: 'listed', items: await read() };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.status === 404) return { kind: 'not-served' };
    return { kind: 'unknown', reason: error.status === 0 ? 'no answer' : `${error.status} ${error.reason}` };
  }
}
