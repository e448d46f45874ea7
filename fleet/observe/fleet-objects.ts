import type { KubeObject } from '../cluster-api.ts';
import { LABELS } from '../labels.ts';
import { objectAt, textAt } from '../object-fields.ts';
import type { FleetKey } from './fleet-snapshot.ts';

/** `namespace/app`: both are DNS labels, so the slash parts them. */
export function keyText({ namespace, app }: FleetKey): string {
  return `${namespace}/${app}`;
}

/** The fleet that an object's label names, or undefined. */
export function fleetOf(object: KubeObject, label: string = LABELS.workerapp): FleetKey | undefined {
  const namespace = textAt(object, 'metadata', 'namespace');
  const app = textAt(objectAt(object, 'metadata', 'labels'), label);
  return namespace === undefined || app === undefined || app === '' ? undefined : { namespace, app };
}

/** `namespace/name` of an object. */
export function objectKey(object: KubeObject): string {
  return `${textAt(object, 'metadata', 'namespace') ?? ''}/${textAt(object, 'metadata', 'name') ?? ''}`;
}
