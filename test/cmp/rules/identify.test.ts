import assert from 'node:assert/strict';
import { test } from 'node:test';
import { identifyDocument } from '../../../cmp/rules/identify-document.ts';
import { assertGolden } from './golden.ts';
import { documentOf, told } from './judge.ts';
import type { Told } from './judge.ts';

const named = (apiVersion: unknown, kind: unknown): unknown => ({
  apiVersion,
  kind,
  metadata: { name: 'chat' },
});

const ACCEPTED: readonly (readonly [sentence: string, value: unknown, expected: unknown])[] = [
  ['knows our WorkerApp', named('celld-operator.io/v1alpha1', 'WorkerApp'), { is: 'workerapp' }],
  [
    'knows an object of the core group',
    named('v1', 'ConfigMap'),
    { is: 'object', group: '', kind: 'ConfigMap' },
  ],
  [
    'knows an object of a named group',
    named('external-secrets.io/v1', 'ExternalSecret'),
    { is: 'object', group: 'external-secrets.io', kind: 'ExternalSecret' },
  ],
];

const REFUSED: readonly (readonly [sentence: string, value: unknown, code: string])[] = [
  [
    'refuses the group of before the rename (A3)',
    named('platform.ezghcloud.com/v1alpha1', 'WorkerApp'),
    'WORKERAPP_GROUP_OLD',
  ],
  [
    'refuses the WorkerApp of another product (A3)',
    named('platform.example.com/v1', 'WorkerApp'),
    'WORKERAPP_GROUP_FOREIGN',
  ],
  [
    'refuses another version of our group',
    named('celld-operator.io/v1beta1', 'WorkerApp'),
    'WORKERAPP_VERSION',
  ],
  [
    'refuses a misspelt kind with a hint',
    named('celld-operator.io/v1alpha1', 'Workerapp'),
    'OWN_KIND_UNKNOWN',
  ],
  ['refuses another kind of our group', named('celld-operator.io/v1alpha1', 'Backup'), 'OWN_KIND_UNKNOWN'],
  ['refuses a platform file', named('celld-gitops.io/v1alpha1', 'Platform'), 'PLATFORM_IN_FOLDER'],
  [
    'refuses a file that is no Kubernetes object',
    { name: 'my-app', scripts: { build: 'x' } },
    'DOCUMENT_NOT_KUBERNETES',
  ],
  ['refuses a kind without apiVersion', { kind: 'ConfigMap' }, 'DOCUMENT_NOT_KUBERNETES'],
  ['refuses an apiVersion that is a number', named(1, 'ConfigMap'), 'DOCUMENT_NOT_KUBERNETES'],
  ['refuses a list', ['a'], 'DOCUMENT_NOT_KUBERNETES'],
  [
    'T13: shows nothing of a file that is no manifest',
    { root: 'x:0:0:hunter2:/root' },
    'DOCUMENT_NOT_KUBERNETES',
  ],
];

for (const [sentence, value, expected] of ACCEPTED) {
  test(`identifyDocument() ${sentence}`, () =>
    assert.deepEqual(identifyDocument(documentOf(value)), expected));
}

const sections: (readonly [string, readonly Told[]])[] = [];
for (const [sentence, value, code] of REFUSED) {
  test(`identifyDocument() ${sentence}`, () => {
    const document = documentOf(value);
    const identity = identifyDocument(document);
    assert.equal(identity.is, 'refused');
    assert.equal(identity.problem.code, code);
    sections.push([sentence, [told(identity.problem, document.text)]]);
  });
}
test('identifyDocument() says what the golden file holds', () =>
  assertGolden(new URL('golden/identify.txt', import.meta.url), sections));
