import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { SimContext } from '../context.ts';
import { at, mapAt, textAt, withAt } from '../json.ts';
import { mergeThreeWay, threeWayPatch } from '../api/patches.ts';
import { isBuiltIn } from '../api/resource-types.ts';
import type { ApplicationState } from './application.ts';
import { isFleet } from './health.ts';
import { refOf } from './tasks.ts';

/** The identity is a setting; the manager is the same in both apply modes. facts/argocd.md 5. */
export const ARGOCD = {
  user: 'system:serviceaccount:argocd:argocd-application-controller',
  manager: 'argocd-controller',
};

const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';
export const TRACKING = 'argocd.argoproj.io/tracking-id';
const PARTITION = ['spec', 'updateStrategy', 'rollingUpdate', 'partition'] as const;

/** Applies one rendered object as the Application is set up to. Throws `ApiError`. */
export function applyObject(context: SimContext, application: ApplicationState, object: KubeObject): void {
  const { api } = context;
  const { options } = application;
  const ref = refOf(object);
  const live = api.find(ref);
  const tracked = withAt(object, ['metadata', 'annotations', TRACKING], trackingId(application, object));
  const wanted =
    options.respectsIgnoreDifferences && live !== undefined ? withLivePartition(tracked, live) : tracked;
  if (options.replaces) {
    if (live === undefined) api.create(ref.type, wanted, ARGOCD);
    else api.replace(ref, wanted, ARGOCD);
  } else if (options.apply === 'server') {
    const how = { kind: 'apply', fieldManager: ARGOCD.manager, user: ARGOCD.user, force: true } as const;
    api.patch(ref, wanted, how);
  } else applyClientSide(context, wanted, live);
}

export function trackingId({ name }: ApplicationState, object: KubeObject): string {
  const { type, namespace, name: objectName } = refOf(object);
  return `${name}:${type.group}/${type.kind}:${namespace}/${objectName}`;
}

/**
 * `RespectIgnoreDifferences` puts the live value in the place of ours, so a half-moved fleet takes a new template with
 * its partition low. facts/proven.md 3, facts/argocd.md 5, facts/histories.md Y40.
 */
function withLivePartition(wanted: KubeObject, live: KubeObject): KubeObject {
  const partition = at(live, ...PARTITION);
  if (!isFleet(live) || textAt(live, 'kind') !== 'StatefulSet' || partition === undefined) return wanted;
  return withAt(wanted, PARTITION, partition);
}

/** kubectl's own: a three-way patch over what was applied last; what neither names is left alone. facts/argocd.md 5. */
function applyClientSide({ api }: SimContext, wanted: KubeObject, live: KubeObject | undefined): void {
  const ref = refOf(wanted);
  const noted = withAt(wanted, ['metadata', 'annotations', LAST_APPLIED], JSON.stringify(wanted));
  if (live === undefined) {
    api.create(ref.type, noted, ARGOCD);
    return;
  }
  const last = lastApplied(live);
  const kind = isBuiltIn(ref.type) ? 'strategic' : 'merge';
  const patch = kind === 'strategic' ? threeWayPatch(last, noted) : mergeThreeWay(last, noted);
  api.patch(ref, patch, { kind, fieldManager: ARGOCD.manager, user: ARGOCD.user });
}

const parsed = new Map<string, JsonObject>();

function lastApplied(live: KubeObject): JsonObject {
  const text = textAt(live, 'metadata', 'annotations', LAST_APPLIED);
  if (text === '') return {};
  let object = parsed.get(text);
  if (object === undefined) {
    object = mapAt(JSON.parse(text) as JsonObject);
    if (parsed.size > 1000) parsed.clear();
    parsed.set(text, object);
  }
  return object;
}
