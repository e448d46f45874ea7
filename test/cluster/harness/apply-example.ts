import type { JsonObject } from '../../../documents/json.ts';
import type { ControlPlane } from '../control-plane.ts';
import { objectKey, type RenderedExample } from './examples.ts';
import { objectsAt } from './json-at.ts';

/** How Argo CD may write: `ServerSideApply=true`, or its default. */
export type ApplyMode = 'server-side' | 'client-side';

/** Creates the namespaces of an example and of its Application, each asking for the restricted pod security standard, unless they are there. */
export async function createNamespaces(plane: ControlPlane, example: RenderedExample): Promise<void> {
  const names = [example.namespace, 'argocd'];
  const labels = {
    'pod-security.kubernetes.io/enforce': 'restricted',
    'pod-security.kubernetes.io/warn': 'restricted',
  };
  const items = names.map((name) => ({ apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } }));
  await must(plane, ['apply', '-f', '-'], JSON.stringify({ apiVersion: 'v1', kind: 'List', items }));
}

/**
 * Deletes the objects of an example, none of which has a finalizer to wait for. Its namespaces stay: the namespace
 * controller takes over five seconds for each.
 */
export async function removeExample(plane: ControlPlane, example: RenderedExample): Promise<void> {
  const flags = ['--ignore-not-found', '--wait=false', '-n', example.namespace];
  await must(plane, ['delete', ...flags, '-f', '-'], example.text);
}

/** Server-side dry run with strict field validation; a warning of the server is an error too. */
export function dryRun(plane: ControlPlane, example: RenderedExample): Promise<string> {
  return must(
    plane,
    [...applyFlags(example, 'server-side'), '--dry-run=server', '--warnings-as-errors'],
    example.text,
  );
}

/** The same for the Application that a user would copy, on the CRD of the Argo CD that the suite pins. */
export function dryRunApplication(plane: ControlPlane, example: RenderedExample): Promise<string> {
  const strict = ['--server-side', '--dry-run=server', '--validate=strict', '--warnings-as-errors'];
  return must(plane, ['apply', ...strict, '-f', '-'], example.application);
}

/** Applies for real and returns every object as the API server then holds it, by `objectKey`. */
export async function applyExample(
  plane: ControlPlane,
  example: RenderedExample,
  mode: ApplyMode,
): Promise<ReadonlyMap<string, JsonObject>> {
  await must(plane, applyFlags(example, mode), example.text);
  const text = await must(plane, ['get', '-n', example.namespace, '-f', '-', '-o', 'json'], example.text);
  const answer = JSON.parse(text) as JsonObject;
  const objects = answer['kind'] === 'List' ? objectsAt(answer, 'items') : [answer];
  return new Map(objects.map((object) => [objectKey(object, example.namespace), object]));
}

function applyFlags(example: RenderedExample, mode: ApplyMode): readonly string[] {
  const side = mode === 'server-side' ? ['--server-side', '--field-manager=argocd-controller'] : [];
  return ['apply', ...side, '--validate=strict', '-n', example.namespace, '-f', '-'];
}

async function must(plane: ControlPlane, args: readonly string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await plane.kubectl(args, stdin);
  if (code !== 0) throw new Error(`kubectl ${args.join(' ')} ended with ${String(code)}:\n${stderr.trim()}`);
  return stdout;
}
