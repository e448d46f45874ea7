import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLog, type LogOptions } from '../../kube/log.ts';

const AT = Date.UTC(2026, 10, 29, 16, 20);

function lines(options: Partial<LogOptions>): { log: ReturnType<typeof createLog>; written: string[] } {
  const written: string[] = [];
  const write = (text: string): number => written.push(text);
  return { log: createLog({ write, pretty: false, clock: { now: () => AT }, ...options }), written };
}

test('createLog() writes one JSON object a line, with a level by name and a time', () => {
  const { log, written } = lines({ fields: { fleet: 'chat' } });
  log.info({ ordinal: 2 }, 'Waiting');
  log.debug({}, 'not shown');
  assert.deepEqual(written, [
    '{"level":"info","time":"2026-11-29T16:20:00.000Z","fleet":"chat","ordinal":2,"msg":"Waiting"}\n',
  ]);
});

test('createLog() writes lines for a person on a terminal', () => {
  const { log, written } = lines({ pretty: true, level: 'debug' });
  log.warn({ pod: 'chat-celld-2', why: 'not yet ready' }, 'Waiting');
  log.debug({}, 'Read');
  assert.deepEqual(written, [
    '16:20:00 \u001b[33mwarn \u001b[0m Waiting pod=chat-celld-2 why="not yet ready"\n',
    '16:20:00 \u001b[90mdebug\u001b[0m Read\n',
  ]);
});

test('createLog() never shows a credential', () => {
  const { log, written } = lines({});
  log.error({ token: 's3cret', call: { authorization: 's3cret', headers: { a: 's3cret' } } }, 'Refused');
  assert.doesNotMatch(written.join(''), /s3cret/);
});
