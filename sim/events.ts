import type { JsonObject } from '../documents/json.ts';
import type { KubeObject } from '../fleet/cluster-api.ts';

/** The object that an event is about. */
export interface Subject {
  readonly namespace: string;
  readonly name: string;
}

/** A pod, and not its successor of the same name. */
export interface PodSubject extends Subject {
  readonly uid: string;
}

/** What will happen in the world, as data: so a world can be copied, and one event chosen before another. */
export type SimEvent =
  | ({ readonly kind: 'set.observe' } & Subject)
  | ({ readonly kind: 'set.act'; readonly set: KubeObject; readonly pods: readonly KubeObject[] } & Subject)
  | ({ readonly kind: 'set.status'; readonly setUid: string; readonly status: JsonObject } & Subject)
  | ({ readonly kind: 'pod.start' } & PodSubject)
  | ({ readonly kind: 'pod.ready'; readonly run: number } & PodSubject)
  | ({ readonly kind: 'pod.crash'; readonly run: number; readonly exitCode: number } & PodSubject)
  | ({ readonly kind: 'pod.restart' } & PodSubject)
  | ({ readonly kind: 'pod.stopped' } & PodSubject)
  | ({ readonly kind: 'cells.lost'; readonly bucket: string; readonly cells: number } & Subject)
  | ({ readonly kind: 'cells.restore'; readonly cells: number } & PodSubject)
  | ({ readonly kind: 'cells.warm' } & PodSubject)
  | ({ readonly kind: 'deployment.adopt'; readonly version: string } & PodSubject)
  | ({ readonly kind: 'deployment.settle' } & PodSubject)
  | ({ readonly kind: 'collect'; readonly uid: string } & Subject)
  | ({ readonly kind: 'job.sync' } & Subject)
  | ({ readonly kind: 'job.deadline'; readonly uid: string } & Subject)
  | ({ readonly kind: 'process.start' } & PodSubject)
  | ({ readonly kind: 'process.kill' } & PodSubject)
  | ({ readonly kind: 'process.ended'; readonly exitCode: number; readonly message: string } & PodSubject)
  | ({ readonly kind: 'keda.reconcile' } & Subject)
  | ({ readonly kind: 'keda.delete-hpa' } & Subject)
  | ({ readonly kind: 'keda.paused'; readonly uid: string } & Subject)
  | ({ readonly kind: 'keda.rewrite-paused'; readonly uid: string } & Subject)
  | ({ readonly kind: 'keda.loop'; readonly uid: string } & Subject)
  | ({ readonly kind: 'hpa.sync'; readonly uid: string } & Subject)
  | ({ readonly kind: 'hpa.write'; readonly replicas: number; readonly seen: string } & Subject)
  | ({ readonly kind: 'argocd.step' } & Subject)
  | ({ readonly kind: 'argocd.retry'; readonly attempt: number } & Subject)
  | ({ readonly kind: 'argocd.refresh' } & Subject);

export type EventKind = SimEvent['kind'];

/** Two events of one key never wait at the same time. Those of a pod are told apart by its uid. */
export function eventKey(event: SimEvent): string {
  const subject = `${event.kind} ${event.namespace}/${event.name}`;
  if (event.kind === 'hpa.write' || event.kind === 'cells.restore' || event.kind === 'cells.lost') {
    return `${subject} ${JSON.stringify(event)}`;
  }
  return 'uid' in event ? `${subject} ${event.uid}` : subject;
}
