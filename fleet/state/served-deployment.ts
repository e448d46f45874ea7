import { isJsonObject, type JsonValue } from '../../documents/json.ts';
import type { ServedDeployment } from '../state-reader.ts';
import { countOf, sizeOf } from './count.ts';

/**
 * What a plan can ask for (the schema's pattern for `spec.appVersion`); celld itself writes 16 hexadecimal digits. Any
 * other text is no answer: passed on it would reach people's screens, and replaced, two nodes would seem to agree.
 */
const DEPLOYMENT_VERSION = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$/;

/**
 * The deployment of a `/state` body: a version, a generation from 1 on, and how much is still on its way. `cells` and
 * `isolates` are unbounded and are left. `undefined`: it has another shape. facts/operators.md A4, facts/celld.md 1.2.
 */
export function decodeServedDeployment(value: JsonValue): ServedDeployment | undefined {
  if (!isJsonObject(value)) return undefined;
  const version = value['version'];
  const generation = countOf(value['generation']);
  const draining = sizeOf(value['draining']);
  const swapping = sizeOf(value['swapping']);
  if (typeof version !== 'string' || !DEPLOYMENT_VERSION.test(version)) return undefined;
  if (generation === undefined || generation < 1) return undefined;
  if (draining === undefined || swapping === undefined) return undefined;
  return { version, generation, draining, swapping };
}
