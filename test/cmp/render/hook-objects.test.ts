import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { syncAnnotations } from '../../../cmp/render/output-object.ts';
import { sha256Hex } from '../../../cmp/sha256.ts';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { type Hook, HOOK_PERMISSIONS } from '../../../fleet/hook-permissions.ts';
import { LABELS } from '../../../fleet/labels.ts';
import { fieldAt, numberAt, objectAt, objectsAt, textAt } from '../../../fleet/object-fields.ts';
import { readPlan } from '../../../hooks/read-plan.ts';
import { expandVariables } from '../../fleet/expand-variables.ts';
import { renderedObjects, type RenderedObject } from './rendered-objects.ts';

const HOOKS = ['gate', 'rollout'] as const;

/** Phase, wave and deletion of every object, by its kind and the Job that it is for. */
const PLACES: Readonly<Record<string, JsonObject>> = {
  'ServiceAccount gate': place('-1', 'PreSync', 'BeforeHookCreation,HookSucceeded'),
  'Role gate': place('-1', 'PreSync', 'BeforeHookCreation,HookSucceeded'),
  'RoleBinding gate': place('-1', 'PreSync', 'BeforeHookCreation,HookSucceeded'),
  'Job gate': place(undefined, 'PreSync', 'BeforeHookCreation'),
  'ServiceAccount rollout': {},
  'Role rollout': {},
  'RoleBinding rollout': {},
  'Job rollout': place('1', 'Sync', 'BeforeHookCreation'),
};

function place(wave: string | undefined, phase: string, deletion: string): JsonObject {
  return {
    'argocd.argoproj.io/hook': phase,
    'argocd.argoproj.io/hook-delete-policy': deletion,
    ...(wave !== undefined && { 'argocd.argoproj.io/sync-wave': wave }),
  };
}

async function hookObjects(): Promise<readonly RenderedObject[]> {
  return (await renderedObjects()).filter(({ template }) => template.startsWith('hook-'));
}

function hookOf(object: JsonObject): Hook {
  return textAt(object, 'metadata', 'labels', LABELS.component) === 'gate' ? 'gate' : 'rollout';
}

async function jobs(hook?: Hook): Promise<readonly RenderedObject[]> {
  return (await hookObjects()).filter(
    ({ template, object }) => template === 'hook-job' && (hook === undefined || hookOf(object) === hook),
  );
}

function pod(job: JsonObject): JsonObject {
  return objectAt(job, 'spec', 'template');
}

function container(job: JsonObject): JsonObject {
  const [only, ...others] = objectsAt(pod(job), 'spec', 'containers');
  assert.deepEqual(others, []);
  return only ?? {};
}

function variable(job: JsonObject, name: string): JsonObject {
  return objectsAt(container(job), 'env').find((entry) => entry['name'] === name) ?? {};
}

