import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { at, mapAt, numberAt, textAt } from '../json.ts';
import { ownerReference } from '../stateful-set/revisions.ts';

/** The name under which KEDA makes an autoscaler. facts/scaling.md 1.2 and 1.3. */
export function autoscalerName(scaledObject: KubeObject): string {
  const named = textAt(scaledObject, 'spec', 'advanced', 'horizontalPodAutoscalerConfig', 'name');
  return named === '' ? `keda-hpa-${textAt(scaledObject, 'metadata', 'name')}` : named;
}

/** The autoscaler that a ScaledObject asks for. Its labels and annotations are copied. facts/scaling.md 1.4 and 1.6. */
export function autoscalerOf(scaledObject: KubeObject, isShrinkPaused: boolean): JsonObject {
  const behavior = mapAt(scaledObject, 'spec', 'advanced', 'horizontalPodAutoscalerConfig', 'behavior');
  const scaleDown = mapAt(behavior, 'scaleDown');
  return {
    metadata: {
      name: autoscalerName(scaledObject),
      namespace: textAt(scaledObject, 'metadata', 'namespace'),
      labels: mapAt(scaledObject, 'metadata', 'labels'),
      annotations: mapAt(scaledObject, 'metadata', 'annotations'),
      ownerReferences: [ownerReference(scaledObject)],
    },
    spec: {
      scaleTargetRef: mapAt(scaledObject, 'spec', 'scaleTargetRef'),
      minReplicas: Math.max(1, numberAt(scaledObject, 'spec', 'minReplicaCount')),
      maxReplicas: at(scaledObject, 'spec', 'maxReplicaCount') ?? 100,
      behavior: isShrinkPaused
        ? { ...behavior, scaleDown: { ...scaleDown, selectPolicy: 'Disabled' } }
        : behavior,
    },
  };
}
