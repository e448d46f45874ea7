import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { JsonObject } from '../../../documents/json.ts';
import { objectsAt, textAt } from '../../../fleet/object-fields.ts';
import type { FleetView, Seen } from '../../../fleet/status/fleet-view.ts';
import { judgePhase } from '../../../fleet/status/judge-phase.ts';
import { liveCondition } from '../../../fleet/status/worker-app.ts';
import { ownStatusText, workerAppStatus } from '../../../fleet/status/worker-app-status.ts';
import { type Fleet, viewOf } from './views.ts';

const NOW = '2026-11-29T12:00:00Z';
const UNKNOWN: Seen = { kind: 'unknown', reason: '503 ServiceUnavailable' };
const GONE: Seen = { kind: 'not-served' };
const ABSENT: Seen = { kind: 'absent' };
const HOSTS = { hostnames: ['chat.example.com'] };
const SCALED = { autoscaling: { enabled: true } };
const FOLLOWS = { appVersion: 'auto' };

function statusOf(fleet: Fleet): JsonObject {
  const view = viewOf(fleet);
  const { app } = view;
  assert.ok(app);
  return workerAppStatus({ ...view, app }, judgePhase(view), NOW);
}

function there(object: JsonObject): Seen {
  return { kind: 'there', object };
}

function route(accepted: string, seen = 2, namespace = 'infra'): Seen {
  const conditions = [
    { type: 'Accepted', status: accepted, observedGeneration: seen },
    { type: 'ResolvedRefs', status: 'True', observedGeneration: seen },
  ];
  const parents = [{ parentRef: { name: 'public', namespace }, conditions }];
  return there({ metadata: { namespace: 'prod', generation: 2 }, status: { parents } });
}

function gateways(programmed: string): FleetView['gateways'] {
  const conditions = [{ type: 'Programmed', status: programmed, observedGeneration: 1 }];
  const metadata = { namespace: 'infra', name: 'public', generation: 1 };
  return { kind: 'listed', items: [{ metadata, status: { conditions } }] };
}

function routed(httpRoute: Seen, programmed = 'True'): Fleet {
  return { spec: HOSTS, view: { ingressMode: 'httproute', httpRoute, gateways: gateways(programmed) } };
}

function scaler(ready?: string): Seen {
  return there({ status: { conditions: ready === undefined ? [] : [{ type: 'Ready', status: ready }] } });
}

