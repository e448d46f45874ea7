import type { TestContext } from 'node:test';
import type { JsonObject } from '../../../documents/json.ts';
import { createLog } from '../../../kube/log.ts';
import { type ExporterOptions, runExporter } from '../../../metrics/exporter.ts';
import { type TestClock, testClock } from './clock.ts';
import { type TestCluster, testCluster } from './cluster.ts';
import { type TestNodes, testNodes } from './nodes.ts';

/** A whole exporter over a cluster in memory; only its own HTTP server is real. */
export interface TestExporter {
  readonly cluster: TestCluster;
  readonly nodes: TestNodes;
  readonly clock: TestClock;
  readonly lines: string[];
  readonly done: Promise<void>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly json: () => JsonObject;
}

export interface TestExporterOptions extends Partial<ExporterOptions> {
  readonly cluster?: TestCluster;
  readonly nodes?: TestNodes;
  readonly clock?: TestClock;
}

export async function startExporter(
  context: TestContext,
  options: TestExporterOptions = {},
): Promise<TestExporter> {
  const { cluster = testCluster(), clock = testClock() } = options;
  const nodes = options.nodes ?? testNodes((milliseconds) => clock.sleep(milliseconds));
  const lines: string[] = [];
  let done = Promise.resolve();
  const port = await new Promise<number>((resolve, reject) => {
    done = runExporter({
      host: '127.0.0.1',
      port: 0,
      tls: undefined,
      pollSeconds: 15,
      scope: { watchNamespaces: [], ingressMode: 'none', gatewayNamespace: 'infra', meshMode: 'none' },
      api: cluster.api,
      list: cluster.list,
      random: () => 0.5,
      log: createLog({ write: (line) => lines.push(line), pretty: false, clock }),
      namespace: 'celld-gitops',
      me: 'exporter-a',
      version: '0.0.0',
      onListening: resolve,
      drainMs: 0,
      ...options,
      states: nodes,
      clock,
    });
    done.catch(reject);
  });
  context.after(async () => {
    clock.stop();
    await done;
  });
  return { cluster, nodes, clock, lines, done, get: (path, headers) => ask(port, path, headers) };
}

async function ask(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers });
  const text = await answer.text();
  const type = answer.headers.get('content-type') ?? '';
  return { status: answer.status, type, text, json: () => JSON.parse(text) as JsonObject };
}

/** The samples of one metric: `labels value`, sorted. */
export function samplesOf(text: string, metric: string): readonly string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith(`${metric}{`) || line.startsWith(`${metric} `))
    .map((line) => line.slice(metric.length).trim())
    .sort();
}
