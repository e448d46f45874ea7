import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { FLEET_OBJECTS } from '../../../cmp/render/fleet-objects.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../../documents/json.ts';
import { renderedObjects, type RenderedObject } from './rendered-objects.ts';

function at(object: JsonValue | undefined, ...path: readonly (string | number)[]): JsonValue | undefined {
  return path.reduce<JsonValue | undefined>(
    (value, key) =>
      typeof key === 'number'
        ? isJsonArray(value)
          ? value[key]
          : undefined
        : isJsonObject(value)
          ? value[key]
          : undefined,
    object,
  );
}

async function every(template: string, check: (rendered: RenderedObject) => void): Promise<void> {
  const found = (await renderedObjects()).filter((rendered) => rendered.template === template);
  assert.ok(found.length > 0);
  found.forEach(check);
}

suite('the objects of a fleet', () => {
  test('are each shown by an example', async () => {
    const shown = new Set((await renderedObjects()).map(({ template }) => template));
    assert.deepEqual(
      FLEET_OBJECTS.filter(({ template }) => !shown.has(template)),
      [],
    );
  });

  test('stand in the waves of the design: foundation, fleet, and last what may wait on it', async () => {
    const waves: Record<string, number> = {
      'service-account': 0,
      'service-internal': 0,
      'service-public': 0,
      'network-policy': 0,
      'pod-disruption-budget': 0,
      'authorization-policy': 0,
      'stateful-set': 1,
      'http-route': 10,
      ingress: 10,
      'virtual-service': 10,
      'scaled-object': 10,
      'worker-app': 10,
      's3-bucket': -1,
      'pod-identity': -1,
      's3-public-access-block': 0,
      's3-encryption': 0,
      'release-application': 10,
      'celld-stack': 10,
    };
    for (const { template, wave, example } of await renderedObjects())
      if (!template.startsWith('hook-')) assert.equal(wave, waves[template], `${example} ${template}`);
  });

  test('all carry the fleet’s labels and the destination’s namespace', async () => {
    for (const { object, example } of await renderedObjects()) {
      if (example.startsWith('celldstack-')) continue;
      const app = at(object, 'metadata', 'labels', 'celld-operator.io/workerapp');
      assert.equal(typeof app, 'string');
      assert.equal(at(object, 'metadata', 'labels', 'app.kubernetes.io/name'), 'celld');
      assert.equal(at(object, 'metadata', 'labels', 'app.kubernetes.io/instance'), app);
      assert.equal(typeof at(object, 'metadata', 'namespace'), 'string');
    }
  });

  test('the StatefulSet is closed, has no size, and keeps its volumes (DESIGN D1, D2)', async () => {
    await every('stateful-set', ({ object }) => {
      assert.deepEqual(at(object, 'spec', 'updateStrategy'), {
        type: 'RollingUpdate',
        rollingUpdate: { partition: 1_000_000 },
      });
      assert.equal(at(object, 'spec', 'replicas'), undefined);
      assert.deepEqual(at(object, 'spec', 'persistentVolumeClaimRetentionPolicy'), {
        whenDeleted: 'Retain',
        whenScaled: 'Retain',
      });
    });
  });

  test('pods meet the restricted profile, with a read-only root on top (facts/scaling.md 8)', async () => {
    await every('stateful-set', ({ object }) => {
      const pod = at(object, 'spec', 'template', 'spec');
      assert.equal(at(pod, 'automountServiceAccountToken'), false);
      assert.equal(at(pod, 'securityContext', 'runAsNonRoot'), true);
      assert.deepEqual(at(pod, 'securityContext', 'seccompProfile'), { type: 'RuntimeDefault' });
      assert.deepEqual(at(pod, 'containers', 0, 'securityContext'), {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      for (const volume of at(pod, 'volumes') as readonly JsonObject[]) {
        assert.ok('emptyDir' in volume || 'secret' in volume, JSON.stringify(volume));
      }
    });
  });

  test('probes: TCP for start-up and liveness, HTTP for readiness only (facts/bug-reports.md G13)', async () => {
    await every('stateful-set', ({ object, example }) => {
      const container = at(object, 'spec', 'template', 'spec', 'containers', 0);
      assert.deepEqual(at(container, 'startupProbe', 'tcpSocket'), { port: 'public' });
      assert.deepEqual(at(container, 'livenessProbe', 'tcpSocket'), { port: 'public' });
      const old = ['celld-0.2', 'celld-0.3'].includes(example);
      assert.equal(
        at(container, 'readinessProbe', 'httpGet', 'path'),
        old ? '/__celld/health' : '/.well-known/celld/health',
      );
    });
  });

  test('with storage, two pods never share a host, nor a zone if asked', async () => {
    const set = (await renderedObjects()).find(
      ({ example, template }) => example === 'fleet-durability' && template === 'stateful-set',
    );
    const terms = at(
      set?.object,
      'spec',
      'template',
      'spec',
      'affinity',
      'podAntiAffinity',
      'requiredDuringSchedulingIgnoredDuringExecution',
    );
    assert.deepEqual(
      (terms as readonly JsonObject[]).map((term) => term['topologyKey']),
      ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'],
    );
    assert.deepEqual(at(set?.object, 'spec', 'volumeClaimTemplates', 0, 'apiVersion'), 'v1');
    assert.deepEqual(at(set?.object, 'spec', 'volumeClaimTemplates', 0, 'kind'), 'PersistentVolumeClaim');
    assert.deepEqual(at(set?.object, 'spec', 'volumeClaimTemplates', 0, 'spec', 'volumeMode'), 'Filesystem');
  });

  test('the headless Service publishes pods that are not ready, the public one does not (facts/bug-reports.md G10)', async () => {
    await every('service-internal', ({ object }) =>
      assert.equal(at(object, 'spec', 'publishNotReadyAddresses'), true),
    );
    await every('service-public', ({ object }) =>
      assert.equal(at(object, 'spec', 'publishNotReadyAddresses'), undefined),
    );
  });

  test('the internal port is open to peers, this fleet’s rollout Job and the exporter alone (facts/bug-reports.md G15)', async () => {
    await every('network-policy', ({ object, example }) => {
      const rules = at(object, 'spec', 'ingress') as readonly JsonObject[];
      const unbounded = rules
        .filter((rule) => rule['from'] === undefined)
        .map((rule) => at(rule, 'ports', 0, 'port'));
      assert.deepEqual(unbounded, example === 'ambient-mesh' ? [8080, 15008] : [8080]);
      const internal = rules.filter((rule) => at(rule, 'ports', 0, 'port') === 8081);
      assert.equal(internal.length, 1);
      assert.equal((at(internal[0], 'from') as readonly JsonValue[]).length, 3);
    });
  });

  test('a port 15008 never goes without an AuthorizationPolicy (facts/threats.md T22)', async () => {
    const objects = await renderedObjects();
    const ambient = objects
      .filter(({ object }) => JSON.stringify(object).includes('15008'))
      .map(({ example }) => example);
    assert.deepEqual(ambient, ['ambient-mesh']);
    assert.ok(
      objects.some(
        ({ example, template }) => example === 'ambient-mesh' && template === 'authorization-policy',
      ),
    );
  });

  test('an AuthorizationPolicy uses ports and principals only, which is all that ztunnel enforces (facts/scaling.md 5.3)', async () => {
    await every('authorization-policy', ({ object }) => {
      for (const rule of at(object, 'spec', 'rules') as readonly JsonObject[]) {
        for (const to of (rule['to'] ?? []) as readonly JsonObject[])
          assert.deepEqual(Object.keys(to['operation'] as JsonObject), ['ports']);
        for (const from of (rule['from'] ?? []) as readonly JsonObject[])
          assert.deepEqual(Object.keys(from['source'] as JsonObject), ['principals']);
      }
    });
  });

  test('a ScaledObject never goes below one pod, and its HPA behaviour is written in full (facts/scaling.md 1.4, 1.6)', async () => {
    await every('scaled-object', ({ object, example }) => {
      assert.ok((at(object, 'spec', 'minReplicaCount') as number) >= 1);
      const behavior = at(object, 'spec', 'advanced', 'horizontalPodAutoscalerConfig', 'behavior');
      for (const direction of ['scaleUp', 'scaleDown']) {
        assert.deepEqual(Object.keys(at(behavior, direction) as JsonObject).sort(), [
          'policies',
          'selectPolicy',
          'stabilizationWindowSeconds',
        ]);
      }
      const window = at(behavior, 'scaleDown', 'stabilizationWindowSeconds');
      assert.equal(window, example === 'websockets' ? 1800 : 600);
      assert.deepEqual(at(behavior, 'scaleDown', 'policies'), [
        { type: 'Pods', value: 1, periodSeconds: 300 },
      ]);
    });
  });

  test('every trigger is for the whole fleet, and missing data never counts as zero (facts/bug-reports.md D1, D2)', async () => {
    await every('scaled-object', ({ object }) => {
      for (const trigger of at(object, 'spec', 'triggers') as readonly JsonObject[]) {
        assert.equal(trigger['metricType'], 'Value');
        if (trigger['type'] === 'prometheus')
          assert.equal(at(trigger, 'metadata', 'ignoreNullValues'), 'false');
        else assert.equal(trigger['type'], 'metrics-api');
      }
    });
  });

  test('no object carries KEDA’s pause, which belongs to the live object (facts/scaling.md 2.4)', async () => {
    for (const { object } of await renderedObjects())
      assert.doesNotMatch(JSON.stringify(object), /autoscaling\.keda\.sh/);
  });

  test('an HTTPRoute writes what the CRD would default, and no retry unless the platform asserts its channel (A16)', async () => {
    await every('http-route', ({ object }) => {
      assert.deepEqual(at(object, 'spec', 'rules', 0, 'matches'), [
        { path: { type: 'PathPrefix', value: '/' } },
      ]);
      assert.deepEqual(at(object, 'spec', 'rules', 0, 'backendRefs', 0, 'group'), '');
      assert.deepEqual(at(object, 'spec', 'rules', 0, 'backendRefs', 0, 'kind'), 'Service');
      assert.deepEqual(at(object, 'spec', 'rules', 0, 'backendRefs', 0, 'weight'), 1);
      assert.equal(at(object, 'spec', 'rules', 0, 'retry'), undefined);
    });
  });
});
