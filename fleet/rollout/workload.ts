import type { JsonObject, JsonValue } from '../../documents/json.ts';
import { bucketIdentity } from '../bucket.ts';
import { defaultDurability } from '../celld-versions.ts';
import type { Durability } from '../environment-input.ts';
import { ANNOTATIONS } from '../labels.ts';
import { annotationOf, fieldAt, objectsAt, textAt, textsAt } from '../object-fields.ts';
import { type CelldVersion, parseCelldImage } from '../version.ts';

/** What a pod, or a pod template, says about the celld that runs in it. */
export interface Workload {
  readonly image: string;
  /** Undefined: the tag does not say. */
  readonly version: CelldVersion | undefined;
  readonly durability: Durability | 'unknown';
  /** Key of the bucket's safety domain (DESIGN D17); undefined: not said. */
  readonly bucketKey: string | undefined;
  /** The deployment that its template asked for; undefined for `InPlace`. */
  readonly appVersion: string | undefined;
}

/** Reads a pod or a pod template: both have `metadata` and `spec`. */
export function workloadOf(template: JsonObject): Workload {
  const container = celldContainer(template);
  const image = textAt(container, 'image') ?? '';
  const { version } = parseCelldImage(image);
  return {
    image,
    version,
    durability: durabilityOf(container, version),
    bucketKey: bucketKeyOf(container),
    appVersion: annotationOf(template, ANNOTATIONS.appVersion),
  };
}

/** The container that runs celld: the one of that name, else the first. */
export function celldContainer(template: JsonObject): JsonObject | undefined {
  const containers = objectsAt(template, 'spec', 'containers');
  return containers.find((container) => container['name'] === 'celld') ?? containers[0];
}

function durabilityOf(
  container: JsonObject | undefined,
  version: CelldVersion | undefined,
): Workload['durability'] {
  const entry = variable(container, 'CELLD_DURABILITY');
  if (entry === undefined) return version === undefined ? 'unknown' : defaultDurability(version);
  const value = textAt(entry, 'value');
  return value === 'bucket' || value === 'fleet' ? value : 'unknown';
}

function bucketKeyOf(container: JsonObject | undefined): string | undefined {
  const argumentsOf = textsAt(container, 'args');
  const flag = argumentsOf.indexOf('--bucket');
  const name =
    textAt(variable(container, 'CELLD_BUCKET'), 'value') ?? (flag < 0 ? undefined : argumentsOf[flag + 1]);
  if (name === undefined) return undefined;
  const endpoint = textAt(variable(container, 'S3_ENDPOINT'), 'value');
  const storageAccount = textAt(variable(container, 'AZURE_STORAGE_ACCOUNT_NAME'), 'value');
  return bucketIdentity({
    name,
    ...(endpoint !== undefined && { endpoint }),
    ...(storageAccount !== undefined && { storageAccount }),
  }).key;
}

function variable(container: JsonValue | undefined, name: string): JsonObject | undefined {
  return objectsAt(container, 'env').find((entry) => fieldAt(entry, 'name') === name);
}
