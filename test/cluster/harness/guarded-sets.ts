import type { JsonObject } from '../../../documents/json.ts';
import { CLOSED_PARTITION } from '../../../fleet/bounds.ts';
import { ANNOTATIONS, fleetSelector, LABELS } from '../../../fleet/labels.ts';
import { GUARDED_NAMESPACE } from './guard-identities.ts';

/** A StatefulSet in the state of its name. Each is its own fleet, or somebody else's set. */
export type GuardedSet =
  | 'whole'
  | 'fresh'
  | 'approved'
  | 'moving'
  | 'unlabelled'
  | 'acknowledged'
  | 'adopted'
  | 'operated'
  | 'chartOpen'
  | 'chartClosed'
  | 'foreign'
  | 'foreignCelld';

export interface SetState {
  readonly app: string;
  readonly object: JsonObject;
}

interface Parts {
  readonly annotations?: JsonObject;
  readonly labels?: JsonObject;
  readonly owners?: readonly JsonObject[];
  readonly partition?: number;
  readonly strategy?: 'OnDelete';
  readonly selector?: JsonObject;
}

const HASH = { [ANNOTATIONS.templateHash]: 'now' };
const FLOOR = { [ANNOTATIONS.floor]: '3' };
const approvedFor = (hash: string): JsonObject => ({
  [ANNOTATIONS.approvedTemplateHash]: hash,
  [ANNOTATIONS.approvedPlan]: hash,
});

/** Every state, with four pods and a floor of three where nothing else is said. `owner` is the uid of a live ConfigMap. */
export function guardedSets(owner: string): Readonly<Record<GuardedSet, SetState>> {
  const controller = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: owner, controller: true };
  const whole = { ...HASH, ...FLOOR, ...approvedFor('now') };
  return {
    whole: fleet('whole', { annotations: whole }),
    fresh: fleet('fresh', { annotations: { ...HASH, ...FLOOR } }),
    approved: fleet('approved', { annotations: { ...HASH, ...FLOOR, ...approvedFor('next') } }),
    moving: fleet('moving', { annotations: { ...HASH, ...FLOOR, ...approvedFor('next') }, partition: 2 }),
    unlabelled: fleet('unlabelled', { annotations: whole, labels: {} }),
    acknowledged: fleet('acknowledged', {
      annotations: { ...whole, [ANNOTATIONS.floor]: 'many', [ANNOTATIONS.acknowledgeDelete]: 'true' },
    }),
    adopted: fleet('adopted', { strategy: 'OnDelete' }),
    operated: fleet('operated', { annotations: HASH, owners: [controller], partition: 0 }),
    chartOpen: chart('chart-open', { partition: 0 }),
    chartClosed: chart('chart-closed', {}),
    foreign: { app: 'foreign', object: stored('foreign', { selector: { app: 'foreign' }, labels: {} }) },
    foreignCelld: { app: 'foreign-celld', object: chart('foreign-celld', { labels: {} }).object },
  };
}

function fleet(app: string, parts: Parts): SetState {
  const labels = { [LABELS.workerapp]: app };
  return { app, object: stored(`${app}-celld`, { labels, selector: fleetSelector(app), ...parts }) };
}

function chart(app: string, parts: Parts): SetState {
  const selector = { [LABELS.name]: 'celld', [LABELS.instance]: app };
  return { app, object: stored(app, { labels: { [LABELS.workerapp]: app }, selector, ...parts }) };
}

/** As an apply would make it; the smallest template that the API server takes. */
export function stored(name: string, parts: Parts): JsonObject {
  const { annotations = {}, labels = {}, owners = [], partition = CLOSED_PARTITION, selector = {} } = parts;
  const rolling = { type: 'RollingUpdate', rollingUpdate: { partition } };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name, namespace: GUARDED_NAMESPACE, annotations, labels, ownerReferences: [...owners] },
    spec: {
      replicas: 4,
      serviceName: name,
      selector: { matchLabels: selector },
      updateStrategy: parts.strategy === undefined ? rolling : { type: parts.strategy },
      template: {
        metadata: { labels: selector },
        spec: { containers: [{ name: 'celld', image: 'ghcr.io/denoland/celld:v0.6.1' }] },
      },
    },
  };
}
