import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { suite, test, type TestContext } from 'node:test';
import { sha256Hex } from '../../cmp/sha256.ts';
import { fleetPlanText } from '../../fleet/plan.ts';
import { hookCommand } from '../../hooks/command.ts';
import { quitProxy } from '../../hooks/quit-proxy.ts';
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { planOf } from './fleet.ts';

const PLAN = fleetPlanText(planOf({ version: '0.6.2' }));
const JOB = { JOB_NAME: 'chat-celld-gate', JOB_UID: 'uid', POD_UID: 'pod' };
const SERVER = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '1' };

interface Ended {
  readonly code: number;
  readonly said: string;
  /** What the kubelet would find. */
  readonly sentence: string;
}

interface RunOptions {
  readonly args?: readonly string[];
  readonly signal?: AbortSignal;
}

async function run(
  context: TestContext,
  environment: Readonly<Record<string, string>>,
  { args = [], signal = new AbortController().signal }: RunOptions = {},
): Promise<Ended> {
  const folder = temporaryFolder(context, { termination: '' });
  let said = '';
  const code = await hookCommand('gate', args, {
    environment,
    sha256Hex,
    random: () => 0.5,
    signal,
    write: (text) => void (said += text),
    isTerminal: false,
    accountFolder: folder,
    terminationFile: join(folder, 'termination'),
  });
  return { code, said, sentence: readFileSync(join(folder, 'termination'), 'utf8') };
}

suite('hookCommand()', () => {
  const table: readonly (readonly [string, Readonly<Record<string, string>>, RegExp])[] = [
    ['no plan', { ...JOB, ...SERVER }, /^Cannot read the fleet plan: there is none/],
    ['a plan that is no JSON', { ...JOB, ...SERVER, FLEET_PLAN: '{' }, /it is not JSON/],
    [
      'a plan of a newer plugin',
      { ...JOB, ...SERVER, FLEET_PLAN: PLAN.replace('"planVersion":1', '"planVersion":2') },
      /plan version 2, written by a newer plugin/,
    ],
    [
      'a plan that was edited',
      { ...JOB, ...SERVER, FLEET_PLAN: PLAN.replace('"paused":false', '"paused":true') },
      /its hash is not that of its content/,
    ],
    ['no API server', { ...JOB, FLEET_PLAN: PLAN }, /this is no pod/],
    ['no Job', { ...SERVER, FLEET_PLAN: PLAN }, /does not say which Job and which pod this is$/],
    ['half a Job', { ...SERVER, ...JOB, POD_UID: '', FLEET_PLAN: PLAN }, /which Job and which pod/],
  ];
  for (const [what, environment, sentence] of table) {
    test(`ends with 64 and a sentence where there is ${what}`, async (t) => {
      const ended = await run(t, environment);
      assert.equal(ended.code, 64);
      assert.match(ended.sentence, sentence);
      assert.equal(ended.said, `${ended.sentence}\n`);
    });
  }

  test('takes no arguments', async (t) => {
    const ended = await run(t, { ...JOB, ...SERVER, FLEET_PLAN: PLAN }, { args: ['now'] });
    assert.equal(ended.code, 64);
    assert.match(ended.said, /^celld-gitops gate: it takes no arguments\n\nusage: celld-gitops gate\n/);
  });

  test('ends with 1, to be tried again, where it is told to stop before it has judged', async (t) => {
    const ended = await run(t, { ...JOB, ...SERVER, FLEET_PLAN: PLAN }, { signal: AbortSignal.abort() });
    assert.equal(ended.code, 1);
  });
});

suite('quitProxy()', () => {
  test('tells the mesh’s proxy of the pod to quit', async (t) => {
    const asked: string[] = [];
    const server = createServer((request, response) => {
      asked.push(`${request.method ?? ''} ${request.url ?? ''}`);
      response.end();
    });
    t.after(() => server.close());
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await quitProxy(new URL(`http://127.0.0.1:${port}/quitquitquit`));
    assert.deepEqual(asked, ['POST /quitquitquit']);
  });

  test('does nothing where there is none', async () => {
    await quitProxy(new URL('http://127.0.0.1:1/quitquitquit'));
  });
});
