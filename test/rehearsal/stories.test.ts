import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { readExample } from '../../scripts/examples/example.ts';
import { eventLines } from '../../scripts/demo/event-lines.ts';
import { playStory } from '../../scripts/demo/play-story.ts';
import { type Chapter, FIRST_STORY, SECOND_STORY } from '../../scripts/demo/story.ts';

const EXAMPLE = readExample('examples/quick-start', 'quick-start');

/** A story as it is told: `actor: text`, each chapter's lines by its name. */
async function tell(story: readonly Chapter[]) {
  const lines = new Map<string, string[]>();
  let current: string[] = [];
  const printed: string[] = [];
  const told = await playStory(EXAMPLE, story, {
    begin: ({ name }) => lines.set(name, (current = [])),
    event: (event) => {
      current.push(`${event.by}: ${event.text}`);
      printed.push(eventLines(event, { width: 120, isColoured: false }).trimEnd());
    },
    end: () => undefined,
  });
  return { told, printed, linesOf: (name: string) => lines.get(name) ?? [] };
}

/** The lines that match, in their order. */
function inOrder(lines: readonly string[], ...expected: readonly RegExp[]): void {
  let at = -1;
  for (const pattern of expected) {
    const next = lines.findIndex((line, index) => index > at && pattern.test(line));
    assert.ok(next > at, `${String(pattern)} does not come next in\n${lines.join('\n')}`);
    at = next;
  }
}

suite('the demo', async () => {
  const first = await tell(FIRST_STORY);
  const second = await tell(SECOND_STORY);

  test('ends as it says', () => {
    for (const { end, mismatches } of [...first.told, ...second.told])
      assert.deepEqual(mismatches, [], end.name);
    assert.equal(first.told.length + second.told.length, 5);
  });

  test('starts the quick start: judged, lifted, served', () => {
    inOrder(
      first.linesOf('first start'),
      /^git: commit/,
      /^Argo CD: sync begins$/,
      /^gate: Approved: .* a new fleet$/,
      /^rollout: Set the size to 3/,
      /^pods: chat-celld-2 is ready$/,
      /^rollout: Fleet "chat" runs celld 0\.6\.2 on 3 pods and serves 3f9a1c0b7d2e4856$/,
      /^Argo CD: sync succeeded$/,
    );
  });

  test('rolls one pod after another, from the top', () => {
    const released = [2, 1, 0].flatMap((ordinal) => [
      new RegExp(`^rollout: Released ordinal ${ordinal}`),
      new RegExp(`^pods: chat-celld-${ordinal} drains and ends$`),
      new RegExp(`^pods: chat-celld-${ordinal} is ready$`),
    ]);
    inOrder(first.linesOf('new application'), ...released, /^rollout: Closed the partition/);
  });

  test('refuses the upgrade with a sentence that names what to set, and moves nothing', () => {
    const lines = second.linesOf('celld v0.6.2');
    inOrder(
      lines,
      /^gate: Cannot roll .* set spec\.celld\.updateStrategy: Recreate; cost: /,
      /^Argo CD: sync failed$/,
    );
    assert.ok(lines.every((line) => !line.startsWith('pods:')));
  });

  test('stops every old pod before the first new one starts', () => {
    const lines = second.linesOf('with Recreate');
    inOrder(
      lines,
      /Saved the size of 3/,
      /Set the size to 0/,
      /is gone$/,
      /Set the size to 3/,
      /is created$/,
    );
    const lastGone = lines.findLastIndex((line) => line.endsWith('is gone'));
    assert.ok(lines.findIndex((line) => line.endsWith('is created')) > lastGone);
  });

  test('is what the README shows of it', () => {
    const [, excerpt = ''] =
      /```text\n {2}time .*\n([\s\S]*?)```/.exec(readFileSync('README.md', 'utf8')) ?? [];
    const lines = excerpt.trimEnd().split('\n');
    assert.equal(lines.length, 7);
    for (const line of lines) assert.ok(first.printed.includes(line), line);
  });

  test('tells nothing of what is only there to begin with', () => {
    assert.deepEqual(second.linesOf('celld v0.4.1'), []);
  });

  test('ends at the first chapter that is not as it says, and tells how', async () => {
    const [start, roll] = FIRST_STORY;
    assert.ok(start !== undefined && roll !== undefined);
    const wrong: Chapter = { ...start, ends: 'Failed', sentence: /never said/, started: 2, fewestReady: 1 };
    const { told } = await tell([wrong, roll]);
    assert.deepEqual(
      told.map(({ mismatches }) => mismatches),
      [
        [
          'the sync ended as Succeeded, and not as Failed',
          'a Job said: Fleet "chat" runs celld 0.6.2 on 3 pods and serves 3f9a1c0b7d2e4856',
          '0 pods served at the least, and not 1',
          '3 pods were started, and not 2',
        ],
      ],
    );
  });
});
