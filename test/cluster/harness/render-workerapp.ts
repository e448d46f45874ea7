import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { JsonObject } from '../../../documents/json.ts';
import { run, type Outcome } from './processes.ts';
import { WORKERAPP_HEAD } from './workerapps.ts';

const PROGRAM = join(import.meta.dirname, '../../../main.ts');

export interface WorkerAppToRender {
  readonly name: string;
  readonly namespace: string;
  readonly spec: JsonObject;
  readonly platform: JsonObject;
  /** Plugin parameters, each a plain string. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** Runs `celld-gitops generate` on a folder with this one WorkerApp, as the plugin would. */
export async function renderWorkerApp({
  name,
  namespace,
  spec,
  platform,
  parameters = {},
}: WorkerAppToRender): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'celld-gitops-render-'));
  try {
    const app = join(folder, 'app');
    const settings = join(folder, 'platform.yaml');
    await mkdir(app);
    await writeFile(settings, JSON.stringify(platform));
    await writeFile(join(app, 'app.yaml'), JSON.stringify({ ...WORKERAPP_HEAD, metadata: { name }, spec }));
    const flags = ['--platform', settings, '--namespace', namespace, '--project', 'default'];
    const list = Object.entries(parameters).map(([name, string]) => ({ name, string }));
    const env = { ...process.env, ARGOCD_APP_PARAMETERS: JSON.stringify(list) };
    return await run(process.execPath, [PROGRAM, 'generate', app, ...flags], { env });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
