import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { restrictedPodFindings } from '../../../cmp/render/restricted-pod.ts';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { isJsonObject } from '../../../documents/json.ts';
import { renderedObjects } from './rendered-objects.ts';

const SECURITY = { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } };
const POD = { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } };

interface Row {
  readonly what: string;
  readonly pod?: JsonObject;
  readonly container?: JsonObject;
  readonly security?: JsonObject;
  readonly refused: readonly string[];
}

const AT = 'containers[c].securityContext';

/** Pod Security Standards, restricted, and what shares between containers. */
const ROWS: readonly Row[] = [
  { what: 'nothing more', refused: [] },
  ...['hostNetwork', 'hostPID', 'hostIPC', 'shareProcessNamespace'].map((field) => ({
    what: field,
    pod: { [field]: true },
    refused: [field],
  })),
  { what: 'hostNetwork: false', pod: { hostNetwork: false }, refused: [] },
  {
    what: 'no runAsNonRoot anywhere',
    pod: { securityContext: { seccompProfile: POD.seccompProfile } },
    refused: [`${AT}.runAsNonRoot`],
  },
  {
    what: 'no seccompProfile anywhere',
    pod: { securityContext: { runAsNonRoot: true } },
    refused: [`${AT}.seccompProfile`],
  },
  { what: 'runAsNonRoot: false', security: { runAsNonRoot: false }, refused: [`${AT}.runAsNonRoot`] },
  { what: 'root', security: { runAsUser: 0 }, refused: [`${AT}.runAsUser`] },
  { what: 'another user', security: { runAsUser: 7 }, refused: [] },
  {
    what: 'root for all',
    pod: { securityContext: { ...POD, runAsUser: 0 } },
    refused: ['securityContext.runAsUser'],
  },
  {
    what: 'an unconfined container',
    security: { seccompProfile: { type: 'Unconfined' }, appArmorProfile: { type: 'Unconfined' } },
    refused: [`${AT}.appArmorProfile`, `${AT}.seccompProfile`],
  },
  { what: 'privileged', security: { privileged: true }, refused: [`${AT}.privileged`] },
  {
    what: 'escalation by default',
    container: { securityContext: { capabilities: { drop: ['ALL'] } } },
    refused: [`${AT}.allowPrivilegeEscalation`],
  },
  {
    what: 'a capability',
    security: { capabilities: { drop: ['ALL'], add: ['NET_ADMIN'] } },
    refused: [`${AT}.capabilities`],
  },
  {
    what: 'the capability to bind low ports',
    security: { capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] } },
    refused: [],
  },
  { what: 'some dropped', security: { capabilities: { drop: ['KILL'] } }, refused: [`${AT}.capabilities`] },
  { what: 'the whole of /proc', security: { procMount: 'Unmasked' }, refused: [`${AT}.procMount`] },
  {
    what: 'another SELinux type',
    security: { seLinuxOptions: { type: 'spc_t' } },
    refused: [`${AT}.seLinuxOptions`],
  },
  { what: 'a container type of SELinux', security: { seLinuxOptions: { type: 'container_t' } }, refused: [] },
  {
    what: 'a host process of Windows',
    security: { windowsOptions: { hostProcess: true } },
    refused: [`${AT}.windowsOptions`],
  },
  {
    what: 'kernel parameters',
    pod: { securityContext: { ...POD, sysctls: [{ name: 'a', value: 'b' }] } },
    refused: ['securityContext.sysctls'],
  },
  {
    what: 'a port of the node',
    container: { ports: [{ containerPort: 1 }, { containerPort: 2, hostPort: 2 }] },
    refused: ['containers[c].ports'],
  },
  {
    what: 'a probe of another host',
    container: { livenessProbe: { httpGet: { host: '169.254.169.254', port: 80 } } },
    refused: ['containers[c]'],
  },
  {
    what: 'a hook that calls another host',
    container: { lifecycle: { postStart: { tcpSocket: { host: 'x', port: 80 } } } },
    refused: ['containers[c]'],
  },
  ...['hostPath', 'nfs', 'gcePersistentDisk', 'image'].map((type) => ({
    what: `a volume of type ${type}`,
    pod: { volumes: [{ name: 'v', [type]: {} }] },
    refused: ['volumes[v]'],
  })),
  {
    what: 'volumes of every type that is restricted',
    pod: {
      volumes: [
        'configMap',
        'csi',
        'downwardAPI',
        'emptyDir',
        'ephemeral',
        'persistentVolumeClaim',
        'secret',
      ].map((type) => ({ name: type, [type]: { a: 1 } })),
    },
    refused: [],
  },
  {
    what: 'a bare initContainer',
    pod: { initContainers: [{ name: 'i' }] },
    refused: [
      'initContainers[i].securityContext.allowPrivilegeEscalation',
      'initContainers[i].securityContext.capabilities',
    ],
  },
];

suite('restrictedPodFindings()', () => {
  for (const { what, pod, container, security, refused } of ROWS) {
    test(`${refused.length === 0 ? 'accepts' : 'refuses'} ${what}`, () => {
      const securityContext = { ...SECURITY, ...security };
      const spec = {
        securityContext: POD,
        containers: [{ name: 'c', securityContext, ...container }],
        ...pod,
      };
      assert.deepEqual(
        restrictedPodFindings(spec).map(({ path }) => path),
        refused,
      );
    });
  }

  test('accepts the pods that our own templates render', async () => {
    for (const { template, object } of await renderedObjects()) {
      if (template === 'stateful-set' || template === 'hook-job')
        assert.deepEqual(restrictedPodFindings(podOf(object)), []);
    }
  });
});

function podOf(object: JsonObject): JsonObject {
  let value: JsonValue | undefined = object;
  for (const key of ['spec', 'template', 'spec']) value = isJsonObject(value) ? value[key] : undefined;
  assert.ok(isJsonObject(value));
  return value;
}
