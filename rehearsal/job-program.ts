import type { KubeObject } from '../fleet/cluster-api.ts';
import type { Sha256Hex } from '../fleet/hash.ts';
import type { Hook } from '../fleet/hook-permissions.ts';
import { JOB_ENVIRONMENT } from '../fleet/job-environment.ts';
import { runGate } from '../hooks/gate.ts';
import type { HookOptions } from '../hooks/options.ts';
import { readPlan } from '../hooks/read-plan.ts';
import { runRollout } from '../hooks/rollout.ts';
import { mapsAt, textAt } from '../sim/json.ts';
import type { Outside, Program } from '../sim/time/process.ts';

export interface JobProgramOptions {
  readonly sha256Hex: Sha256Hex;
  readonly onLine: (hook: Hook, text: string) => void;
  readonly onEnd: (hook: Hook, code: number, sentence: string) => void;
}

/** What a Job's container runs: the product's own program, with the plan that it is given. */
export function jobProgram(job: KubeObject, options: JobProgramOptions): Program {
  const hook: Hook = textAt(job, 'metadata', 'name').endsWith('-gate') ? 'gate' : 'rollout';
  return async (outside) => {
    const reading = readPlan(planText(job), options.sha256Hex);
    if (!reading.ok) throw new Error(reading.sentence);
    let sentence = '';
    const hookOptions: HookOptions = {
      ...outsideOf(outside),
      plan: reading.plan,
      log: ({ text }) => options.onLine(hook, text),
      setTerminationMessage: (text) => {
        sentence = text;
        outside.setTerminationMessage(text);
      },
    };
    const code =
      hook === 'gate'
        ? await runGate(hookOptions)
        : await runRollout({ ...hookOptions, states: outside.reader });
    options.onEnd(hook, code, sentence);
    return code;
  };
}

function planText(job: KubeObject): string {
  const container = mapsAt(job, 'spec', 'template', 'spec', 'containers')[0];
  const variable = mapsAt(container, 'env').find(({ name }) => name === JOB_ENVIRONMENT.plan);
  return textAt(variable, 'value');
}

function outsideOf({
  api,
  clock,
  job,
  pod,
  signal,
}: Outside): Pick<HookOptions, 'api' | 'clock' | 'job' | 'signal'> {
  return { api, clock, signal, job: { name: job.name, uid: job.uid, podUid: pod.uid } };
}
