import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { readSettingFile, readTemplateFiles } from '../../../cmp/io/read-setting-files.ts';
import { temporaryFolder } from './temporary-folder.ts';

const MIB = 1024 * 1024;

suite('readSettingFile() and readTemplateFiles()', () => {
  test('read files as a ConfigMap mounts them: links into a folder that is a link itself', (context) => {
    const folder = temporaryFolder(context, {
      '..2026_11_29/platform.yaml': 'a: é\n',
      '..2026_11_29/ingress.yaml.hbs': 'b: 1\n',
    });
    symlinkSync('..2026_11_29', join(folder, '..data'));
    for (const name of ['platform.yaml', 'ingress.yaml.hbs'])
      symlinkSync(join('..data', name), join(folder, name));
    const file = join(folder, 'platform.yaml');
    assert.deepEqual(readSettingFile(file), { source: { file, text: 'a: é\n' }, problems: [] });
    const template = { name: 'ingress.yaml.hbs', file: join(folder, 'ingress.yaml.hbs'), text: 'b: 1\n' };
    assert.deepEqual(readTemplateFiles(folder), { files: [template], problems: [] });
  });

  test('read one MiB, and refuse more without reading it', (context) => {
    const folder = temporaryFolder(context, { most: 'x'.repeat(MIB), more: 'x'.repeat(MIB + 1) });
    assert.equal(readSettingFile(join(folder, 'most')).source?.text.length, MIB);
    const { source, problems } = readSettingFile(join(folder, 'more'));
    assert.deepEqual([source, problems.map(({ code }) => code)], [undefined, ['FILE_TOO_LARGE']]);
  });

  test('refuse bytes that are no UTF-8, at their place', (context) => {
    const folder = temporaryFolder(context, { 'a.hbs': Buffer.from([0x61, 0x0a, 0x61, 0xff]) });
    for (const { problems } of [readSettingFile(join(folder, 'a.hbs')), readTemplateFiles(folder)]) {
      assert.deepEqual(
        problems.map(({ code, position }) => [code, position?.line, position?.column]),
        [['FILE_NOT_UTF8', 2, 2]],
      );
    }
  });

  test('refuse what is no regular file, and never wait for it', (context) => {
    const folder = temporaryFolder(context, { 'folder.hbs/a': '' });
    execFileSync('mkfifo', [join(folder, 'pipe.hbs')]);
    symlinkSync('pipe.hbs', join(folder, 'link.hbs'));
    symlinkSync('nowhere', join(folder, 'missing.hbs'));
    const { files, problems } = readTemplateFiles(folder);
    assert.deepEqual(files, []);
    assert.deepEqual(
      problems.map(({ code }) => code),
      ['FILE_NOT_REGULAR', 'FILE_NOT_REGULAR', 'SETTING_FILE_UNREADABLE', 'FILE_NOT_REGULAR'],
    );
  });
});
