import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Program } from './measure.ts';

/** Renderers that people use today, each at the version that is measured. */
const PEERS = [
  { name: 'kustomize build', module: 'sigs.k8s.io/kustomize/kustomize/v5@v5.8.2', program: 'kustomize' },
  { name: 'helm template', module: 'helm.sh/helm/v3/cmd/helm@v3.21.4', program: 'helm' },
] as const;

const BIN = resolve('.cache/bench/bin');

/** The peers, over the very objects that our render writes; none, and a line that says so, where Go is missing. */
export function peerPrograms(scratch: string, expectedFile: string): readonly Program[] {
  if (spawnSync('go', ['version']).status !== 0) {
    process.stdout.write('Go is missing: kustomize and helm are not measured\n');
    return [];
  }
  const manifests = readFileSync(expectedFile, 'utf8');
  return PEERS.flatMap((peer) => {
    const binary = install(peer);
    if (binary === undefined) return [];
    return [
      {
        name: peer.name,
        command: binary,
        args: peer.program === 'helm' ? helmArgs(scratch, manifests) : kustomizeArgs(scratch, manifests),
      },
    ];
  });
}

function install({ name, module, program }: (typeof PEERS)[number]): string | undefined {
  const binary = join(BIN, program);
  if (existsSync(binary)) return binary;
  process.stdout.write(`Installing ${module}\n`);
  const { status, stderr } = spawnSync('go', ['install', module], {
    env: { ...process.env, GOBIN: BIN },
    encoding: 'utf8',
  });
  if (status === 0) return binary;
  process.stdout.write(
    `${name} is not measured: ${stderr.trim().split('\n').at(-1) ?? 'go install failed'}\n`,
  );
  return undefined;
}

function kustomizeArgs(scratch: string, manifests: string): readonly string[] {
  const folder = join(scratch, 'kustomize');
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'fleet.yaml'), manifests);
  writeFileSync(join(folder, 'kustomization.yaml'), 'resources:\n  - fleet.yaml\nnamespace: chat\n');
  return ['build', folder];
}

function helmArgs(scratch: string, manifests: string): readonly string[] {
  const folder = join(scratch, 'helm');
  mkdirSync(join(folder, 'templates'), { recursive: true });
  writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: fleet\nversion: 0.1.0\n');
  writeFileSync(join(folder, 'values.yaml'), 'name: chat\n');
  writeFileSync(
    join(folder, 'templates', 'fleet.yaml'),
    manifests.replaceAll('"chat', '"{{ .Values.name }}'),
  );
  return ['template', 'fleet', folder];
}