suite('the Jobs of a fleet', () => {
  test('stand in the phases and waves of the design (D3)', async () => {
    const seen = new Set<string>();
    for (const { object, wave, hook } of await hookObjects()) {
      const what = `${textAt(object, 'kind') ?? ''} ${hookOf(object)}`;
      seen.add(what);
      assert.deepEqual(syncAnnotations(wave, hook), PLACES[what], what);
    }
    assert.deepEqual(seen, new Set(Object.keys(PLACES)));
  });

  test('never live on after their time: no ttlSecondsAfterFinished, a deadline, few tries (bug rows B4, B6)', async () => {
    for (const { object } of await jobs()) {
      assert.equal(fieldAt(object, 'spec', 'ttlSecondsAfterFinished'), undefined);
      assert.ok((numberAt(object, 'spec', 'backoffLimit') ?? 99) <= 3);
      assert.equal(textAt(pod(object), 'spec', 'restartPolicy'), 'Never');
    }
    for (const { object } of await jobs('gate'))
      assert.equal(numberAt(object, 'spec', 'activeDeadlineSeconds'), 600);
  });

  test('the rollout Job outlasts the deadlines of its plan', async () => {
    for (const { object } of await jobs('rollout')) {
      const overall = numberAt(objectAt(planOf(object), 'deadlines'), 'overall') ?? 0;
      assert.equal(numberAt(object, 'spec', 'activeDeadlineSeconds'), overall + 120);
    }
  });

  test('a judgement ends a Job at once, a crash is tried again, a drained node does not count (D4)', async () => {
    for (const { object } of await jobs()) {
      assert.deepEqual(fieldAt(object, 'spec', 'podFailurePolicy'), {
        rules: [
          {
            action: 'FailJob',
            onExitCodes: {
              containerName: hookOf(object),
              operator: 'In',
              values: [10, 11, 12, 13, 64],
            },
          },
          { action: 'Ignore', onPodConditions: [{ type: 'DisruptionTarget', status: 'True' }] },
        ],
      });
    }
  });

  test('their pods have labels of their own, never the fleet’s (T19)', async () => {
    for (const { object } of await jobs()) {
      const labels = objectAt(pod(object), 'metadata', 'labels');
      const app = textAt(object, 'metadata', 'labels', LABELS.workerapp);
      assert.equal(labels[LABELS.component], hookOf(object));
      assert.equal(labels[LABELS.hookWorkerapp], app);
      for (const key of [LABELS.workerapp, LABELS.name, LABELS.instance]) assert.ok(!(key in labels), key);
    }
  });

  test('their pods meet the restricted profile, with a read-only root on top (facts/scaling.md 8)', async () => {
    for (const { object } of await jobs()) {
      const spec = objectAt(pod(object), 'spec');
      assert.deepEqual(spec['securityContext'], {
        runAsNonRoot: true,
        runAsUser: 999,
        runAsGroup: 999,
        seccompProfile: { type: 'RuntimeDefault' },
      });
      assert.deepEqual(container(object)['securityContext'], {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      });
      assert.equal(spec['enableServiceLinks'], false);
      assert.equal(spec['volumes'], undefined);
    }
  });

  test('run the platform’s image as the ServiceAccount of their name, with its token', async () => {
    for (const { object } of await jobs()) {
      const name = textAt(object, 'metadata', 'name');
      assert.equal(textAt(pod(object), 'spec', 'serviceAccountName'), name);
      assert.equal(fieldAt(pod(object), 'spec', 'automountServiceAccountToken'), true);
      assert.equal(container(object)['image'], 'ghcr.io/celld-gitops/celld-gitops:v0.1.0');
      assert.equal(container(object)['imagePullPolicy'], 'IfNotPresent');
      assert.deepEqual(container(object)['args'], [hookOf(object)]);
    }
  });

  test('carry the plan whose hash the WorkerApp has, as the program reads it', async () => {
    for (const { example, object } of await jobs()) {
      const app = textAt(object, 'metadata', 'labels', LABELS.workerapp);
      const workerApp = (await renderedObjects()).find(
        (other) =>
          other.example === example &&
          other.template === 'worker-app' &&
          textAt(other.object, 'metadata', 'name') === app,
      );
      assert.equal(
        planOf(object)['planHash'],
        textAt(workerApp?.object, 'metadata', 'annotations', 'celld-gitops.io/plan-hash'),
      );
    }
  });

  test('know which Job and which pod they are', async () => {
    for (const { object } of await jobs()) {
      const paths = ['JOB_NAME', 'JOB_UID', 'POD_UID'].map((name) =>
        textAt(variable(object, name), 'valueFrom', 'fieldRef', 'fieldPath'),
      );
      assert.deepEqual(paths, [
        "metadata.labels['batch.kubernetes.io/job-name']",
        "metadata.labels['batch.kubernetes.io/controller-uid']",
        'metadata.uid',
      ]);
    }
  });

  test('a mesh’s proxy is added to the rollout alone, and only where it needs one (bug row B5)', async () => {
    const injected = async (hook: Hook, example: string): Promise<JsonValue | undefined> => {
      const job = (await jobs(hook)).find((other) => other.example === example)?.object ?? {};
      return objectAt(pod(job), 'metadata', 'labels')['sidecar.istio.io/inject'];
    };
    assert.equal(await injected('gate', 'quick-start'), 'false');
    assert.equal(await injected('rollout', 'quick-start'), 'false');
    assert.equal(await injected('gate', 'virtual-service'), 'false');
    assert.equal(await injected('rollout', 'virtual-service'), 'true');
    assert.equal(await injected('rollout', 'ambient-mesh'), undefined);
    const meshed = (await jobs('rollout')).find(({ example }) => example === 'virtual-service')?.object ?? {};
    assert.equal(variable(meshed, 'FLEET_MESH')['value'], 'sidecar');
    const annotations = objectAt(pod(meshed), 'metadata', 'annotations');
    assert.equal(annotations['sidecar.istio.io/nativeSidecar'], 'true');
  });
});

suite('the Roles of the Jobs', () => {
  test('escalate nothing, read no Secret, and write by name (T26)', () => {
    for (const hook of HOOKS) {
      for (const { type, subresource, verbs, name, why } of HOOK_PERMISSIONS[hook]) {
        const what = `${hook} ${type.plural}/${subresource ?? ''}`;
        assert.ok(why !== '', what);
        assert.ok(!['secrets', 'roles', 'rolebindings', 'serviceaccounts'].includes(type.plural), what);
        assert.ok(!`${type.group}${type.plural}${verbs.join('')}`.includes('*'), what);
        const isUnnamed = name === undefined;
        if (isUnnamed && verbs.includes('patch')) assert.fail(`${what}: patches what it does not name`);
        if (isUnnamed && verbs.includes('create')) assert.equal(type.plural, 'events', what);
        if (isUnnamed && verbs.includes('delete')) assert.equal(type.plural, 'pods', what);
      }
    }
  });

  test('list no more of the namespace than they must', () => {
    const listed = HOOKS.map((hook) =>
      HOOK_PERMISSIONS[hook].filter(({ verbs }) => verbs.includes('list')).map(({ type }) => type.plural),
    );
    assert.deepEqual(listed, [
      ['statefulsets', 'pods', 'persistentvolumeclaims'],
      ['pods', 'scaledobjects', 'horizontalpodautoscalers'],
    ]);
  });

  test('are bound to the ServiceAccount of the same name and namespace alone', async () => {
    for (const { template, object } of await hookObjects()) {
      if (template !== 'hook-role-binding') continue;
      const name = textAt(object, 'metadata', 'name') ?? '';
      assert.deepEqual(object['roleRef'], { apiGroup: 'rbac.authorization.k8s.io', kind: 'Role', name });
      assert.deepEqual(object['subjects'], [
        { kind: 'ServiceAccount', name, namespace: textAt(object, 'metadata', 'namespace') },
      ]);
    }
  });
});

/** What the program gets, after Kubernetes has expanded variables. */
function planOf(job: JsonObject): JsonObject {
  const reading = readPlan(
    expandVariables(textAt(variable(job, 'FLEET_PLAN'), 'value') ?? '', {}),
    sha256Hex,
  );
  if (!reading.ok) assert.fail(reading.sentence);
  return reading.plan as unknown as JsonObject;
}
