import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { validateWorkerApp } from '../../schemas/validators.generated.cjs';
import { workerAppSchema } from '../../schemas/workerapp-schema.ts';
import { FULL_APP, MINIMAL_APP, steps, withoutField, withValueAt } from './minimal-app.ts';
import { schemaNodes } from './schema-nodes.ts';

const OBJECTS = schemaNodes(workerAppSchema).filter(({ schema }) => schema.properties);

suite('fields of the WorkerApp schema', () => {
  for (const { path, schema } of OBJECTS) {
    test(`an unknown field of ${path || 'the document'} is refused by name`, () => {
      assert.equal(schema.additionalProperties, false);
      const at = path
        .replace('env[].valueFrom.c', 'env.2.valueFrom.c')
        .replace('env[].valueFrom', 'env.1.valueFrom');
      const app = withValueAt(
        FULL_APP,
        steps([...(at === '' ? [] : [at.replace(/\[\]/g, '.0')]), 'nonsense'].join('.')),
        1,
      );
      assert.ok(!validateWorkerApp(app));
      assert.deepEqual(
        validateWorkerApp.errors
          ?.filter(({ keyword }) => keyword === 'additionalProperties')
          .map(({ params }) => params),
        [{ additionalProperty: 'nonsense' }],
      );
    });
  }

  for (const { path, schema } of OBJECTS) {
    for (const name of schema.required ?? []) {
      const at = [path, name].filter((part) => part !== '').join('.');
      if (at.includes('[]') || at.startsWith('spec.storage') || at.startsWith('spec.vars')) continue;
      test(`${at} is required`, () => {
        assert.ok(!validateWorkerApp(withoutField(MINIMAL_APP, steps(at))));
        assert.deepEqual(
          validateWorkerApp.errors?.map(({ keyword, params }) => [keyword, params]),
          [['required', { missingProperty: name }]],
        );
      });
    }
  }

  for (const [block, field] of [
    ['storage', 'sizeGi'],
    ['vars', 'secretRef'],
  ] as const) {
    test(`spec.${block} may be left out, but not its ${field}`, () => {
      assert.ok(!validateWorkerApp(withValueAt(MINIMAL_APP, ['spec', block], {})));
      assert.deepEqual(validateWorkerApp.errors?.[0]?.params, { missingProperty: field });
    });
  }

  for (const name of ['generateName', 'finalizers', 'ownerReferences', 'resourceVersion', 'uid']) {
    test(`metadata.${name} is refused and the schema says why`, () => {
      assert.ok(!validateWorkerApp(withValueAt(MINIMAL_APP, ['metadata', name], 'a')));
      assert.deepEqual(validateWorkerApp.errors?.[0]?.params, { additionalProperty: name });
      assert.ok(workerAppSchema.properties?.['metadata']?.['x-refused-fields']?.[name]);
    });
  }

  test('status is refused and the schema says why', () => {
    assert.ok(!validateWorkerApp({ ...MINIMAL_APP, status: {} }));
    assert.deepEqual(validateWorkerApp.errors?.[0]?.params, { additionalProperty: 'status' });
    assert.match(workerAppSchema['x-refused-fields']?.['status'] ?? '', /written by the cluster/);
  });

  test('another group, version or kind is refused', () => {
    for (const [field, value] of [
      ['apiVersion', 'platform.ezghcloud.com/v1alpha1'],
      ['apiVersion', 'celld-operator.io/v1'],
      ['kind', 'CelldStack'],
    ] as const) {
      assert.ok(!validateWorkerApp({ ...MINIMAL_APP, [field]: value }));
      assert.equal(validateWorkerApp.errors?.[0]?.keyword, 'const');
    }
  });
});

suite('podTemplate.env of the WorkerApp schema', () => {
  const reference = { secretKeyRef: { name: 'a', key: 'b' } };
  const refused: readonly (readonly [what: string, env: readonly object[], keyword: string])[] = [
    ['neither value nor valueFrom', [{ name: 'A' }], 'minProperties'],
    ['both value and valueFrom', [{ name: 'A', value: '', valueFrom: reference }], 'maxProperties'],
    ['an empty valueFrom', [{ name: 'A', valueFrom: {} }], 'minProperties'],
    [
      'two sources',
      [{ name: 'A', valueFrom: { ...reference, configMapKeyRef: { name: 'a', key: 'b' } } }],
      'maxProperties',
    ],
    [
      'the same name twice with different values',
      [
        { name: 'A', value: '1' },
        { name: 'B', value: '1' },
        { name: 'A', value: '2' },
      ],
      'x-kubernetes-list-map-keys',
    ],
  ];
  for (const [what, env, keyword] of refused) {
    test(`refuses ${what}`, () => {
      assert.ok(!validateWorkerApp(withValueAt(MINIMAL_APP, ['spec', 'podTemplate'], { env: env as never })));
      assert.deepEqual(
        validateWorkerApp.errors?.map((error) => error.keyword),
        [keyword],
      );
    });
  }

  test('names the index of the second of two variables with one name, and of the first', () => {
    const env = ['A', 'B', 'A'].map((name) => ({ name, value: name }));
    assert.ok(!validateWorkerApp(withValueAt(MINIMAL_APP, ['spec', 'podTemplate'], { env })));
    assert.deepEqual(validateWorkerApp.errors, [
      {
        instancePath: '/spec/podTemplate/env',
        schemaPath: '#/properties/spec/properties/podTemplate/properties/env/x-kubernetes-list-map-keys',
        keyword: 'x-kubernetes-list-map-keys',
        params: { key: 'name', i: 2, j: 0 },
      },
    ]);
  });

  test('takes an empty value and names that differ in case', () => {
    const env = [
      { name: 'A', value: '' },
      { name: 'a', valueFrom: reference },
    ];
    assert.ok(validateWorkerApp(withValueAt(MINIMAL_APP, ['spec', 'podTemplate'], { env })));
  });
});
