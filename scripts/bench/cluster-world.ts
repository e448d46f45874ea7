import { setImmediate } from 'node:timers/promises';
import { sha256Hex } from '../../cmp/sha256.ts';
import { JOB_ENVIRONMENT } from '../../fleet/job-environment.ts';
import { decodeStateBody } from '../../fleet/state/decode-state.ts';
import { expandPlan } from '../../rehearsal/expand-plan.ts';
import { jobProgram } from '../../rehearsal/job-program.ts';
import { TYPES } from '../../sim/api/resource-types.ts';
import { createApplication, lastOperation, pushRevision } from '../../sim/argocd/control.ts';
import { publishDeployment } from '../../sim/celld/lifecycle.ts';
import { simConfig } from '../../sim/config.ts';
import { mapsAt, textAt } from '../../sim/json.ts';
import type { Program } from '../../sim/time/process.ts';
import { World } from '../../sim/world.ts';
import { renderCommit } from '../demo/render-commit.ts';
import { readExample } from '../examples/example.ts';

/** The quick start with so many pods, in mid-sync: its rollout Job is there, and nobody runs its program yet. */
export interface WaitingCluster {
  readonly world: World;
  readonly environment: Readonly<Record<string, string>>;
}

const SUBJECT = { namespace: 'chat', name: 'chat' };
const JOB = { type: TYPES.job, namespace: 'chat', name: 'chat-celld-rollout' };
const SERVED = '8b04d2c6e1f75a39';
const NEVER: Program = async ({ clock }) => {
  for (;;) await clock.sleep(3_600_000);
};

export async function waitingCluster(pods: number, now: number): Promise<WaitingCluster> {
  const example = readExample('examples/quick-start', 'quick-start');
  const sized = (file: string) => file.replace(/^spec:$/m, `spec:\n  replicas: ${pods}`);
  const other = (file: string) => sized(file).replace(/appVersion: .*/, `appVersion: '${SERVED}'`);
  const [first, second] = [await renderCommit(example, sized), await renderCommit(example, other)];
  let isFirst = true;
  const tools = { sha256Hex, onLine: () => undefined, onEnd: () => undefined };
  const world: World = new World(
    simConfig({
      startsAt: now - 1_800_000,
      drain: () => setImmediate(),
      decodeState: decodeStateBody,
      program: (job) =>
        isFirst || textAt(job, 'metadata', 'name') !== JOB.name ? jobProgram(job, tools) : NEVER,
    }),
  );
  publishDeployment(world, 's3://chat-cells/prod', '3f9a1c0b7d2e4856');
  createApplication(world, { ...SUBJECT, revision: { id: 'first', manifests: first.map(expandPlan) } });
  await world.run({
    milliseconds: 900_000,
    until: () => lastOperation(world, SUBJECT)?.phase === 'Succeeded',
  });
  isFirst = false;
  publishDeployment(world, 's3://chat-cells/prod', SERVED);
  pushRevision(world, SUBJECT, { id: 'second', manifests: second.map(expandPlan) });
  await world.run({ milliseconds: now - world.state.now });
  return { world, environment: environmentOf(world) };
}

function environmentOf(world: World): Readonly<Record<string, string>> {
  const job = world.api.get(JOB);
  const container = mapsAt(job, 'spec', 'template', 'spec', 'containers')[0];
  const plan = mapsAt(container, 'env').find(({ name }) => name === JOB_ENVIRONMENT.plan);
  return {
    [JOB_ENVIRONMENT.plan]: textAt(plan, 'value'),
    [JOB_ENVIRONMENT.jobName]: JOB.name,
    [JOB_ENVIRONMENT.jobUid]: textAt(job, 'metadata', 'uid'),
    [JOB_ENVIRONMENT.podUid]: 'bench',
  };
}
