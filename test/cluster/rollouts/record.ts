import type { JsonObject } from '../../../documents/json.ts';
import { textAt } from '../harness/json-at.ts';
import { openConnection } from '../../support/kubelet/connection.ts';
import { type WatchEvent, watchObjects } from '../../support/kubelet/watch.ts';

/** One change of an object, as the API server told it. */
export interface Change {
  /** When it was heard of, milliseconds since the epoch. */
  readonly at: number;
  /** The API server's order, over all kinds. */
  readonly order: number;
  readonly kind: 'Pod' | 'StatefulSet' | 'Job' | 'ScaledObject' | 'HorizontalPodAutoscaler';
  readonly type: WatchEvent['type'];
  readonly object: JsonObject;
}

const PATHS = {
  Pod: '/api/v1/pods',
  StatefulSet: '/apis/apps/v1/statefulsets',
  Job: '/apis/batch/v1/jobs',
  HorizontalPodAutoscaler: '/apis/autoscaling/v2/horizontalpodautoscalers',
  ScaledObject: '/apis/keda.sh/v1alpha1/scaledobjects',
} as const satisfies Readonly<Record<Change['kind'], string>>;

export interface Recording {
  /** Every change in one namespace so far, in the API server's order. */
  changes(namespace: string): readonly Change[];
  close(): void;
}

/** Writes down every change of what the invariants are about, by a watch for each kind. */
export async function record(
  kubeconfig: string,
  kinds: readonly Change['kind'][] = ['Pod', 'StatefulSet', 'Job', 'HorizontalPodAutoscaler'],
): Promise<Recording> {
  const connection = openConnection(kubeconfig);
  const changes: Change[] = [];
  const watches = kinds.map((kind) =>
    watchObjects(connection, PATHS[kind], ({ type, object }) => {
      const order = Number(textAt(object, 'metadata', 'resourceVersion'));
      changes.push({ at: Date.now(), order, kind, type, object });
    }),
  );
  await Promise.all(watches.map(({ started }) => started));
  return {
    changes: (namespace) =>
      changes
        .filter(({ object }) => textAt(object, 'metadata', 'namespace') === namespace)
        .toSorted((a, b) => a.order - b.order),
    close: () => {
      for (const watch of watches) watch.close();
      connection.close();
    },
  };
}
