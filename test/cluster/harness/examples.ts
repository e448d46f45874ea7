import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../documents/json.ts';
import { textAt } from './json-at.ts';
import type { GatewayChannel } from './third-party-crds.ts';

/** One folder of examples/ as Argo CD would get it. */
export interface RenderedExample {
  readonly name: string;
  readonly text: string;
  readonly objects: readonly JsonObject[];
  /** Text of the Argo CD Application beside it; empty where there is none. */
  readonly application: string;
  /** Where the Application sends objects, also those that name no namespace; no object may name another. */
  readonly namespace: string;
  /** `experimental` only where a route uses what the standard channel prunes. */
  readonly channel: GatewayChannel;
}

/** Every folder one level below that has an `expected.yaml`, but for stacks, in order; none where there is no such folder. */
export async function readExamples(folder: string): Promise<readonly RenderedExample[]> {
  if (!existsSync(folder)) return [];
  const examples: RenderedExample[] = [];
  for (const name of (await readdir(folder)).sort()) {
    // Of Argo CD's cluster, which serves Applications and Crossplane: this control plane is a fleet's.
    if (name.startsWith('celldstack-')) continue;
    const rendered = await readIfThere(join(folder, name, 'expected.yaml'));
    const application = await readIfThere(join(folder, name, 'application.yaml'));
    if (rendered !== '') examples.push(exampleOf({ name, text: rendered, application }));
  }
  return examples;
}

async function readIfThere(file: string): Promise<string> {
  return existsSync(file) ? readFile(file, 'utf8') : '';
}

export interface ExampleText {
  readonly name: string;
  readonly text: string;
  readonly application?: string;
}

/** Rendered text as Argo CD reads it: YAML 1.1. */
export function exampleOf({ name, text, application = '' }: ExampleText): RenderedExample {
  const objects = readObjects(text);
  const [first] = objects.map(namespaceOf).filter((namespace) => namespace !== '');
  const [sent] = readObjects(application).map((object) => textAt(object, 'spec', 'destination', 'namespace'));
  const namespace = sent ?? first ?? 'example';
  return { name, text, objects, application, namespace, channel: channelOf(objects) };
}

function readObjects(text: string): readonly JsonObject[] {
  const values = parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as JsonValue);
  return values.filter(isJsonObject);
}

/** `kind group/version namespace/name`, the same for a rendered and a stored object. */
export function objectKey(object: JsonObject, fallback: string): string {
  const type = `${textAt(object, 'kind')} ${textAt(object, 'apiVersion')}`;
  return `${type} ${namespaceOf(object) || fallback}/${textAt(object, 'metadata', 'name')}`;
}

function namespaceOf(object: JsonObject): string {
  return textAt(object, 'metadata', 'namespace');
}

function channelOf(objects: readonly JsonObject[]): GatewayChannel {
  const retries = objects.some(
    (object) => object['kind'] === 'HTTPRoute' && JSON.stringify(object['spec']).includes('"retry":'),
  );
  return retries ? 'experimental' : 'standard';
}
