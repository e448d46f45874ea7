import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { JsonObject, JsonValue } from '../../../documents/json.ts';
import { STATE_FIELDS } from '../../../fleet/celld-state-fields.ts';
import { decodeState, decodeStateBody } from '../../../fleet/state/decode-state.ts';
import { UNREADABLE_WORDS } from '../../../fleet/state/unreadable-words.ts';
import type { CelldState, UnreadableReason } from '../../../fleet/state-reader.ts';

const OLD: JsonObject = {
  ownership: 's3',
  occupied: 7,
  shedding: null,
  residents: ['Room:secret'],
  published: [],
  publishes: 1,
  stops: 0,
};
const DEPLOYMENT: JsonObject = {
  version: '3f2a9c0d1e4b5a67',
  prefix: 'deploy/app',
  generation: 4,
  draining: [],
  swapping: 0,
  cells: { 'Room:secret': 4 },
};
const NEW: JsonObject = {
  ...OLD,
  evicting: 0,
  restoring: 3,
  quiescing: 1,
  releasing: 2,
  adopting: 4,
  handed_off: 5,
  handoff_failed: 6,
  owned_cells: 9,
  cgroup_current_bytes: null,
  phases: { resident: 7 },
  deployment: DEPLOYMENT,
};

function answered(body: JsonValue): CelldState {
  const reading = decodeStateBody(body);
  assert.equal(reading.kind, 'answer', JSON.stringify(body));
  return reading.state;
}

function refused(body: JsonValue, reason: UnreadableReason): void {
  assert.deepEqual(decodeStateBody(body), { kind: 'unreadable', reason }, JSON.stringify(body));
}

test('decodeState() keeps what a decision needs, under our names, and nothing that names tenants', () => {
  assert.deepEqual(answered(NEW), {
    ownership: 's3',
    occupied: 7,
    shedding: null,
    evicting: 0,
    restoring: 3,
    quiescing: 1,
    releasing: 2,
    adopting: 4,
    handedOff: 5,
    handoffFailed: 6,
    ownedCells: 9,
    deployment: { version: '3f2a9c0d1e4b5a67', generation: 4, draining: 0, swapping: 0 },
  });
});

test('decodeState() leaves out what an old version does not tell, instead of reading it as zero', () => {
  assert.deepEqual(answered(OLD), { ownership: 's3', occupied: 7, shedding: null });
});

test('decodeState() refuses by status, type and text before it looks for fields', () => {
  const body = JSON.stringify(NEW);
  const table: readonly [string, Parameters<typeof decodeState>[0], UnreadableReason][] = [
    ['a redirect to a metadata service', { status: 302, body }, 'redirect'],
    ['not modified', { status: 304, body: '' }, 'redirect'],
    ['not found', { status: 404, body }, 'http-status'],
    ['unavailable', { status: 503, body }, 'http-status'],
    ['created', { status: 201, body }, 'http-status'],
    ['HTML with 200', { status: 200, contentType: 'text/html', body: '<html>' }, 'not-json'],
    ['JSON that is called HTML', { status: 200, contentType: 'text/html; charset=utf-8', body }, 'not-json'],
    ['a longer type', { status: 200, contentType: 'application/jsonx', body }, 'not-json'],
    ['HTML without a type', { status: 200, body: '<html>' }, 'not-json'],
    ['nothing', { status: 200, body: '' }, 'not-json'],
    ['half a body', { status: 200, body: body.slice(0, 40) }, 'not-json'],
    ['two bodies', { status: 200, body: body + body }, 'not-json'],
    ['a list', { status: 200, body: '[]' }, 'wrong-shape'],
    ['null', { status: 200, body: 'null' }, 'wrong-shape'],
  ];
  for (const [name, answer, reason] of table) {
    assert.deepEqual(decodeState(answer), { kind: 'unreadable', reason }, name);
  }
});

test('decodeState() takes the JSON type in any case and with parameters', () => {
  const body = JSON.stringify(NEW);
  for (const contentType of [
    'application/json',
    'Application/JSON; charset=utf-8',
    'application/json ;a=b',
  ]) {
    assert.equal(decodeState({ status: 200, contentType, body }).kind, 'answer', contentType);
  }
});

test('decodeState() refuses a node that reports an error with status 200, whatever else it tells', () => {
  refused({ error: 'actor_stopped' }, 'node-error');
  refused({ ...NEW, error: null }, 'node-error');
});

test('decodeState() refuses a state without occupied or shedding', () => {
  refused({}, 'wrong-shape');
  refused({ restoring: 0, shedding: null }, 'wrong-shape');
  refused({ restoring: 0, occupied: 1 }, 'wrong-shape');
});

test('decodeState() refuses a counter that is no count, also one that is not kept', () => {
  const counters = STATE_FIELDS.filter(({ kind }) => kind === 'count' || kind === 'count or null');
  assert.ok(counters.length > 15);
  for (const { name, kind } of counters) {
    for (const value of [-1, 1.5, '0', true, [], {}, 2 ** 53, 1e300]) {
      refused({ ...NEW, [name]: value }, 'wrong-shape');
    }
    if (kind === 'count') refused({ ...NEW, [name]: null }, 'wrong-shape');
    else answered({ ...NEW, [name]: null });
  }
});

