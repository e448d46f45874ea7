import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolveWorkerApp } from '../../../schemas/resolve-workerapp.ts';
import { locatedApp } from './judge.ts';

for (const key of ['appVersion', 'configDigest', 'unresolved', 'project', 'namespace', 'path']) {
  test(`T16: a WorkerApp file cannot carry the top-level key ${key}, which would override a generator’s answer`, () => {
    const { document } = locatedApp({});
    const value = { ...(document.value as object), [key]: 'x' };
    const result = resolveWorkerApp(value);
    assert.equal(result.ok, false);
    assert.deepEqual(
      result.errors.map(({ keyword }) => keyword),
      ['additionalProperties'],
    );
  });
}
