import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { JsonValue } from '../../documents/json.ts';
import { readPlainScalar } from '../../documents/plain-scalar.ts';

suite('readPlainScalar() reads what YAML 1.1, YAML 1.2 and JSON agree on', () => {
  const values: readonly (readonly [text: string, value: JsonValue])[] = [
    ...['', '~', 'null', 'Null', 'NULL'].map((text) => [text, null] as const),
    ...['true', 'True', 'TRUE'].map((text) => [text, true] as const),
    ...['false', 'False', 'FALSE'].map((text) => [text, false] as const),
    ['0', 0],
    ['7', 7],
    ['-7', -7],
    ['1000', 1000],
    ['9007199254740991', Number.MAX_SAFE_INTEGER],
    ['-9007199254740991', Number.MIN_SAFE_INTEGER],
    ['1.5', 1.5],
    ['1.0', 1],
    ['10.0', 10],
    ['0.10', 0.1],
    ['-0.5', -0.5],
    ['0.30000000000000004', 0.30000000000000004],
  ];
  for (const [text, value] of values) {
    test(`${JSON.stringify(text)} as ${JSON.stringify(value)}`, () => {
      assert.deepEqual(readPlainScalar(text), { value });
    });
  }
});

suite('readPlainScalar() reads texts that only look special', () => {
  const texts = [
    'yesterday nono onoff yy truE nULL None nil NaN Infinity inf',
    '0.6.2 v1 1.2.3.4 10.0.0.0/8 1e 0x 0b2 0o8 0xg 1_a -a -- + - . .. ... .a -.a _1',
    '8080:80 12:60 1:2:x 2026-01 2026-01-01x 2026-001-01 12:30pm 1.2:3.4',
    '250m 512Mi 1Gi 50% 3d arn:aws:iam::123456789012:role/x s3://bucket/prefix == <<< a=b',
  ].flatMap((line) => line.split(' '));
  for (const text of [...texts, '2026-01-01 at noon', '1 2', '1 ', 'yes ']) {
    test(JSON.stringify(text), () => {
      assert.deepEqual(readPlainScalar(text), { value: text });
    });
  }
});

suite('readPlainScalar() refuses what readers differ on', () => {
  const refused = {
    YAML_AMBIGUOUS_WORD: 'y Y n N yes Yes YES yEs no No NO on On ON off Off OFF oFF =',
    YAML_AMBIGUOUS_NUMBER:
      '007 0777 08 00 -01 0o17 0O17 0x1F 0X1f -0x1 0b1 0B101 1_000 1_ 1__0 +1 +1.5 -0 -0.0 .5 -.5 +.5 1. 01.5 ' +
      '1e3 1E3 1e+3 1e-3 1.5e3 1.5e+3 12e03 .5e1 1_0.5 0x_1 -1_0 0b1_0',
    YAML_AMBIGUOUS_TIME:
      '12:30:45 1:30 +1:30 -1:30 00:11:22:33:44:55 1_0:30 12:30:45.5 2026-01-01 2026-1-1 2026-01-01T12:30:45Z ' +
      '2026-01-01t12:30:45+01:00 2026-01-01T1:2:3.25',
    YAML_NOT_FINITE: '.inf .Inf .INF -.inf +.inf .nan .NaN .NAN .iNf',
    YAML_NUMBER_INEXACT:
      '9007199254740992 -9007199254740992 9007199254740993.0 123456789012345678901234567890 0.1234567890123456789',
    YAML_MERGE_KEY: '<<',
  };
  for (const [code, words] of Object.entries(refused)) {
    for (const text of words.split(' ')) {
      test(`${text} as ${code}`, () => {
        assert.deepEqual(readPlainScalar(text), { refused: code });
      });
    }
  }
  for (const text of ['2026-01-01 12:30:45', '2026-01-01  12:30:45.5 Z', '2026-01-01 12:30:45 -5']) {
    test(`${text} as YAML_AMBIGUOUS_TIME`, () => {
      assert.deepEqual(readPlainScalar(text), { refused: 'YAML_AMBIGUOUS_TIME' });
    });
  }
});

suite('readPlainScalar() and numbers', () => {
  test('reads every whole number that is exact', () => {
    fc.assert(
      fc.property(fc.maxSafeInteger(), (value) => {
        assert.deepEqual(readPlainScalar(String(value)), { value: value === 0 ? 0 : value });
      }),
    );
  });

  test('reads a fraction exactly, or refuses it', () => {
    const digits = fc.stringMatching(/^[0-9]{1,25}$/);
    fc.assert(
      fc.property(digits, digits, (whole, fraction) => {
        const text = `${whole}.${fraction}`;
        const reading = readPlainScalar(text);
        if (!('value' in reading)) return;
        assert.equal(typeof reading.value, 'number');
        const significant = (of: string): string => of.replace('.', '').replace(/^0+|0+$/g, '');
        assert.equal(significant(JSON.stringify(reading.value)), significant(text));
      }),
    );
  });

  test('never reads a text of number characters as another text', () => {
    const text = fc.string({
      unit: fc.constantFrom(...'0123456789-+._eExXoObB:TtZz ~'.split(/(?:)/)),
      maxLength: 12,
    });
    fc.assert(
      fc.property(text, (plain) => {
        const reading = readPlainScalar(plain);
        if ('value' in reading && typeof reading.value === 'string') assert.equal(reading.value, plain);
        if ('value' in reading && typeof reading.value === 'number')
          assert.equal(reading.value, Number(plain));
      }),
      { numRuns: 2_000 },
    );
  });
});
