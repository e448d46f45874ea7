import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ControlPlane } from '../control-plane.ts';
import { crdSources, readCrdSource, type GatewayChannel } from './third-party-crds.ts';

const OURS = join(import.meta.dirname, '../../../argocd/crds');

/** The definitions of argocd/crds, one text per file; none before they are generated. */
export async function ownCrds(): Promise<readonly string[]> {
  if (!existsSync(OURS)) return [];
  const files = (await readdir(OURS)).filter((file) => file.endsWith('.yaml')).sort();
  return Promise.all(files.map((file) => readFile(join(OURS, file), 'utf8')));
}

/** Every definition that our output may need: ours and, from the Go module cache, everybody else's. */
export async function allCrds(channel: GatewayChannel): Promise<readonly string[]> {
  const others = await Promise.all(crdSources(channel).map((source) => readCrdSource(source)));
  return [...(await ownCrds()), ...others.flat()];
}

/** Applies definitions and waits until the API server serves them. Server-side, as some exceed the last-applied annotation. */
export async function installCrds(plane: ControlPlane, definitions: readonly string[]): Promise<void> {
  if (definitions.length === 0) return;
  const text = definitions.join('\n---\n');
  const applied = await plane.kubectl(['apply', '--server-side', '--validate=strict', '-f', '-'], text);
  if (applied.code !== 0) throw new Error(`Cannot install the CRDs: ${applied.stderr.trim()}`);
  for (let attempt = 1; ; attempt += 1) {
    const waited = await plane.kubectl([
      'wait',
      '--for=condition=Established',
      '--timeout=50s',
      'crd',
      '--all',
    ]);
    if (waited.code === 0) return;
    // kubectl takes a definition that has no conditions yet for a broken one.
    const tooEarly = waited.stderr.includes('.status.conditions accessor error');
    if (!tooEarly || attempt === 100) throw new Error(`Cannot install the CRDs: ${waited.stderr.trim()}`);
  }
}
