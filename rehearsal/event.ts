import type { FleetPicture } from './fleet-picture.ts';

/** Who did something. */
export type Actor = 'git' | 'Argo CD' | 'gate' | 'rollout' | 'pods';

/** One thing that happened, in a line for a person who watches. */
export interface RehearsalEvent {
  /** Milliseconds of virtual time since the rehearsal began. */
  readonly at: number;
  readonly by: Actor;
  readonly text: string;
  /** How the fleet stands then. */
  readonly fleet: FleetPicture;
}
