import type { KubeObject } from '../cluster-api.ts';
import type { FleetSnapshot } from '../observe/fleet-snapshot.ts';
import type { Listed } from './listed.ts';
import type { WorkerApp } from './worker-app.ts';

/** One object of a fleet: there, not there, of a kind that the cluster lacks, or not known. */
export type Seen =
  | { readonly kind: 'there'; readonly object: KubeObject }
  | { readonly kind: 'absent' }
  | { readonly kind: 'not-served' }
  | { readonly kind: 'unknown'; readonly reason: string };

/** Everything that a fleet's status is made from: one moment, nothing of it is asked for later. */
export interface FleetView {
  readonly snapshot: FleetSnapshot;
  /** Undefined: not stored yet; on a first sync it comes last. */
  readonly app: WorkerApp | undefined;
  /** A rollout Job holds the fleet's Lease and renews it. */
  readonly isJobAtWork: boolean;
  /** The hash of the live template, as the render stamped it, and what the gate approved last. */
  readonly templateHash: string | undefined;
  /** When a rollout Job last wrote the StatefulSet; milliseconds since the epoch, by the API server's clock. */
  readonly lastStep: number | undefined;
  readonly ingressMode: 'httproute' | 'virtualservice' | 'ingress' | 'none';
  readonly isMeshed: boolean;
  readonly scaledObject: Seen;
  readonly httpRoute: Seen;
  readonly gateways: Listed<KubeObject>;
  readonly ingress: Seen;
  readonly virtualService: Seen;
  readonly authorizationPolicy: Seen;
}
