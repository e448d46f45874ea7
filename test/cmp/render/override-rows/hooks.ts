import { append, CELLD, POD, set, type Row } from './row.ts';

/** What an override may do to the Jobs, and what not. */
export const HOOK_ROWS: readonly Row[] = [
  {
    what: 'allow a Job more',
    template: 'hook-role',
    change: append(['rules'], { apiGroups: [''], resources: ['secrets'], verbs: ['get'] }),
    refused: 'rules',
  },
  {
    what: 'give a Job’s Role to somebody else',
    template: 'hook-role-binding',
    change: append(['subjects'], { kind: 'ServiceAccount', name: 'default', namespace: 'x' }),
    refused: 'subjects[default]',
  },
  {
    what: 'delete the Job before Argo CD has read it',
    template: 'hook-job',
    change: set(['spec', 'ttlSecondsAfterFinished'], 0),
    refused: 'spec.ttlSecondsAfterFinished',
  },
  {
    what: 'try a refusal again',
    template: 'hook-job',
    change: set(['spec', 'podFailurePolicy'], { rules: [] }),
    refused: 'spec.podFailurePolicy.rules',
  },
  {
    what: 'run another program',
    template: 'hook-job',
    change: set([...CELLD, 'command'], ['/bin/true']),
    refused: 'spec.template.spec.containers[gate].command',
  },
  {
    what: 'run another image',
    template: 'hook-job',
    change: set([...CELLD, 'image'], 'x:1'),
    refused: 'spec.template.spec.containers[gate].image',
  },
  {
    what: 'give the pod the fleet’s label',
    template: 'hook-job',
    change: set(['spec', 'template', 'metadata', 'labels', 'celld-operator.io/workerapp'], 'chat'),
    refused: 'spec.template.metadata.labels["celld-operator.io/workerapp"]',
  },
  {
    what: 'add a container that never ends',
    template: 'hook-job',
    change: append([...POD, 'containers'], { name: 'proxy', image: 'proxy:1' }),
    refused: 'spec.template.spec.containers[proxy]',
  },
  {
    what: 'pull the Job’s image with a Secret',
    template: 'hook-job',
    change: set([...POD, 'imagePullSecrets'], [{ name: 'registry' }]),
  },
  {
    what: 'give the Job more memory',
    template: 'hook-job',
    change: set([...CELLD, 'resources', 'limits', 'memory'], '1Gi'),
  },
  {
    what: 'place the Job',
    template: 'hook-job',
    change: set([...POD, 'nodeSelector'], { pool: 'system' }),
  },
  {
    what: 'let the Job run on tainted nodes',
    template: 'hook-job',
    change: set([...POD, 'tolerations'], [{ key: 'system', operator: 'Exists' }]),
  },
];
