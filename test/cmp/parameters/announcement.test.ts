import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parameterAnnouncement, parameterDocumentation } from '../../../cmp/parameters/announcement.ts';
import { PARAMETER_FORMS, PARAMETER_NAMES, PARAMETERS } from '../../../cmp/parameters/parameter-table.ts';
import { NO_PARAMETERS } from '../../../cmp/parameters/parameters.ts';
import { platformSchema } from '../../../schemas/platform-schema.ts';

interface Announced {
  readonly name: string;
  readonly collectionType: string;
  readonly [field: string]: unknown;
}

const announced = JSON.parse(parameterAnnouncement()) as readonly Announced[];

test('parameterAnnouncement() lists every parameter once, in the order of the table', () => {
  assert.deepEqual(
    announced.map(({ name }) => name),
    PARAMETER_NAMES,
  );
  assert.deepEqual([...PARAMETER_NAMES].sort(), Object.keys(PARAMETERS).sort());
  assert.deepEqual([...PARAMETER_NAMES].sort(), Object.keys(NO_PARAMETERS).sort());
});

test('parameterAnnouncement() holds strings only: a number would break the whole call of Argo CD', () => {
  for (const { name, collectionType, ...fields } of announced) {
    assert.ok(name !== '' && PARAMETER_FORMS.some((form) => form === collectionType));
    for (const value of Object.values(fields)) {
      const leaves = typeof value === 'object' && value !== null ? Object.values(value) : [value];
      assert.ok(
        leaves.every((leaf) => typeof leaf === 'string'),
        name,
      );
    }
  }
});

test('parameterDocumentation() has a row with every cell filled for every parameter', () => {
  const rows = parameterDocumentation();
  assert.deepEqual(
    rows.map(({ name }) => name),
    PARAMETER_NAMES,
  );
  assert.ok(rows.every((row) => Object.values(row).every((cell) => cell !== '')));
});

test('openParameters of the platform file may name exactly the parameters that a file opens', () => {
  const open = PARAMETER_NAMES.filter((name) => PARAMETERS[name].access === 'file');
  assert.deepEqual(platformSchema.properties?.['openParameters']?.items?.enum, open);
});
