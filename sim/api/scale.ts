import type { JsonObject } from '../../documents/json.ts';
import { mapAt, numberAt, textAt, withAt } from '../json.ts';

/** `autoscaling/v1 Scale` of an object with `spec.replicas`. It carries no labels. facts/proven.md 3 (guard). */
export function scaleOf(object: JsonObject): JsonObject {
  const labels = mapAt(object, 'spec', 'selector', 'matchLabels');
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata: {
      name: textAt(object, 'metadata', 'name'),
      namespace: textAt(object, 'metadata', 'namespace'),
      uid: textAt(object, 'metadata', 'uid'),
      resourceVersion: textAt(object, 'metadata', 'resourceVersion'),
    },
    spec: { replicas: numberAt(object, 'spec', 'replicas') },
    status: {
      replicas: numberAt(object, 'status', 'replicas'),
      selector: Object.keys(labels)
        .map((key) => `${key}=${textAt(labels, key)}`)
        .join(','),
    },
  };
}

/** The object with the size that a Scale says. */
export function scaledObject(object: JsonObject, scale: JsonObject): JsonObject {
  return withAt(object, ['spec', 'replicas'], numberAt(scale, 'spec', 'replicas'));
}
