import assert from 'node:assert/strict';
import { stringify } from 'yaml';
import { parseDocuments } from '../../../documents/parse-documents.ts';
import type { LocatedDocument } from '../../../documents/parse-documents.ts';
import { formatProblem } from '../../../documents/problem.ts';
import type { Problem } from '../../../documents/problem.ts';
import { readPlatform } from '../../../cmp/platform/read-platform.ts';
import { tenantFor } from '../../../cmp/platform/tenant.ts';
import { checkWorkerApp } from '../../../cmp/rules/check-workerapp.ts';
import type { RuleContext } from '../../../cmp/rules/context.ts';
import type { LocatedApp } from '../../../cmp/rules/located-app.ts';
import type { ResolvedPlatform } from '../../../schemas/platform.generated.ts';
import { resolveWorkerApp } from '../../../schemas/resolve-workerapp.ts';

export type Tree = Readonly<Record<string, unknown>>;

export const DESTINATION = { namespace: 'team-a', project: 'team-a' } as const;

const WORKERAPP: Tree = {
  apiVersion: 'celld-operator.io/v1alpha1',
  kind: 'WorkerApp',
  metadata: { name: 'chat' },
  spec: {
    appVersion: '3f2a9c0d1e4b5a67',
    celld: { image: 'ghcr.io/denoland/celld:v0.6.2' },
    bucket: { name: 's3://cells/chat' },
  },
};

/** A tenant that may do what the default WorkerApp does, and nothing else. */
const TENANT: Tree = {
  name: 'team-a',
  projects: ['team-a'],
  namespaces: ['team-a'],
  imagePrefixes: ['ghcr.io/denoland/celld:'],
  bucketPrefixes: ['s3://cells'],
};

export interface Case {
  readonly file?: string;
  readonly metadata?: Tree;
  readonly spec?: Tree;
  readonly tenant?: Tree;
  readonly platform?: Tree;
  readonly parameters?: RuleContext['parameters'];
}

/** Maps are merged, anything else replaces; `undefined` deletes. */
function merge(base: unknown, change: unknown): unknown {
  if (!isTree(base) || !isTree(change)) return change;
  const keys = [...new Set([...Object.keys(base), ...Object.keys(change)])];
  const merged = keys.map((key) => [key, key in change ? merge(base[key], change[key]) : base[key]] as const);
  return Object.fromEntries(merged.filter(([, value]) => value !== undefined));
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function documentOf(
  value: unknown,
  file = 'apps/chat.yaml',
): LocatedDocument & { readonly text: string } {
  const text = stringify(value, { version: '1.1', lineWidth: 0 });
  const { documents, problems } = parseDocuments({ file, text });
  assert.deepEqual(problems, []);
  const [document] = documents;
  assert.ok(document);
  return { ...document, text };
}

export function platformOf(change: Tree = {}, tenant: Tree = {}): ResolvedPlatform {
  const value = merge(
    { apiVersion: 'celld-gitops.io/v1alpha1', kind: 'Platform', tenants: [merge(TENANT, tenant)] },
    change,
  );
  const { platform, problems } = readPlatform({
    file: 'platform.yaml',
    text: stringify(value, { version: '1.1', lineWidth: 0 }),
  });
  assert.deepEqual(problems, []);
  assert.ok(platform);
  return platform;
}

/** The default WorkerApp with changes, as it stands in a file. */
export function locatedApp({ metadata = {}, spec = {}, file }: Case): LocatedApp & { readonly text: string } {
  const document = documentOf(merge(WORKERAPP, { metadata, spec }), file);
  const result = resolveWorkerApp(document.value);
  assert.ok(result.ok, JSON.stringify(result));
  return { app: result.app, document, text: document.text };
}

export interface Told {
  readonly code: string;
  readonly path: string;
  readonly message: string;
  readonly hint: string | undefined;
  /** The text at the position, to the end of its line. */
  readonly at: string;
}

/** What a person is told, with the text that the position points at. */
export function told(problem: Problem, text: string): Told {
  assert.ok(formatProblem(problem).endsWith(problem.hint ?? ']'));
  assert.ok(problem.position);
  const line = text.split('\n')[problem.position.line - 1] ?? '';
  const { code, path, message, hint } = problem;
  return { code, path, message, hint, at: line.slice(problem.position.column - 1) };
}

/** Everything that the rules have against the default WorkerApp with changes. */
export function judge(given: Case): readonly Told[] {
  const { app, document, text } = locatedApp(given);
  const platform = platformOf(given.platform, given.tenant);
  const tenant = tenantFor(platform, DESTINATION);
  assert.ok(tenant);
  const parameters = given.parameters ?? {};
  const context = { app, document, destination: DESTINATION, platform, tenant, parameters };
  return checkWorkerApp(context).map((problem) => told(problem, text));
}
