import { readFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import { isJsonObject } from '../documents/json.ts';
import { parseDocuments } from '../documents/parse-documents.ts';
import { formatProblem, type Problem } from '../documents/problem.ts';
import { schemaProblems } from '../documents/schema-problems.ts';
import { withDefaults } from '../schemas/defaults.ts';
import type { ResolvedPlatform } from '../schemas/platform.generated.ts';
import { platformSchema } from '../schemas/platform-schema.ts';
import { validatePlatform } from '../schemas/validators.generated.cjs';
import type { ListScope } from './lists.ts';
import type { TlsFiles } from './tls-files.ts';

export const EXPORTER_USAGE = `usage: celld-gitops exporter [--platform FILE] [--listen HOST:PORT] [--tls-cert FILE --tls-key FILE]

Sweeps the pods of every fleet, and serves /metrics, /scaler/NAMESPACE/APP, /healthz and /readyz (by default on port 9090).
Runs as a Deployment: the API server, namespace and name are the pod's own. Without a platform file every setting has its default.
`;

/** What the exporter takes from the command line and the platform file. */
export interface ExporterSettings {
  /** Undefined: every address, of both families where the node has both. */
  readonly host: string | undefined;
  readonly port: number;
  readonly tls: TlsFiles | undefined;
  readonly pollSeconds: number;
  readonly scope: ListScope;
}

export type SettingsReading =
  | { readonly ok: true; readonly settings: ExporterSettings }
  /** `usage`: the command line is wrong; else the platform file. */
  | { readonly ok: false; readonly reason: string; readonly isUsage: boolean };

/** Reads the command line and the platform file that it names. */
export async function readSettings(args: readonly string[]): Promise<SettingsReading> {
  const flags = readFlags(args);
  if (!flags.ok) return flags;
  const { platform: file, listen, tls } = flags;
  const reading = file === undefined ? platformOf({}) : await readPlatformFile(file);
  if (!reading.ok) return reading;
  const { exporter, ingress, mesh } = reading.platform;
  const scope = {
    watchNamespaces: exporter.watchNamespaces,
    ingressMode: ingress.mode,
    gatewayNamespace: ingress.gateway.namespace,
    meshMode: mesh.mode,
  };
  return { ok: true, settings: { ...listen, tls, pollSeconds: exporter.pollSeconds, scope } };
}

interface Listen {
  readonly host: string | undefined;
  readonly port: number;
}

const EVERYWHERE: Listen = { host: undefined, port: 9090 };

type Flags =
  | {
      readonly ok: true;
      readonly platform: string | undefined;
      readonly listen: Listen;
      readonly tls: TlsFiles | undefined;
    }
  | { readonly ok: false; readonly reason: string; readonly isUsage: true };

function readFlags(args: readonly string[]): Flags {
  try {
    const text = { type: 'string' } as const;
    const options = { platform: text, listen: text, 'tls-cert': text, 'tls-key': text };
    const { values } = parseArgs({ args: [...args], options });
    const { 'tls-cert': cert, 'tls-key': key } = values;
    const listen = values.listen === undefined ? EVERYWHERE : parseListen(values.listen);
    if (listen === undefined) return wrong('--listen must be HOST:PORT, such as 0.0.0.0:9090 or [::]:9090');
    if ((cert === undefined) !== (key === undefined))
      return wrong('--tls-cert and --tls-key need each other');
    const tls = cert === undefined || key === undefined ? undefined : { cert, key };
    return { ok: true, platform: values.platform, listen, tls };
  } catch (error) {
    return wrong(error instanceof Error ? error.message : 'the arguments cannot be read');
  }
}

function wrong(reason: string): Flags {
  return { ok: false, reason, isUsage: true };
}

function parseListen(text: string): Listen | undefined {
  const [, bracketed, plain, port] = /^(?:\[([0-9a-fA-F:.]+)\]|([^:[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  return host === undefined || Number(port) > 65_535 ? undefined : { host, port: Number(port) };
}

type PlatformReading =
  | { readonly ok: true; readonly platform: ResolvedPlatform }
  | { readonly ok: false; readonly reason: string; readonly isUsage: false };

/** What a file has to say is said in full; the plugin checks what only a render can break. */
async function readPlatformFile(file: string): Promise<PlatformReading> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch {
    return unusable(`the platform file ${file} cannot be read`);
  }
  const { documents, problems } = parseDocuments({ file, text });
  const [document, ...others] = documents;
  if (problems.length > 0) return unusable(lines(problems));
  if (document === undefined || others.length > 0 || !isJsonObject(document.value))
    return unusable(`the platform file ${file} must hold exactly one document, a map`);
  const resolved = withDefaults(platformSchema, document.value);
  if (validatePlatform(resolved)) return { ok: true, platform: resolved as unknown as ResolvedPlatform };
  const options = { verb: 'use', label: 'the platform file', schema: platformSchema };
  return unusable(lines(schemaProblems(validatePlatform.errors ?? [], document, options)));
}

function platformOf(value: Readonly<Record<string, never>>): PlatformReading {
  return { ok: true, platform: withDefaults(platformSchema, value) as unknown as ResolvedPlatform };
}

function unusable(reason: string): PlatformReading {
  return { ok: false, reason, isUsage: false };
}

function lines(problems: readonly Problem[]): string {
  return problems.map((problem) => formatProblem(problem)).join('\n');
}
