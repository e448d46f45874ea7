import { isJsonArray, isJsonObject, type JsonValue } from '../documents/json.ts';
import { missingFeatures } from './celld-deployment-features.ts';
import type { DeploymentPointer } from './deployment-pointer.ts';
import type { CelldVersion } from './version.ts';

/** What of a deployment's manifest decides which celld can load it. facts/celld.md 4.2. */
export interface DeploymentManifest {
  readonly requiredFeatures: readonly string[];
}

/** Names modules and crons; code and assets lie beside it. */
export const MAX_MANIFEST_BYTES = 1024 * 1024;

export function manifestKey({ prefix }: DeploymentPointer): string {
  return `${prefix}/manifest.json`;
}

/** Undefined where the text is no manifest of that deployment. */
export function readDeploymentManifest(
  text: string,
  pointer: DeploymentPointer,
): DeploymentManifest | undefined {
  const value = parse(text);
  if (!isJsonObject(value) || value['version'] !== pointer.version) return undefined;
  const features = value['required_features'] ?? [];
  if (!isJsonArray(features)) return undefined;
  const names = features.filter((name) => typeof name === 'string');
  return names.length === features.length ? { requiredFeatures: names } : undefined;
}

/** Features for which nodes of this version refuse the deployment. */
export function unsupportedFeatures(manifest: DeploymentManifest, celld: CelldVersion): readonly string[] {
  return missingFeatures(celld, manifest.requiredFeatures);
}

function parse(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue;
  } catch {
    return undefined;
  }
}
