import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { qualifyCommand, QUALIFY_EXIT } from '../../../generator/qualify/command.ts';
import { readQualifyArguments } from '../../../generator/qualify/options.ts';

const BUCKET = ['--bucket', 's3://cells/chat'];

suite('readQualifyArguments()', () => {
  test('fills in 8 writers, 32 rounds and a folder of its own', () => {
    const read = readQualifyArguments(BUCKET);
    assert.ok(typeof read !== 'string');
    const { writers, rounds, folder, format } = read;
    assert.deepEqual(
      { writers, rounds, folder, format },
      {
        writers: 8,
        rounds: 32,
        folder: 'celld-gitops-qualify',
        format: 'text',
      },
    );
  });

  const wrong: readonly (readonly string[])[] = [
    [],
    ['--bucket', 'cells'],
    ['--bucket', 'ftp://cells'],
    ['--bucket', 'az://cells'],
    [...BUCKET, '--writers', '1'],
    [...BUCKET, '--writers', '1e3'],
    [...BUCKET, '--rounds', '0'],
    [...BUCKET, '--format', 'xml'],
    [...BUCKET, '--prefix', '../other'],
    [...BUCKET, '--prefix', '/'],
    [...BUCKET, '--endpoint', 'ftp://store'],
    [...BUCKET, '--endpoint', 'https://user:secret@store'],
    [...BUCKET, '--color'],
    [...BUCKET, 'more'],
  ];
  for (const args of wrong) {
    test(`refuses ${args.join(' ') || 'no arguments'} and ends with 64`, async () => {
      const written: string[] = [];
      const code = await qualifyCommand(args, {
        environment: {},
        signal: new AbortController().signal,
        clock: { sleep: () => Promise.resolve() },
        runId: 'run',
        writeOutput: () => assert.fail('nothing goes to standard output'),
        writeError: (text) => void written.push(text),
      });
      assert.equal(code, QUALIFY_EXIT.usage);
      assert.match(written.join(''), /usage: celld-gitops qualify/);
      assert.doesNotMatch(written.join(''), /secret/);
    });
  }
});
