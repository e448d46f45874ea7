import { setTimeout as sleep } from 'node:timers/promises';
import type { JsonObject } from '../../../documents/json.ts';
import type { ControlPlane } from '../control-plane.ts';
import { objectsAt, textAt } from '../harness/json-at.ts';

/** How a sync went: the sentence of the hook that failed, or of none. */
export interface SyncEnd {
  readonly ok: boolean;
  readonly phase: 'PreSync' | 'Sync';
  /** What Argo CD would show as the hook's message. */
  readonly message: string;
}

export interface SyncOptions {
  readonly objects: readonly JsonObject[];
  readonly namespace: string;
  /** Left out: server-side apply. */
  readonly how?: 'server-side' | 'client-side' | 'replace';
  /** Milliseconds for one hook. */
  readonly longest?: number;
  /** The user that applies; left out: an administrator. */
  readonly as?: string;
  /** Only what is no hook, as a selective sync or self-heal does. */
  readonly withoutHooks?: boolean;
}

const HOOK = 'argocd.argoproj.io/hook';
const WAVE = 'argocd.argoproj.io/sync-wave';
const LONGEST_MS = 120_000;

/**
 * A sync in Argo CD's order: the PreSync hooks by wave, then the others with the Sync hooks by wave; a wave waits for its
 * Jobs, the last one for nothing. Waves count as in facts/proven.md 3; health is not looked at.
 */
export async function sync(plane: ControlPlane, options: SyncOptions): Promise<SyncEnd> {
  const { objects, withoutHooks = false } = options;
  if (!withoutHooks) {
    const before = await syncPhase(
      plane,
      options,
      objects.filter((object) => hookOf(object) === 'PreSync'),
    );
    if (before !== undefined) return { ok: false, phase: 'PreSync', message: before };
  }
  const wanted = objects.filter(
    (object) => hookOf(object) === '' || (!withoutHooks && hookOf(object) === 'Sync'),
  );
  const message = await syncPhase(plane, options, wanted);
  return { ok: message === undefined, phase: 'Sync', message: message ?? '' };
}

function hookOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'annotations', HOOK);
}

function waveOf(object: JsonObject): number {
  return Number(textAt(object, 'metadata', 'annotations', WAVE) || 0);
}

/** The message of the first hook that failed; undefined where all went well. */
async function syncPhase(
  plane: ControlPlane,
  options: SyncOptions,
  objects: readonly JsonObject[],
): Promise<string | undefined> {
  const waves = [...new Set(objects.map(waveOf))].sort((a, b) => a - b);
  for (const wave of waves) {
    const items = objects.filter((object) => waveOf(object) === wave);
    const hooks = items.filter((object) => hookOf(object) !== '' && object['kind'] === 'Job');
    for (const job of hooks) await removeJob(plane, options.namespace, textAt(job, 'metadata', 'name'));
    await applyObjects(plane, options, items);
    for (const job of hooks) {
      const failed = await jobEnd(plane, options, textAt(job, 'metadata', 'name'));
      if (failed !== undefined) return failed;
    }
  }
  return undefined;
}

/** As `BeforeHookCreation` does: and waits until it is gone. */
async function removeJob(plane: ControlPlane, namespace: string, name: string): Promise<void> {
  const flags = ['-n', namespace, '--ignore-not-found', '--cascade=foreground', '--timeout=60s'];
  const { code, stderr } = await plane.kubectl(['delete', 'job', name, ...flags]);
  if (code !== 0) throw new Error(`Cannot delete Job ${name}: ${stderr}`);
}

const FLAGS = {
  'server-side': ['apply', '--server-side', '--force-conflicts', '--field-manager=argocd-controller'],
  'client-side': ['apply'],
  replace: ['replace', '--force=false'],
} as const;

async function applyObjects(
  plane: ControlPlane,
  { how = 'server-side', namespace, as }: SyncOptions,
  objects: readonly JsonObject[],
): Promise<void> {
  // A replace is for what is there; what is not is created, as Argo CD does.
  const isJob = (object: JsonObject) => object['kind'] === 'Job';
  const groups: readonly (readonly [keyof typeof FLAGS, readonly JsonObject[]])[] =
    how === 'replace'
      ? [
          ['replace', objects.filter((object) => object['kind'] === 'StatefulSet')],
          ['server-side', objects.filter((object) => object['kind'] !== 'StatefulSet')],
        ]
      : [
          [how, objects.filter((object) => !isJob(object))],
          ['server-side', objects.filter(isJob)],
        ];
  for (const [flags, items] of groups) {
    if (items.length === 0) continue;
    const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
    const who = as === undefined ? [] : [`--as=${as}`, '--as-group=system:masters'];
    const { code, stderr } = await plane.kubectl([...FLAGS[flags], ...who, '-n', namespace, '-f', '-'], list);
    if (code !== 0) throw new Error(`Cannot apply: ${stderr}`);
  }
}

async function jobEnd(
  plane: ControlPlane,
  { namespace, longest = LONGEST_MS }: SyncOptions,
  name: string,
): Promise<string | undefined> {
  const deadline = Date.now() + longest;
  const path = `/apis/batch/v1/namespaces/${namespace}/jobs/${name}`;
  while (Date.now() < deadline) {
    // The API server may be down for a while.
    const answer = await plane.api.send({ method: 'GET', path }).catch(() => undefined);
    const conditions = objectsAt(answer?.body, 'status', 'conditions').filter(
      ({ status }) => status === 'True',
    );
    if (conditions.some(({ type }) => type === 'Complete')) return undefined;
    const failed = conditions.find(({ type }) => type === 'Failed');
    if (failed !== undefined) return textAt(failed, 'message');
    if (answer?.status === 404) return `Job ${name} was deleted`;
    await sleep(100);
  }
  throw new Error(`Job ${name} has not ended within ${longest / 1000} s`);
}
