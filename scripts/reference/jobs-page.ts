import { EXIT_MEANINGS } from '../../fleet/exit-meanings.ts';
import { type Hook, HOOK_PERMISSIONS } from '../../fleet/hook-permissions.ts';
import { JOB_ENVIRONMENT } from '../../fleet/job-environment.ts';
import { markdownTable, page } from './markdown.ts';

const APP = 'chat';

const ENVIRONMENT: Readonly<Record<keyof typeof JOB_ENVIRONMENT, string>> = {
  plan: 'the plan of the fleet, as canonical JSON, at most 32 KiB',
  jobName: 'name of the Job',
  jobUid: 'uid of the Job',
  podUid: 'uid of the pod, by which the Lease knows its holder',
  mesh: '`sidecar`: a proxy is added to the pod, and is told to quit when the program has ended',
};

/** The Jobs of a fleet: how they end, what they may do, what they are given. */
export function jobsPage(): string {
  return page(
    'The Jobs of a fleet',
    `The exit codes of \`celld-gitops gate\` and \`celld-gitops rollout\`. The sentence that goes with a code is in the Job's condition \`Failed\`,
which Argo CD shows, in the termination message of its pod, in an Event of the StatefulSet and in the status of the WorkerApp.

${exitCodes()}
## What the gate may do

Only in its namespace, and of what has a name here only that object (as for a fleet \`${APP}\`).

${permissions('gate')}
## What the rollout may do

${permissions('rollout')}
The API server asks for \`create\` of the Lease by its name because it is created by server-side apply.

## What they are given

${environment()}`,
  );
}

function exitCodes(): string {
  const rows = Object.entries(EXIT_MEANINGS).map(([code, { meaning, then }]) => [code, meaning, then]);
  return markdownTable(['exit code', 'means', 'then'], rows);
}

function permissions(hook: Hook): string {
  const rows = HOOK_PERMISSIONS[hook].map(({ type, subresource, verbs, name, why }) => [
    `\`${type.plural}${subresource === undefined ? '' : `/${subresource}`}\``,
    name === undefined ? 'every one of the namespace' : `\`${name({ app: APP })}\``,
    verbs.join(', '),
    why,
  ]);
  return markdownTable(['resource', 'object', 'verbs', 'why'], rows);
}

function environment(): string {
  const rows = Object.entries(JOB_ENVIRONMENT).map(([key, name]) => [
    `\`${name}\``,
    ENVIRONMENT[key as keyof typeof ENVIRONMENT],
  ]);
  return markdownTable(['variable', 'meaning'], rows);
}
