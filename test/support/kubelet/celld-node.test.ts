import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { healthPath } from '../../../fleet/celld-versions.ts';
import { stateReader } from '../../../kube/state-reader.ts';
import { type AddressBlock, addressBlock } from './addresses.ts';
import type { CelldBehaviour, StateLie } from './celld/behaviour.ts';
import { publishEverywhere } from './celld/bucket.ts';
import { CelldNode } from './celld/celld-node.ts';
import { QUICK_TIMINGS } from './celld/timings.ts';

const VERSION = '3f2a9c0d1e4b5a67';
const TIMINGS = { ...QUICK_TIMINGS, start: 20, drain: 50, rewarm: 80, handoff: 30, ttl: 400, poll: 40 };

interface Made {
  readonly node: CelldNode;
  readonly ip: string;
  readonly log: string[];
}

suite('The fake celld', () => {
  const reader = stateReader({ timeoutMs: 400 });
  let addresses: AddressBlock;
  let folder: string;
  const nodes: CelldNode[] = [];
  let worlds = 0;
  before(async () => {
    addresses = await addressBlock();
    folder = await mkdtemp(join(tmpdir(), 'celld-gitops-fake-'));
  });
  after(async () => {
    reader.close();
    for (const node of nodes) node.kill();
    addresses.close();
    await rm(folder, { recursive: true, force: true });
  });

  const world = () => {
    worlds += 1;
    const made = join(folder, String(worlds));
    publishEverywhere(made, VERSION);
    return made;
  };
  const start = (
    tag: string,
    where: string,
    more: {
      readonly behaviour?: CelldBehaviour;
      readonly environment?: Readonly<Record<string, string>>;
    } = {},
  ): Made => {
    const ip = addresses.take();
    const log: string[] = [];
    const environment = {
      CELLD_BUCKET: 's3://cells/chat',
      CELLD_INTERNAL_ADDR: '0.0.0.0:8081',
      CELLD_ADVERTISE: 'chat-0.chat:8081',
      ...more.environment,
    };
    const node = new CelldNode({
      image: `ghcr.io/denoland/celld:v${tag}`,
      environment,
      args: ['--listen', '0.0.0.0:8080'],
      ip,
      pod: `chat-celld-${ip.replaceAll('.', '-')}`,
      uid: ip,
      world: where,
      timings: TIMINGS,
      behaviour: more.behaviour ?? {},
      log: (line) => log.push(line),
    });
    nodes.push(node);
    return { node, ip, log };
  };
  const health = async ({ node, ip }: Made): Promise<number> =>
    (await fetch(`http://${ip}:8080${healthPath(node.version)}`, { signal: AbortSignal.timeout(1000) }))
      .status;
  const serving = async (made: Made): Promise<void> => {
    for (let tries = 0; tries < 100; tries += 1) {
      if (made.node.phase === 'serving' && made.log.some((line) => line.includes('"serving"'))) return;
      await sleep(20);
    }
    assert.fail(made.log.join('\n'));
  };
  const state = async ({ ip }: Made) => {
    const reading = await reader.read({ ip, port: 8081 });
    return reading.kind === 'answer' ? reading.state : assert.fail(reading.reason);
  };

  for (const tag of ['0.2.1', '0.3.0', '0.4.1', '0.6.2'])
    test(`${tag} becomes healthy on its own path, and its state is one that the Jobs can read`, async () => {
      const made = start(tag, world());
      await serving(made);
      assert.equal(await health(made), 200);
      const { deployment, restoring } = await state(made);
      assert.equal(deployment?.version, tag < '0.4' ? undefined : VERSION);
      assert.equal(typeof restoring, 'number');
    });

  test('0.1 has one listener for everything', async () => {
    const made = start('0.1.0', world());
    await serving(made);
    assert.equal((await fetch(`http://${made.ip}:8080/state`)).status, 200);
    await assert.rejects(fetch(`http://${made.ip}:8081/state`));
  });

  for (const [what, tag, environment] of [
    ['a removed name', '0.5.0', { CELLD_VARS_FILE: '/x' }],
    ['a name removed with an empty value', '0.6.2', { CELLD_STORAGE_PROBE: '' }],
    ['a switch that is no 0 or 1', '0.4.1', { CELLD_OTEL: 'on' }],
    ['a durability that is none', '0.3.0', { CELLD_DURABILITY: '' }],
    ['a file of variables that is not there', '0.4.0', { CELLD_VARS_FILE: '/nowhere' }],
  ] as const)
    test(`${tag} does not start with ${what}`, async () => {
      const { node, log } = start(tag, world(), { environment });
      assert.equal(await node.ended, 1);
      assert.match(log.join('\n'), /^Error: /m);
    });

  test('a name that was removed later is no reason', async () => {
    const made = start('0.4.1', world(), { environment: { CELLD_STORAGE_PROBE: '0' } });
    await serving(made);
  });

  test('a node that drains gives its cells away, its peer restores them and is warm again', async () => {
    const where = world();
    const first = start('0.6.2', where);
    await serving(first);
    const second = start('0.6.2', where);
    await serving(second);
    first.node.terminate();
    assert.equal(await first.node.ended, 0);
    const seen: number[] = [];
    for (let turn = 0; turn < 60 && !(seen.includes(12) && seen.at(-1) === 0); turn += 1) {
      seen.push((await state(second)).restoring ?? -1);
      await sleep(10);
    }
    assert.ok(Math.max(...seen) > 0 && seen.at(-1) === 0, seen.join());
    assert.equal((await state(second)).occupied, 12);
  });

  test('the cells of a node that was killed are restored once its lease has run out', async () => {
    const where = world();
    const first = start('0.6.2', where);
    await serving(first);
    const second = start('0.6.2', where);
    await serving(second);
    first.node.kill();
    for (let turn = 0; turn < 100; turn += 1) {
      if ((await state(second)).occupied === 12) return;
      await sleep(20);
    }
    assert.fail('the cells were not taken over');
  });

  test('nodes of two protocols give each other nothing, and say so', async () => {
    const where = world();
    const [old, young] = [start('0.3.0', where), start('0.4.0', where)];
    await serving(old);
    await serving(young);
    old.node.terminate();
    await old.node.ended;
    assert.match(old.log.join('\n'), /"peer-refused"/);
  });

  test('a self-fence ends with 3, and a drain answers 503 on the health path and goes on answering /state', async () => {
    const fenced = start('0.6.2', world());
    await serving(fenced);
    fenced.node.change({ act: 'fence' });
    assert.equal(await fenced.node.ended, 3);
    const draining = start('0.6.2', world(), { behaviour: { drainMs: 400 } });
    await serving(draining);
    draining.node.terminate();
    assert.equal(await health(draining), 503);
    assert.equal((await state(draining)).occupied, 12);
    assert.equal(await draining.node.ended, 0);
  });

  const lies: readonly (readonly [StateLie, string])[] = [
    [{ kind: 'hang' }, 'timeout'],
    [{ kind: 'trickle' }, 'timeout'],
    [{ kind: 'reset' }, 'reset'],
    [{ kind: 'huge' }, 'too-large'],
    [{ kind: 'html' }, 'not-json'],
    [{ kind: 'redirect' }, 'redirect'],
    [{ kind: 'status', status: 500 }, 'http-status'],
    [{ kind: 'text', text: '{"restoring":' }, 'not-json'],
    [{ kind: 'body', json: { error: 'actor_stopped' } }, 'node-error'],
  ];
  test('it lies as it is told, and tells the truth again', async () => {
    const made = start('0.6.2', world());
    await serving(made);
    for (const [lie, reason] of lies) {
      made.node.change({ state: lie });
      assert.deepEqual(await reader.read({ ip: made.ip, port: 8081 }), { kind: 'unreadable', reason });
    }
    made.node.change({ state: null });
    assert.equal((await state(made)).occupied, 12);
  });

  test('0.3 stays on the deployment that it started with, 0.6 takes up another one', async () => {
    const where = world();
    const [old, young] = [start('0.3.0', where), start('0.6.2', where)];
    await serving(old);
    await serving(young);
    publishEverywhere(where, 'fedcba9876543210');
    await sleep(150);
    assert.equal(old.node.deployment, VERSION);
    assert.equal((await state(young)).deployment?.version, 'fedcba9876543210');
  });
});
