import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { parseAllDocuments } from 'yaml';
import { defaultPlatform } from '../../cmp/platform/default-platform.ts';
import type { JsonObject } from '../../documents/json.ts';
import type { ResourceType } from '../../fleet/cluster-api.ts';
import { LABELS, PORTS } from '../../fleet/labels.ts';
import { textsAt } from '../../fleet/object-fields.ts';
import { RESOURCES } from '../../fleet/resources.ts';
import { LEASE_NAME } from '../../metrics/leader.ts';
import { LISTS } from '../../metrics/lists.ts';
import { readSettings } from '../../metrics/settings.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { objectsAt, textAt, valueAt } from '../cluster/harness/json-at.ts';

const FOLDER = 'argocd/exporter';
const read = (file: string): string => readFileSync(`${FOLDER}/${file}`, 'utf8');
const objects = ['access.yaml', 'deployment.yaml', 'network-policy.yaml', 'mesh/mesh.yaml'].flatMap((file) =>
  parseAllDocuments(read(file)).map((document) => document.toJS() as JsonObject),
);
const { exporter } = defaultPlatform();

function only(kind: string, name: string = exporter.serviceAccount): JsonObject {
  const found = objects.filter(
    (object) => textAt(object, 'kind') === kind && textAt(object, 'metadata', 'name') === name,
  );
  assert.equal(found.length, 1, `${kind} ${name}`);
  return found[0] ?? {};
}

/** Every permission, as `verb group/resource name`; `*` where every name is meant. */
function permissionsOf(role: JsonObject): readonly string[] {
  return objectsAt(role, 'rules')
    .flatMap((rule) => {
      const names = textsAt(rule, 'resourceNames');
      return textsAt(rule, 'apiGroups').flatMap((group) =>
        textsAt(rule, 'resources').flatMap((resource) =>
          textsAt(rule, 'verbs').flatMap((verb) =>
            (names.length === 0 ? ['*'] : names).map((name) => `${verb} ${group}/${resource} ${name}`),
          ),
        ),
      );
    })
    .sort();
}

const listed = ({ group, plural }: ResourceType): string => `list ${group}/${plural} *`;

/** The namespaces that a NetworkPolicy lets in on a port. */
function admitted(policy: JsonObject, port: number): readonly string[] {
  return objectsAt(policy, 'spec', 'ingress')
    .filter((rule) => objectsAt(rule, 'ports').some((one) => one['port'] === port))
    .flatMap((rule) => objectsAt(rule, 'from'))
    .map((peer) => textAt(peer, 'namespaceSelector', 'matchLabels', 'kubernetes.io/metadata.name'));
}

const pod = valueAt(only('Deployment'), 'spec', 'template') ?? {};
const container = objectsAt(pod, 'spec', 'containers')[0] ?? {};

suite('argocd/exporter/', () => {
  test('may list in the cluster what a sweep lists, write status and Events, and nothing more', () => {
    const lists = [RESOURCES.pod, ...Object.values(LISTS).map(({ type }) => type)].map(listed);
    const writes = ['patch celld-operator.io/workerapps/status *', 'create /events *'];
    assert.deepEqual(permissionsOf(only('ClusterRole')), [...lists, ...writes].sort());
  });

  test('may write its own Lease, and nothing else in its namespace', () => {
    assert.deepEqual(permissionsOf(only('Role')), [
      'create coordination.k8s.io/leases *',
      `get coordination.k8s.io/leases ${LEASE_NAME}`,
      `patch coordination.k8s.io/leases ${LEASE_NAME}`,
    ]);
  });

  test('is called, labelled and placed as the NetworkPolicy of a fleet and KEDA look for it', () => {
    assert.equal(textAt(pod, 'spec', 'serviceAccountName'), exporter.serviceAccount);
    assert.deepEqual(valueAt(pod, 'metadata', 'labels'), exporter.podLabels);
    assert.match(read('kustomization.yaml'), new RegExp(`^namespace: ${exporter.namespace}$`, 'm'));
    for (const kind of ['ClusterRoleBinding', 'RoleBinding'])
      assert.deepEqual(objectsAt(only(kind), 'subjects'), [
        // Without a namespace: kustomize fills in the one that everything is in.
        { kind: 'ServiceAccount', name: exporter.serviceAccount },
      ]);
    for (const selector of [
      valueAt(only('Deployment'), 'spec', 'selector', 'matchLabels'),
      valueAt(only('Service', 'celld-gitops-exporter'), 'spec', 'selector'),
      valueAt(only('PodDisruptionBudget'), 'spec', 'selector', 'matchLabels'),
      valueAt(only('NetworkPolicy'), 'spec', 'podSelector', 'matchLabels'),
      valueAt(only('NetworkPolicy', 'celld-gitops-exporter-mesh'), 'spec', 'podSelector', 'matchLabels'),
      valueAt(only('PeerAuthentication'), 'spec', 'selector', 'matchLabels'),
    ])
      assert.deepEqual(selector, exporter.podLabels);
  });

  test('has one port from the program to the Service, the policies and the mesh', async () => {
    const settings = await readSettings([]);
    const port = settings.ok ? settings.settings.port : assert.fail(settings.reason);
    assert.deepEqual(valueAt(container, 'ports'), [{ name: 'metrics', containerPort: port }]);
    const [open] = objectsAt(only('Service'), 'spec', 'ports');
    assert.deepEqual([open?.['port'], open?.['targetPort']], [port, 'metrics']);
    assert.deepEqual(
      Object.keys((valueAt(only('PeerAuthentication'), 'spec', 'portLevelMtls') ?? {}) as object),
      [String(port)],
    );
    assert.deepEqual(admitted(only('NetworkPolicy'), port), exporter.allowedScrapers);
    assert.deepEqual(
      admitted(only('NetworkPolicy', 'celld-gitops-exporter-mesh'), 15_008),
      exporter.allowedScrapers,
    );
  });

  test('reaches the internal port of fleets, and the API server', () => {
    const [fleets, server] = objectsAt(only('NetworkPolicy'), 'spec', 'egress');
    assert.deepEqual(valueAt(fleets, 'ports'), [{ port: PORTS.internal.port, protocol: 'TCP' }]);
    const expressions = [{ key: LABELS.workerapp, operator: 'Exists' }];
    assert.deepEqual(valueAt(fleets, 'to'), [
      { namespaceSelector: {}, podSelector: { matchExpressions: expressions } },
    ]);
    assert.equal(valueAt(server, 'to'), undefined);
  });

  test('starts the program of this version with the mounted platform file, which is the plugin’s', async () => {
    assert.match(textAt(container, 'image'), new RegExp(`:v${packageFile.version.replaceAll('.', '\\.')}$`));
    const [command, ...args] = textsAt(container, 'args');
    assert.equal(command, 'exporter');
    const mount = textAt(objectsAt(container, 'volumeMounts')[0], 'mountPath');
    const local = args.map((arg) => arg.replace(mount, FOLDER));
    assert.equal((await readSettings(local)).ok, true);
    assert.notDeepEqual(local, args);
    assert.equal(read('platform.yaml'), readFileSync('argocd/plugin/platform.yaml', 'utf8'));
  });
});
