import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse } from 'yaml';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import type { ControlPlane } from '../control-plane.ts';
import { ARGOCD_NAMESPACE } from './argocd-installation.ts';
import { objectsAt, textAt, valueAt } from './json-at.ts';

const SAMPLE = join(import.meta.dirname, '../../../examples/quick-start/application.yaml');
const PATH = `/apis/argoproj.io/v1alpha1/namespaces/${ARGOCD_NAMESPACE}/applications`;
const LONGEST_WAIT = 120_000;

export interface ApplicationToCreate {
  readonly name: string;
  readonly namespace: string;
  readonly repoUrl: string;
  readonly path: string;
  /** Instead of the sample's `syncPolicy`. */
  readonly syncPolicy?: JsonObject;
}

/** The Application of the quick start, as a person would fit it. */
export function application(wanted: ApplicationToCreate): JsonObject {
  const sample = parse(readFileSync(SAMPLE, 'utf8')) as JsonObject;
  const spec = sample['spec'] as JsonObject;
  const source = { ...(spec['source'] as JsonObject), repoURL: wanted.repoUrl, path: wanted.path };
  return {
    ...sample,
    metadata: { name: wanted.name, namespace: ARGOCD_NAMESPACE },
    spec: {
      ...spec,
      source,
      destination: { name: 'in-cluster', namespace: wanted.namespace },
      syncPolicy: wanted.syncPolicy ?? spec['syncPolicy'] ?? {},
    },
  };
}

export interface SyncToRun {
  readonly syncOptions?: readonly string[];
  readonly prune?: boolean;
  /** A selective sync: only these, and no hook. */
  readonly resources?: readonly { readonly group: string; readonly kind: string; readonly name: string }[];
}

/** What people do with Applications, through the Kubernetes API alone. */
export interface Applications {
  create(wanted: ApplicationToCreate): Promise<void>;
  get(name: string): Promise<JsonObject>;
  /** A merge patch. */
  patch(name: string, patch: JsonObject): Promise<void>;
  /** As a webhook or a click does it: look at git again. */
  refresh(name: string, how?: 'normal' | 'hard'): Promise<void>;
  /** Starts an operation; `waitFor` says when it has ended. */
  sync(name: string, wanted?: SyncToRun): Promise<void>;
  terminate(name: string): Promise<void>;
  /** With the finalizer that deletes what the Application made. */
  remove(name: string): Promise<void>;
  /** Until the Application is so; throws with what was seen last. */
  waitFor(name: string, what: string, is: (seen: ApplicationView) => boolean): Promise<ApplicationView>;
}

/** What `kubectl get applications` and its details show. */
export interface ApplicationView {
  readonly sync: string;
  readonly health: string;
  /** What git and the cluster were last compared at. */
  readonly revision: string;
  readonly phase: string;
  readonly message: string;
  /** Of the operation shown. */
  readonly operationRevision: string;
  readonly startedAt: string;
  /** An operation is asked for that the controller has not yet taken up. */
  readonly pending: boolean;
  /** A refresh is asked for that the controller has not yet done. */
  readonly refreshing: boolean;
  readonly conditions: readonly string[];
  /** `kind/name: status hookPhase message` of the operation's result. */
  readonly results: readonly string[];
  /** Names of what is out of sync. */
  readonly outOfSync: readonly string[];
  readonly deleted: boolean;
}

export function applicationsOf(plane: ControlPlane): Applications {
  const send = async (method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: JsonValue) => {
    const contentType = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
    const call = { method, path: `${PATH}${path}`, contentType };
    const answer = await plane.api.send(body === undefined ? call : { ...call, body });
    if (answer.status >= 300 && answer.status !== 404) {
      throw new Error(`${method} ${path}: ${textAt(answer.body, 'message')}`);
    }
    return answer;
  };
  const patch = async (name: string, body: JsonObject) => {
    await send('PATCH', `/${name}`, body);
  };
  const get = async (name: string) => (await send('GET', `/${name}`)).body;
  return {
    create: async (wanted) => {
      await send('POST', '', application(wanted));
    },
    get,
    patch,
    refresh: (name, how = 'normal') =>
      patch(name, { metadata: { annotations: { 'argocd.argoproj.io/refresh': how } } }),
    sync: (name, wanted = {}) => patch(name, operation(wanted)),
    terminate: (name) => patch(name, { status: { operationState: { phase: 'Terminating' } } }),
    remove: async (name) => {
      await patch(name, { metadata: { finalizers: ['resources-finalizer.argocd.argoproj.io'] } });
      await send('DELETE', `/${name}`);
    },
    waitFor: async (name, what, is) => {
      const deadline = Date.now() + LONGEST_WAIT;
      for (;;) {
        const seen = viewOf(await get(name));
        if (is(seen)) return seen;
        if (Date.now() > deadline)
          throw new Error(`Expected of ${name}: ${what}: seen ${JSON.stringify(seen, null, 2)}`);
        await sleep(200);
      }
    },
  };
}

/**
 * The operation of `argocd app sync`. What is written here directly inherits nothing from the Application. The last
 * operation's state goes, as Argo CD's own server and automated sync clear it: else its selection, or a deleted hook's
 * result, is taken over by this one, which then ends without its hooks.
 */
function operation({ syncOptions = [], prune = false, resources }: SyncToRun): JsonObject {
  const sync: JsonObject = {
    prune,
    syncOptions: [...syncOptions],
    syncStrategy: { hook: {} },
    ...(resources === undefined ? {} : { resources: resources.map((resource) => ({ ...resource })) }),
  };
  return {
    operation: { initiatedBy: { username: 'celld-gitops-test' }, sync },
    status: { operationState: null },
  };
}

function viewOf(object: JsonObject): ApplicationView {
  const state = valueAt(object, 'status', 'operationState');
  return {
    sync: textAt(object, 'status', 'sync', 'status'),
    health: textAt(object, 'status', 'health', 'status'),
    revision: textAt(object, 'status', 'sync', 'revision'),
    phase: textAt(state, 'phase'),
    message: textAt(state, 'message'),
    operationRevision: textAt(state, 'syncResult', 'revision'),
    startedAt: textAt(state, 'startedAt'),
    pending: valueAt(object, 'operation') !== undefined,
    refreshing: textAt(object, 'metadata', 'annotations', 'argocd.argoproj.io/refresh') !== '',
    conditions: objectsAt(object, 'status', 'conditions').map(
      (condition) => `${textAt(condition, 'type')}: ${textAt(condition, 'message')}`,
    ),
    results: objectsAt(state, 'syncResult', 'resources').map(
      (one) =>
        `${textAt(one, 'kind')}/${textAt(one, 'name')}: ${textAt(one, 'status') || textAt(one, 'hookPhase')} ${textAt(one, 'message')}`,
    ),
    outOfSync: objectsAt(object, 'status', 'resources')
      .filter((one) => textAt(one, 'status') === 'OutOfSync')
      .map((one) => `${textAt(one, 'kind')}/${textAt(one, 'name')}`),
    deleted: textAt(object, 'kind') === 'Status',
  };
}
