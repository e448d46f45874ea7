import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { joinObjects, writeObject } from '../../cmp/render/output-object.ts';
import type { JsonObject } from '../../documents/json.ts';
import type { Example } from '../examples/example.ts';
import { renderExample } from '../examples/render-example.ts';

/** What Argo CD gets once every file of the example is changed in this way. */
export async function renderCommit(
  example: Example,
  change: (file: string) => string,
): Promise<readonly JsonObject[]> {
  const folder = mkdtempSync(join(tmpdir(), 'celld-gitops-demo-'));
  try {
    cpSync(example.request.folder, folder, { recursive: true });
    for (const name of readdirSync(folder)) {
      const path = join(folder, name);
      writeFileSync(path, change(readFileSync(path, 'utf8')));
    }
    const { objects } = await renderExample({ ...example, request: { ...example.request, folder } });
    return parseAllDocuments(joinObjects(objects.map(writeObject))).map(
      (document) => document.toJS() as JsonObject,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}