/** A fleet, a condition, and what it says; undefined: it does not apply. facts/operators.md A6. */
const ROWS: readonly (readonly [string, Fleet, string, string | undefined])[] = [
  ['no host names', { view: { ingressMode: 'httproute' } }, 'IngressReady', undefined],
  ['no ingress at all', { spec: HOSTS }, 'IngressReady', undefined],
  ['a route that is accepted', routed(route('True')), 'IngressReady', 'True RouteObserved'],
  ['a route that is refused', routed(route('False')), 'IngressReady', 'False RouteObserved'],
  ['a route seen as it was before', routed(route('True', 1)), 'IngressReady', 'Unknown RouteObserved'],
  ['a route that nobody has seen', routed(there({})), 'IngressReady', 'Unknown RouteObserved'],
  ['a Gateway that is not programmed', routed(route('True'), 'False'), 'IngressReady', 'False RouteObserved'],
  ['a Gateway of elsewhere', routed(route('True', 2, 'else')), 'IngressReady', 'Unknown RouteObserved'],
  ['no Gateway API', routed(GONE), 'IngressReady', 'False GatewayAPIUnavailable'],
  ['no route', routed(ABSENT), 'IngressReady', 'False RouteError'],
  ['routes that cannot be listed', routed(UNKNOWN), 'IngressReady', 'Unknown NotRead'],
  [
    'an Ingress',
    { spec: HOSTS, view: { ingressMode: 'ingress', ingress: there({}) } },
    'IngressReady',
    'Unknown IngressReconciled',
  ],
  [
    'no Istio',
    { spec: HOSTS, view: { ingressMode: 'virtualservice', virtualService: GONE } },
    'IngressReady',
    'False IstioUnavailable',
  ],
  ['no mesh', {}, 'MeshPolicyReady', undefined],
  [
    'a policy',
    { view: { isMeshed: true, authorizationPolicy: there({}) } },
    'MeshPolicyReady',
    'True PolicyReconciled',
  ],
  ['no policy', { view: { isMeshed: true } }, 'MeshPolicyReady', 'False PolicyError'],
  ['no autoscaling', {}, 'AutoscalingReady', undefined],
  ['no KEDA', { spec: SCALED, view: { scaledObject: GONE } }, 'AutoscalingReady', 'False KEDAUnavailable'],
  ['no ScaledObject', { spec: SCALED }, 'AutoscalingReady', 'False ScaledObjectError'],
  [
    'a scaler that works',
    { spec: SCALED, view: { scaledObject: scaler('True') } },
    'AutoscalingReady',
    'True ScaledObjectReconciled',
  ],
  [
    'a scaler that does not',
    { spec: SCALED, view: { scaledObject: scaler('False') } },
    'AutoscalingReady',
    'False ScaledObjectError',
  ],
  [
    'a scaler that is new',
    { spec: SCALED, view: { scaledObject: scaler() } },
    'AutoscalingReady',
    'Unknown ScaledObjectReconciled',
  ],
  ['a pinned version', {}, 'DeployTrackingReady', undefined],
  ['a pointer that is followed', { spec: FOLLOWS }, 'DeployTrackingReady', 'True Tracking'],
  [
    'a pointer that the pods are not at',
    { spec: FOLLOWS, serves: ['v9', 'v9', 'v9'] },
    'DeployTrackingReady',
    'False VersionMismatch',
  ],
  [
    'a role that is attached elsewhere',
    { spec: { bucket: { credentialsFrom: { iamRole: 'auto' } } } },
    'BucketCredentialsReady',
    'False ProvisioningNotImplemented',
  ],
  ['pods that are not ready', { unready: true }, 'FleetStateReady', 'False Unavailable'],
  ['spec.paused', { spec: { paused: true } }, 'Progressing', 'False Paused'],
  ['the partition open', { partition: 0 }, 'Progressing', 'True RollingOut'],
  ['no pods', { replicas: 0, pods: [] }, 'Degraded', 'True Stopped'],
];

suite('The status of a fleet', () => {
  for (const [what, fleet, type, expected] of ROWS)
    test(`with ${what} has ${type} ${expected ?? 'left out'}`, () => {
      const condition = liveCondition(statusOf(fleet), type);
      const said = condition && `${textAt(condition, 'status')} ${textAt(condition, 'reason')}`;
      assert.equal(said, expected);
    });

  test('names no rolled-out deployment while pods differ or one does not tell', () => {
    assert.equal(statusOf({})['rolledOutAppVersion'], 'v1');
    for (const serves of [['v0'], [undefined]]) assert.equal(statusOf({ serves })['rolledOutAppVersion'], '');
    assert.equal(statusOf({ pods: ['r1', 'r1'] })['rolledOutAppVersion'], '');
  });

  test('never has what the CRD would refuse, however long a lie a pod tells', () => {
    const lie = 'v'.repeat(5000);
    const { deployments, rolledOutAppVersion } = statusOf({ serves: [lie, lie, lie] });
    assert.equal(rolledOutAppVersion, '');
    assert.deepEqual(
      deployments,
      [0, 1, 2].map((ordinal) => ({ name: `chat-celld-${ordinal}` })),
    );
  });

  test('is the same text as the stored one, whatever the Jobs and others have in it', () => {
    const status = statusOf({});
    const others = [{ type: 'RolloutRefused', status: 'True' }, { type: 'Else' }];
    const conditions = [...others, ...objectsAt(status, 'conditions').toReversed()];
    assert.equal(ownStatusText({ ...status, rollout: { partition: 3 }, conditions }), ownStatusText(status));
    assert.notEqual(ownStatusText({ ...status, phase: 'Pending' }), ownStatusText(status));
  });
});
