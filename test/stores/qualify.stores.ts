import assert from 'node:assert/strict';
import { after, before, suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Scheme } from '../../fleet/bucket.ts';
import type { Qualification } from '../../generator/qualify/properties.ts';
import { qualify, type Report } from '../../generator/qualify/qualify.ts';
import { type Breakage, type BreakingProxy, startBreakingProxy } from './harness/breaking-proxy.ts';
import { type RealStore, startRealStore } from './harness/real-store.ts';
import { unconditionalWrites } from './harness/unconditional-writes.ts';

const WRITERS = 8;

/** What the qualifier must say of a store that is broken so, and which property must not hold. */
const VERDICTS: readonly (readonly [Breakage, Qualification, string])[] = [
  ['none', 'qualified', ''],
  ['delays', 'qualified', ''],
  ['drops-conditions', 'violates', 'refuse-create'],
  ['truncates', 'violates', 'read-after-write'],
  ['half-a-body', 'could-not-tell', 'read-after-write'],
  ['ok-to-everything', 'violates', ''],
  ['hangs', 'could-not-tell', 'create'],
  [301, 'could-not-tell', 'create'],
  [304, 'could-not-tell', 'create'],
  [403, 'could-not-tell', 'create'],
  [429, 'could-not-tell', 'create'],
  [500, 'could-not-tell', 'create'],
];

for (const scheme of ['s3', 'gs', 'az'] as const satisfies readonly Scheme[]) {
  suite(`qualify() on the real ${scheme}:// store`, () => {
    let store: RealStore;
    let proxy: BreakingProxy;
    let runs = 0;
    before(async () => {
      store = await startRealStore(scheme);
      proxy = await startBreakingProxy(store.port, scheme === 's3' ? unconditionalWrites(store) : undefined);
    });
    after(async () => {
      await proxy.close();
      await store.stop();
    });

    const run = async (
      breakage: Breakage,
      options: { rounds: number; signal?: AbortSignal },
    ): Promise<Report> => {
      proxy.become(breakage);
      runs += 1;
      return await qualify({
        store: await store.open(proxy.port),
        prefix: `team/qualify/${runs}/`,
        clock: { sleep: async (milliseconds) => await sleep(milliseconds) },
        signal: options.signal ?? new AbortController().signal,
        writers: WRITERS,
        rounds: options.rounds,
        timeoutMs: 2_000,
      });
    };
    const keysLeft = async (): Promise<readonly string[]> => {
      const list = await (await store.open()).list('team/', AbortSignal.timeout(5_000));
      assert.equal(list.kind, 'listed');
      return list.keys;
    };

    test('qualifies it, in a race of 8 writers over 32 rounds, and leaves nothing behind', async () => {
      const report = await run('none', { rounds: 32 });
      assert.deepEqual(
        report.findings.map(({ property, verdict, detail }) => [
          property,
          verdict,
          verdict === 'holds' ? '' : detail,
        ]),
        report.findings.map(({ property }) => [property, 'holds', '']),
      );
      assert.equal(report.qualification, 'qualified');
      assert.deepEqual(await keysLeft(), []);
    });

    for (const [breakage, qualification, property] of VERDICTS) {
      test(`says ${qualification} of one that ${String(breakage)}`, async () => {
        const report = await run(breakage, { rounds: 2 });
        assert.equal(report.qualification, qualification, JSON.stringify(report.findings, null, 1));
        if (property === '') return;
        const finding = report.findings.find((found) => found.property === property);
        assert.ok(finding);
        assert.equal(finding.verdict, qualification === 'violates' ? 'violated' : 'unknown');
        assert.notEqual(finding.detail, '');
      });
    }

    test('ends early when it is told to, and still removes what it wrote', async () => {
      const before = await keysLeft();
      const stop = new AbortController();
      setTimeout(() => stop.abort(), 150);
      const report = await run('delays', { rounds: 1000, signal: stop.signal });
      assert.equal(report.qualification, 'could-not-tell');
      assert.deepEqual(await keysLeft(), before);
    });
  });
}
