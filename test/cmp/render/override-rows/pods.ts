import { isJsonArray, type JsonObject } from '../../../../documents/json.ts';
import {
  append,
  CELLD,
  CELLD_PATH,
  changed,
  POD,
  POD_PATH,
  restricted,
  secured,
  set,
  SIDECAR_PATH,
  type Row,
} from './row.ts';

/** What an override may not do to the pods of a fleet. */
export const POD_ROWS: readonly Row[] = [
  {
    what: 'use the host network',
    template: 'stateful-set',
    change: set([...POD, 'hostNetwork'], true),
    refused: 'spec.template.spec.hostNetwork',
  },
  {
    what: 'shorten the grace period',
    template: 'stateful-set',
    change: set([...POD, 'terminationGracePeriodSeconds'], 30),
    refused: 'spec.template.spec.terminationGracePeriodSeconds',
  },
  {
    what: 'run as root',
    template: 'stateful-set',
    change: set([...POD, 'securityContext', 'runAsUser'], 0),
    refused: 'spec.template.spec.securityContext.runAsUser',
  },
  {
    what: 'ask the health path for liveness',
    template: 'stateful-set',
    change: set([...CELLD, 'livenessProbe'], { httpGet: { path: '/', port: 8080 } }),
    refused: 'spec.template.spec.containers[celld].livenessProbe.httpGet',
  },
  {
    what: 'drop a variable of celld',
    template: 'stateful-set',
    change: set([...CELLD, 'env'], []),
    refused: 'spec.template.spec.containers[celld].env[POD_NAME]',
  },
  {
    what: 'take a whole Secret as environment',
    template: 'stateful-set',
    change: set([...CELLD, 'envFrom'], [{ secretRef: { name: 'x' } }]),
    refused: 'spec.template.spec.containers[celld].envFrom',
  },
  {
    what: 'rename the container',
    template: 'stateful-set',
    change: set([...CELLD, 'name'], 'main'),
    refused: 'spec.template.spec.containers[celld]',
  },
  {
    what: 'open a port of the node',
    template: 'stateful-set',
    change: set([...CELLD, 'ports', 0, 'hostPort'], 8080),
    refused: `${CELLD_PATH}.ports[public].hostPort`,
  },
  {
    what: 'open a port more',
    template: 'stateful-set',
    change: append([...CELLD, 'ports'], { name: 'debug', containerPort: 9999 }),
    refused: `${CELLD_PATH}.ports[debug]`,
  },
  {
    what: 'add a sidecar that answers for the internal port',
    template: 'stateful-set',
    change: append([...POD, 'containers'], restricted({ ports: [{ name: 'x', containerPort: 8081 }] })),
    refused: `${SIDECAR_PATH}.ports`,
  },
  {
    what: 'add a sidecar that answers for the public port by its name',
    template: 'stateful-set',
    change: append([...POD, 'containers'], restricted({ ports: [{ name: 'public', containerPort: 1 }] })),
    refused: `${SIDECAR_PATH}.ports`,
  },
  {
    what: 'add a sidecar with a port of the node',
    template: 'stateful-set',
    change: append([...POD, 'containers'], restricted({ ports: [{ containerPort: 1, hostPort: 1 }] })),
    refused: `${SIDECAR_PATH}.ports`,
  },
  {
    what: 'add a privileged sidecar',
    template: 'stateful-set',
    change: append([...POD, 'containers'], secured({ privileged: true })),
    refused: `${SIDECAR_PATH}.securityContext.privileged`,
  },
  {
    what: 'add a privileged initContainer',
    template: 'stateful-set',
    change: append([...POD, 'initContainers'], secured({ privileged: true })),
    refused: `${POD_PATH}.initContainers[proxy].securityContext.privileged`,
  },
  {
    what: 'share processes between containers',
    template: 'stateful-set',
    change: set([...POD, 'shareProcessNamespace'], true),
    refused: `${POD_PATH}.shareProcessNamespace`,
  },
  ...['hostPID', 'hostIPC'].map((field) => ({
    what: `set ${field}`,
    template: 'stateful-set' as const,
    change: set([...POD, field], true),
    refused: `${POD_PATH}.${field}`,
  })),
  {
    what: 'rewrite names for the pods',
    template: 'stateful-set',
    change: set([...POD, 'hostAliases'], [{ ip: '10.0.0.1', hostnames: ['s3.amazonaws.com'] }]),
    refused: `${POD_PATH}.hostAliases`,
  },
  {
    what: 'hold up a stopping pod',
    template: 'stateful-set',
    change: set([...CELLD, 'lifecycle'], { preStop: { sleep: { seconds: 59 } } }),
    refused: `${CELLD_PATH}.lifecycle`,
  },
  {
    what: 'shorten the time of a pod that its start-up probe stops',
    template: 'stateful-set',
    change: set([...CELLD, 'startupProbe', 'terminationGracePeriodSeconds'], 1),
    refused: `${CELLD_PATH}.startupProbe.terminationGracePeriodSeconds`,
  },
  {
    what: 'mount the node',
    template: 'stateful-set',
    change: append([...POD, 'volumes'], { name: 'node', hostPath: { path: '/' } }),
    refused: `${POD_PATH}.volumes[node]`,
  },
  {
    what: 'mount a token of the service account',
    template: 'stateful-set',
    change: append([...POD, 'volumes'], {
      name: 'token',
      projected: { sources: [{ serviceAccountToken: { path: 'token' } }] },
    }),
    refused: `${POD_PATH}.volumes[token]`,
  },
  ...['/var/lib/celld', '/var/lib/celld/log', '/var/lib', '/', '/x/../tmp', '/tmp/'].map((mountPath) => ({
    what: `mount something at ${mountPath}`,
    template: 'stateful-set' as const,
    change: append([...CELLD, 'volumeMounts'], { name: 'tmp', mountPath }),
    refused: `${CELLD_PATH}.volumeMounts[${mountPath}]`,
  })),
  {
    what: 'set a variable twice',
    template: 'stateful-set',
    change: append([...CELLD, 'env'], { name: 'CELLD_BUCKET', value: 's3://other/cells' }),
    refused: `${CELLD_PATH}.env[CELLD_BUCKET]`,
  },
  {
    what: 'have two containers of one name',
    template: 'stateful-set',
    change: append([...POD, 'containers'], restricted({ name: 'celld' })),
    refused: `${POD_PATH}.containers[celld]`,
  },
  {
    what: 'use a variable before it is set',
    template: 'stateful-set',
    change: (object) =>
      changed(object, [...CELLD, 'env'], (list) =>
        isJsonArray(list) ? [...list].reverse() : [],
      ) as JsonObject,
    refused: `${CELLD_PATH}.env`,
  },
  ...['CELLD_INTERNAL_TOKEN', 'CELLD_VAR_X', 'celld_x', 'AWS_ENDPOINT_URL', 'LD_PRELOAD', 'HTTPS_PROXY'].map(
    (name) => ({
      what: `add the variable ${name}`,
      template: 'stateful-set' as const,
      change: append([...CELLD, 'env'], { name, value: 'x' }),
      refused: `${CELLD_PATH}.env[${name}]`,
    }),
  ),
  {
    what: 'call an API as another account',
    template: 'stateful-set',
    change: set([...POD, 'automountServiceAccountToken'], true),
    refused: `${POD_PATH}.automountServiceAccountToken`,
  },
];
