import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { JsonObject } from '../../../documents/json.ts';
import type { ControlPlane } from '../control-plane.ts';

export interface Kustomization {
  readonly namespace: string;
  /** Absolute paths of folders. */
  readonly resources: readonly string[];
  readonly components?: readonly string[];
}

/** Every object that kustomize makes of these folders. */
export async function kustomize(
  plane: ControlPlane,
  { namespace, resources, components = [] }: Kustomization,
): Promise<readonly JsonObject[]> {
  const folder = await mkdtemp(join(tmpdir(), 'celld-gitops-kustomize-'));
  // It refuses absolute paths.
  const fromHere = (paths: readonly string[]) => paths.map((path) => relative(folder, path));
  try {
    const kustomization = {
      apiVersion: 'kustomize.config.k8s.io/v1beta1',
      kind: 'Kustomization',
      namespace,
      resources: fromHere(resources),
      components: fromHere(components),
    };
    await writeFile(join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    const { code, stdout, stderr } = await plane.kubectl(['kustomize', folder]);
    if (code !== 0) throw new Error(`Cannot kustomize ${resources.join(', ')}: ${stderr.trim()}`);
    return parseAllDocuments(stdout).map((document) => document.toJS() as JsonObject);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Applies objects server-side; throws with what kubectl says. */
export async function applyObjects(plane: ControlPlane, items: readonly JsonObject[]): Promise<void> {
  const list = JSON.stringify({ apiVersion: 'v1', kind: 'List', items });
  const flags = ['--server-side', '--force-conflicts', '-f', '-'];
  const { code, stderr } = await plane.kubectl(['apply', ...flags], list);
  if (code !== 0) throw new Error(`Cannot apply ${String(items.length)} objects: ${stderr.trim()}`);
}
