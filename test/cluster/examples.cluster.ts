import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { readExamples } from './harness/examples.ts';
import { suiteExamples } from './harness/suite-examples.ts';

const FOLDER = process.env['CLUSTER_EXAMPLES'] ?? join(import.meta.dirname, '../../examples');
const EXAMPLES = await readExamples(FOLDER);

test('there are examples', () => {
  assert.ok(EXAMPLES.length > 0, `no expected.yaml in any folder of ${FOLDER}`);
});

suiteExamples('Examples', EXAMPLES);
