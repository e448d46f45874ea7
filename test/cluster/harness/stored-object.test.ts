import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { JsonObject } from '../../../documents/json.ts';
import { compareStored, type StoredProblem } from './stored-object.ts';

const PROBLEMS: readonly {
  readonly what: string;
  readonly rendered: JsonObject;
  readonly stored: JsonObject;
  readonly problems: readonly StoredProblem[];
}[] = [
  {
    what: 'a value that the server changed',
    rendered: { spec: { cpu: '1000m' } },
    stored: { spec: { cpu: '1' } },
    problems: [{ path: 'spec.cpu', kind: 'changed', rendered: '1000m', stored: '1' }],
  },
  {
    what: 'a field that the server pruned inside a list',
    rendered: { spec: { rules: [{ retry: 1 }] } },
    stored: { spec: { rules: [{}] } },
    problems: [{ path: 'spec.rules[0].retry', kind: 'dropped', rendered: 1 }],
  },
  {
    what: 'a list that the server made longer',
    rendered: { ports: [1] },
    stored: { ports: [1, 2] },
    problems: [{ path: 'ports', kind: 'changed', rendered: [1], stored: [1, 2] }],
  },
  {
    what: 'a null, also where the server stored something',
    rendered: { spec: { size: null } },
    stored: { spec: { size: 3 } },
    problems: [{ path: 'spec.size', kind: 'null', rendered: null, stored: 3 }],
  },
  {
    what: 'an empty map that the server kept',
    rendered: { spec: { resources: {} } },
    stored: { spec: { resources: {} } },
    problems: [{ path: 'spec.resources', kind: 'empty', rendered: {}, stored: {} }],
  },
  {
    what: 'no empty map that means something',
    rendered: { volumes: [{ emptyDir: {} }] },
    stored: { volumes: [{ emptyDir: {} }] },
    problems: [],
  },
];

for (const { what, rendered, stored, problems } of PROBLEMS) {
  test(`compareStored() finds ${what}`, () => {
    assert.deepEqual(compareStored(rendered, stored).problems, problems);
  });
}

test('compareStored() lists what the server added, and says what lies inside a list', () => {
  const rendered = { kind: 'HTTPRoute', metadata: { name: 'chat' }, spec: { refs: [{ name: 'edge' }] } };
  const stored = { ...rendered, spec: { refs: [{ name: 'edge', kind: 'Gateway' }], type: 'x' } };
  assert.deepEqual(compareStored(rendered, stored).defaults, [
    { path: 'spec.refs[0].kind', value: 'Gateway', inList: true },
    { path: 'spec.type', value: 'x', inList: false },
  ]);
});

test('compareStored() does not list the bookkeeping of the server and of kubectl', () => {
  const lastApplied = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };
  const metadata = { name: 'chat', namespace: 'fleet', uid: 'u', generation: 1, resourceVersion: '7' };
  const stored = { metadata: { ...metadata, annotations: lastApplied }, status: { ready: 1 } };
  assert.deepEqual(compareStored({ metadata: { name: 'chat' } }, stored), { problems: [], defaults: [] });
});
