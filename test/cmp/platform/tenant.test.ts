import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readDestination } from '../../../cmp/platform/destination.ts';
import { passThroughFor, tenantFor, tenantUnknown } from '../../../cmp/platform/tenant.ts';
import { formatProblem } from '../../../documents/problem.ts';
import { platformOf } from '../rules/judge.ts';

const platform = platformOf({
  tenants: [
    { name: 'a', projects: ['team-a', 'shared'], namespaces: ['a-dev', 'a-prod'] },
    { name: 'b', projects: ['*'], namespaces: ['b'], passThrough: { kinds: [] } },
  ],
});

const ROWS = [
  ['finds a tenant by project and namespace', 'team-a', 'a-prod', 'a'],
  ['finds a tenant of any project by its namespace', 'team-x', 'b', 'b'],
  ['wants both names', 'team-b', 'a-prod', undefined],
  ['compares whole names', 'team-a', 'a-pro', undefined],
  ['takes no name for a pattern', 'team-a', '*', undefined],
] as const;

for (const [sentence, project, namespace, expected] of ROWS) {
  test(`tenantFor() ${sentence}`, () => {
    assert.equal(tenantFor(platform, { project, namespace })?.name, expected);
  });
}

test('tenantUnknown() names both names and says where they belong', () => {
  assert.equal(
    formatProblem(tenantUnknown({ project: 'team-x', namespace: 'x' })),
    'Cannot render for project "team-x" and namespace "x": the platform file has no tenant for them [TENANT_UNKNOWN]\n' +
      '  hint: add both names to one tenant of the platform file, under projects and namespaces',
  );
});

test('passThroughFor() takes the tenant’s own setting as a whole', () => {
  const [a, b] = platform.tenants;
  assert.ok(a !== undefined && b !== undefined);
  assert.equal(passThroughFor(platform, a).kinds.length, 4);
  assert.deepEqual(passThroughFor(platform, b), { all: false, kinds: [] });
});

test('readDestination() reads namespace and project', () => {
  const environment = { ARGOCD_APP_NAMESPACE: 'team-a', ARGOCD_APP_PROJECT_NAME: 'web.shop' };
  assert.deepEqual(readDestination(environment), {
    destination: { namespace: 'team-a', project: 'web.shop' },
    problems: [],
  });
});

test('readDestination() takes an absent project for Argo CD’s default', () => {
  assert.equal(readDestination({ ARGOCD_APP_NAMESPACE: 'team-a' }).destination?.project, 'default');
});

const BAD = [
  [
    {},
    'ARGOCD_APP_NAMESPACE: Cannot render: the destination namespace must be set: ARGOCD_APP_NAMESPACE is empty or absent [DESTINATION_MISSING]\n  hint: set spec.destination.namespace of the Application, or pass --namespace',
  ],
  [
    { ARGOCD_APP_NAMESPACE: 'a/b\nc' },
    'ARGOCD_APP_NAMESPACE: Cannot render: the destination namespace must be a namespace name [DESTINATION_INVALID]\n  hint: write spec.destination.namespace of the Application in lower-case letters, digits and "-"',
  ],
  [
    { ARGOCD_APP_NAMESPACE: 'a', ARGOCD_APP_PROJECT_NAME: '' },
    'ARGOCD_APP_PROJECT_NAME: Cannot render: the Argo CD project must be a project name [DESTINATION_INVALID]\n  hint: correct spec.project of the Application',
  ],
] as const;

for (const [environment, expected] of BAD) {
  test(`readDestination() refuses ${JSON.stringify(environment)}`, () => {
    const { destination, problems } = readDestination(environment);
    assert.equal(destination, undefined);
    assert.deepEqual(problems.map(formatProblem), [expected]);
  });
}