test('decodeState() takes shedding as null, a boolean or text, and passes on only the words of celld', () => {
  const table: readonly [JsonValue, string | null][] = [
    [null, null],
    [false, null],
    [true, 'other'],
    ['rss', 'rss'],
    ['memory', 'memory'],
    ['rss-hard', 'rss-hard'],
    ['resident_cells', 'resident_cells'],
    ['cpu', 'cpu'],
    ['', 'other'],
    ['new-reason', 'other'],
    ['<script>', 'other'],
  ];
  for (const [shedding, expected] of table) {
    assert.equal(answered({ ...NEW, shedding }).shedding, expected, JSON.stringify(shedding));
  }
  for (const shedding of [0, 1, [], {}]) refused({ ...NEW, shedding }, 'wrong-shape');
});

test('decodeState() passes on no ownership but those of celld', () => {
  assert.equal(answered({ ...NEW, ownership: 'memory' }).ownership, 'memory');
  assert.equal(answered({ ...NEW, ownership: 'https://evil' }).ownership, 'other');
  assert.equal(answered({ occupied: 0, restoring: 0, shedding: null }).ownership, 'other');
});

test('decodeState() reads a node without an app as one without a deployment', () => {
  assert.equal(answered({ ...NEW, deployment: null }).deployment, undefined);
});

test('decodeState() reads swapping and draining as a number, a list or a map', () => {
  const table: readonly [JsonValue, number][] = [
    [0, 0],
    [3, 3],
    [[], 0],
    [['Room:1'], 1],
    [{}, 0],
    [{ 'Room:1': 0, 'Room:2': 4 }, 2],
    [null, 0],
  ];
  for (const [told, expected] of table) {
    const deployment = { ...DEPLOYMENT, swapping: told, draining: told };
    const { draining, swapping } = answered({ ...NEW, deployment }).deployment ?? {};
    assert.deepEqual(
      { draining, swapping },
      { draining: expected, swapping: expected },
      JSON.stringify(told),
    );
  }
});

test('decodeState() refuses a deployment of another shape', () => {
  const wrong: readonly JsonValue[] = [
    'v1',
    [],
    {},
    { ...DEPLOYMENT, version: '' },
    { ...DEPLOYMENT, version: 7 },
    { ...DEPLOYMENT, generation: 0 },
    { ...DEPLOYMENT, generation: -1 },
    { ...DEPLOYMENT, generation: '4' },
    { ...DEPLOYMENT, swapping: -1 },
    { ...DEPLOYMENT, swapping: 'no' },
    { ...DEPLOYMENT, swapping: true },
    { ...DEPLOYMENT, draining: 'none' },
    { ...DEPLOYMENT, draining: 0.5 },
  ];
  for (const deployment of wrong) refused({ ...NEW, deployment }, 'wrong-shape');
});

test('decodeState() refuses a deployment version that no plan can ask for, so that its text goes nowhere', () => {
  for (const version of ['a b', '<b>', '-x', 'x'.repeat(129), 'v1\nv2', '\u001b[31m']) {
    refused({ ...NEW, deployment: { ...DEPLOYMENT, version } }, 'wrong-shape');
  }
});

test('decodeState() passes over fields that it does not know', () => {
  assert.deepEqual(answered({ ...NEW, invented: -1, phases: { resident: -1 } }), answered(NEW));
});

test('decodeState() answers any JSON with a sound state or a reason', () => {
  const field = fc.oneof(fc.constantFrom(...STATE_FIELDS.map(({ name }) => name)), fc.string());
  const value = fc.oneof(
    fc.jsonValue(),
    fc.nat(),
    fc.integer(),
    fc.constant(null),
    fc.record(
      {
        version: fc.oneof(fc.string(), fc.jsonValue()),
        generation: fc.oneof(fc.nat(), fc.jsonValue()),
        draining: fc.jsonValue(),
        swapping: fc.jsonValue(),
      },
      { requiredKeys: [] },
    ),
  );
  const body = fc.oneof(fc.jsonValue(), fc.dictionary(field, value));
  const likely = fc
    .dictionary(field, value)
    .map((fields) => ({ occupied: 1, shedding: null, restoring: 0, ...fields }));
  const answer = fc.record({
    status: fc.oneof({ weight: 9, arbitrary: fc.constant(200) }, { weight: 1, arbitrary: fc.nat(999) }),
    body: fc.oneof(
      fc.string(),
      body.map((v) => JSON.stringify(v)),
      likely.map((v) => JSON.stringify(v)),
    ),
  });
  fc.assert(
    fc.property(answer, (sent) => {
      const reading = decodeState(sent);
      if (reading.kind === 'unreadable') assert.ok(Object.hasOwn(UNREADABLE_WORDS, reading.reason));
      else holdsItsType(reading.state);
    }),
    { numRuns: 2_000 },
  );
});

const TEXTS = /^[A-Za-z0-9][A-Za-z0-9._+-]{0,127}$/;

function holdsItsType(state: CelldState): void {
  const { ownership, shedding, deployment, ...counts } = state;
  for (const text of [ownership, shedding ?? 'none', deployment?.version ?? 'none'])
    assert.match(text, TEXTS);
  for (const count of Object.values(counts)) assert.ok(Number.isSafeInteger(count) && count >= 0);
  if (deployment === undefined) return;
  const { version, ...numbers } = deployment;
  assert.notEqual(version, '');
  for (const count of Object.values(numbers)) assert.ok(Number.isSafeInteger(count) && count >= 0);
  assert.ok(deployment.generation >= 1);
}
