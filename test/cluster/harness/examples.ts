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
  /** Every namespace that an object names. */
  readonly namespaces: readonly string[];
  /** `experimental` only where a route uses what the standard channel prunes. */
  readonly channel: GatewayChannel;
}

/** Every `expected.yaml` one level below the folder, in order; none where there is no such folder. */
export async function readExamples(folder: string): Promise<readonly RenderedExample[]> {
  if (!existsSync(folder)) return [];
  const names = (await readdir(folder)).sort();
  const files = names.map((name) => ({ name, file: join(folder, name, 'expected.yaml') }));
  return Promise.all(
    files
      .filter(({ file }) => existsSync(file))
      .map(async ({ name, file }) => readExample(name, await readFile(file, 'utf8'))),
  );
}

/** As Argo CD reads it: YAML 1.1. */
export function readExample(name: string, text: string): RenderedExample {
  const values = parseAllDocuments(text, { version: '1.1' }).map((document) => document.toJS() as JsonValue);
  const objects = values.filter(isJsonObject);
  const namespaces = new Set(objects.map(namespaceOf).filter((namespace) => namespace !== ''));
  return { name, text, objects, namespaces: [...namespaces], channel: channelOf(objects) };
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
