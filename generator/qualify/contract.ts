import { sentenceOf, type Probe } from './probe.ts';
import { type Finding, holds, type Property, unknown, violated } from './properties.ts';

const FIRST = 'first: 0123456789abcdef';
const SECOND = 'second: fedcba9876543210, and longer';

/**
 * The four steps that celld itself takes at its start (create, refuse create, update, refuse stale), and that what was
 * written can be read, listed and read in part. A step that cannot be told leaves those that build on it unknown.
 */
export async function tryContract(probe: Probe): Promise<readonly Finding[]> {
  const key = probe.key('contract');
  const created = await probe.write(key, FIRST, { kind: 'absent' });
  if (created.kind === 'not-implemented' || created.kind === 'refused')
    return [violated('create', `a new object: ${sentenceOf(created)}`)];
  if (created.kind !== 'written') return [unknown('create', sentenceOf(created))];
  const { finding, tag } = await readBack(probe, key, FIRST);
  const early = [holds('create'), finding];
  if (tag === undefined) return early;
  const refusedCreate = await tryRefusal(probe, key, {
    property: 'refuse-create',
    condition: { kind: 'absent' },
    stays: FIRST,
  });
  return [...early, refusedCreate, ...(await tryUpdate(probe, key, tag)), ...(await tryReads(probe, key))];
}

interface ReadBack {
  readonly finding: Finding;
  readonly tag?: string;
}

async function readBack(probe: Probe, key: string, text: string): Promise<ReadBack> {
  const property = 'read-after-write';
  const read = await probe.read(key);
  if (read.kind === 'failed') return { finding: unknown(property, read.sentence) };
  if (read.kind !== 'found') return { finding: violated(property, sentenceOf(read)) };
  if (read.text !== text) return { finding: violated(property, 'what was read is not what was written') };
  if (read.tag === undefined)
    return { finding: violated(property, 'the object has no version (ETag or generation)') };
  return { finding: holds(property), tag: read.tag };
}

interface Refusal {
  readonly property: Property;
  readonly condition: Parameters<Probe['write']>[2];
  readonly stays: string;
}

/** A write that must be refused. The object is read again: a store may refuse and write all the same (bug row E2). */
async function tryRefusal(probe: Probe, key: string, refusal: Refusal): Promise<Finding> {
  const { property, condition, stays } = refusal;
  const outcome = await probe.write(key, 'this must not be written', condition);
  const after = await probe.read(key);
  if (outcome.kind === 'written') return violated(property, 'the store took the write: it drops conditions');
  if (outcome.kind === 'not-implemented') return violated(property, sentenceOf(outcome));
  if (after.kind === 'found' && after.text !== stays)
    return violated(property, 'the store refused the write and changed the object all the same');
  if (after.kind === 'missing') return violated(property, 'the object is gone after a refused write');
  if (outcome.kind !== 'refused') return unknown(property, sentenceOf(outcome));
  return after.kind === 'found' ? holds(property) : unknown(property, sentenceOf(after));
}

async function tryUpdate(probe: Probe, key: string, tag: string): Promise<readonly Finding[]> {
  const updated = await probe.write(key, SECOND, { kind: 'tag', tag });
  if (updated.kind === 'not-implemented' || updated.kind === 'refused')
    return [violated('update', `replacing the current version: ${sentenceOf(updated)}`)];
  if (updated.kind !== 'written') return [unknown('update', sentenceOf(updated))];
  const after = await probe.read(key);
  if (after.kind === 'failed') return [unknown('update', after.sentence)];
  if (after.kind !== 'found' || after.text !== SECOND)
    return [violated('update', 'what was read after it is not what was written')];
  const stale = await tryRefusal(probe, key, {
    property: 'refuse-stale',
    condition: { kind: 'tag', tag },
    stays: SECOND,
  });
  return [holds('update'), stale];
}

async function tryReads(probe: Probe, key: string): Promise<readonly Finding[]> {
  return [await tryList(probe, key), await tryRange(probe)];
}

async function tryList(probe: Probe, key: string): Promise<Finding> {
  const list = await probe.list();
  if (list.kind === 'failed') return unknown('list-after-write', list.sentence);
  return list.keys.includes(key)
    ? holds('list-after-write')
    : violated('list-after-write', 'the object that was written is not in the list');
}

const DIGITS = '0123456789'.repeat(10);

async function tryRange(probe: Probe): Promise<Finding> {
  const key = probe.key('range');
  const written = await probe.write(key, DIGITS, { kind: 'absent' });
  if (written.kind !== 'written') return unknown('ranged-read', sentenceOf(written));
  for (const [first, last] of [
    [0, 0],
    [17, 42],
    [90, 99],
  ] as const) {
    const read = await probe.read(key, [first, last]);
    if (read.kind === 'failed') return unknown('ranged-read', read.sentence);
    if (read.kind !== 'found' || read.text !== DIGITS.slice(first, last + 1))
      return violated('ranged-read', `bytes ${first} to ${last} were not answered exactly`);
  }
  return holds('ranged-read');
}
