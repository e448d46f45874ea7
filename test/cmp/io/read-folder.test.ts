import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { readFolder, type FolderOptions, type FolderReading } from '../../../cmp/io/read-folder.ts';
import { formatProblem } from '../../../documents/problem.ts';
import { temporaryFolder } from './temporary-folder.ts';

const OPTIONS: FolderOptions = {
  recurse: false,
  include: [],
  exclude: [],
  allowSourceOverride: false,
  limits: { files: 1_000, bytes: 20 * 1024 * 1024 },
};

const names = ({ files }: FolderReading): readonly string[] => files.map(({ file }) => file);
const lines = ({ problems }: FolderReading): readonly string[] =>
  problems.map((problem) => formatProblem(problem).split('\n')[0] ?? '');

suite('readFolder() chooses files', () => {
  test('reads every manifest of one level in code-unit order', (t) => {
    const folder = temporaryFolder(t, {
      'b.yml': 'b',
      'a.yaml': 'a',
      'Z.json': '{}',
      'ä.yaml': 'x',
      'README.md': '-',
      'sub/c.yaml': 'c',
    });
    const reading = readFolder(folder, OPTIONS);
    assert.deepEqual(reading.problems, []);
    assert.deepEqual(reading.files, [
      { file: 'Z.json', text: '{}' },
      { file: 'a.yaml', text: 'a' },
      { file: 'b.yml', text: 'b' },
      { file: 'ä.yaml', text: 'x' },
    ]);
  });

  test('reads folders in it with recurse, but neither hidden ones nor node_modules', (t) => {
    const folder = temporaryFolder(t, {
      'a.yaml': '',
      'sub/deep/b.yaml': '',
      'sub.yaml.d/c.yaml': '',
      '.git/d.yaml': '',
      'node_modules/e/f.yaml': '',
      'sub/node_modules/g.json': '',
    });
    assert.deepEqual(names(readFolder(folder, { ...OPTIONS, recurse: true })), [
      'a.yaml',
      'sub.yaml.d/c.yaml',
      'sub/deep/b.yaml',
    ]);
  });

  test('skips hidden files unless a pattern names them', (t) => {
    const folder = temporaryFolder(t, { '.lint.yaml': '', 'a.yaml': '' });
    assert.deepEqual(names(readFolder(folder, OPTIONS)), ['a.yaml']);
    assert.deepEqual(names(readFolder(folder, { ...OPTIONS, include: ['*.yaml'] })), ['a.yaml']);
    assert.deepEqual(names(readFolder(folder, { ...OPTIONS, include: ['.*.yaml'] })), ['.lint.yaml']);
  });

  test('takes exclude before include, and does not touch what is excluded', (t) => {
    const folder = temporaryFolder(t, { 'a.yaml': '', 'b.yaml': '', 'x/c.yaml': '' });
    mkdirSync(join(folder, 'bad.yaml'));
    const options = { ...OPTIONS, recurse: true, include: ['{a,b,bad}.yaml', 'x/**'], exclude: ['b*'] };
    const reading = readFolder(folder, options);
    assert.deepEqual([names(reading), lines(reading)], [['a.yaml', 'x/c.yaml'], []]);
  });

  test('answers the same whatever folder the process is in', (t) => {
    const folder = temporaryFolder(t, { 'a.yaml': 'a' });
    assert.deepEqual(readFolder(`${folder}/.`, OPTIONS), readFolder(folder, OPTIONS));
  });
});

suite('readFolder() refuses', () => {
  test('a folder without manifests', (t) => {
    const reading = readFolder(temporaryFolder(t, { 'README.md': '' }), OPTIONS);
    assert.deepEqual(lines(reading), [
      'Cannot read the folder: it must have a .yaml, .yml or .json file that is to be read: it has none [FOLDER_EMPTY]',
    ]);
  });

  test('a folder that is not there', (t) => {
    const reading = readFolder(join(temporaryFolder(t), 'gone'), OPTIONS);
    assert.deepEqual(lines(reading), [
      '.:1:1 Cannot read the folder: it must be readable: the system answered ENOENT [FOLDER_UNREADABLE]',
    ]);
  });

  test('a pipe, a folder and a device that are named as manifests, without opening them', (t) => {
    const folder = temporaryFolder(t, { 'a.yaml': '' });
    execFileSync('mkfifo', [join(folder, 'pipe.yaml')]);
    mkdirSync(join(folder, 'folder.yml'));
    const reading = readFolder(folder, OPTIONS);
    assert.deepEqual(names(reading), ['a.yaml']);
    assert.deepEqual(lines(reading), [
      'folder.yml:1:1 Cannot read the file: it must be a regular file: it is a folder [FILE_NOT_REGULAR]',
      'pipe.yaml:1:1 Cannot read the file: it must be a regular file: it is a pipe [FILE_NOT_REGULAR]',
    ]);
  });

  test('a socket', async (t) => {
    const folder = temporaryFolder(t);
    const script = `require('node:net').createServer().listen(process.argv[1], () => console.log('up'))`;
    const server = spawn(process.execPath, ['-e', script, join(folder, 's.json')]);
    t.after(() => server.kill());
    await new Promise((resolve) => server.stdout.once('data', resolve));
    assert.deepEqual(lines(readFolder(folder, OPTIONS)), [
      's.json:1:1 Cannot read the file: it must be a regular file: it is a socket [FILE_NOT_REGULAR]',
    ]);
  });

  test('a link out of the folder, also to a file, a folder, a device and a neighbour with the same start', (t) => {
    const outside = temporaryFolder(t, { 'app-two/secret.yaml': 'password: x', 'app/a.yaml': '' });
    const folder = join(outside, 'app');
    symlinkSync('../app-two/secret.yaml', join(folder, 'neighbour.yaml'));
    symlinkSync('/etc/passwd', join(folder, 'passwd.yaml'));
    symlinkSync('/dev/zero', join(folder, 'zero.yaml'));
    symlinkSync('../app-two', join(folder, 'linked'));
    const reading = readFolder(folder, { ...OPTIONS, recurse: true });
    assert.deepEqual(names(reading), ['a.yaml']);
    assert.deepEqual(
      reading.problems.map(({ code, position }) => [code, position?.file]),
      ['neighbour.yaml', 'passwd.yaml', 'zero.yaml', 'linked'].map((file) => ['FILE_OUTSIDE_FOLDER', file]),
    );
    assert.doesNotMatch(lines(reading).join(), /password|app-two/);
  });

  test('links in a circle and links to nothing', (t) => {
    const folder = temporaryFolder(t, { 'a.yaml': '', 'sub/b.yaml': '' });
    symlinkSync('loop.yaml', join(folder, 'loop.yaml'));
    symlinkSync('gone.yaml', join(folder, 'nothing.yaml'));
    symlinkSync('..', join(folder, 'sub/up'));
    symlinkSync('.', join(folder, 'self'));
    const reading = readFolder(folder, { ...OPTIONS, recurse: true });
    assert.deepEqual(names(reading), ['a.yaml', 'sub/b.yaml']);
    assert.deepEqual(lines(reading), [
      'loop.yaml:1:1 Cannot read the file: it must not be a link that leads in a circle: it is [FILE_LINK_LOOP]',
      "nothing.yaml:1:1 Cannot read the file: it must be in the application's folder: it is a link that leads out of it, or to nothing [FILE_OUTSIDE_FOLDER]",
      'self:1:1 Cannot read the file: it must not be a link to a folder around it: it is [FILE_LINK_LOOP]',
      'sub/up:1:1 Cannot read the file: it must not be a link to a folder around it: it is [FILE_LINK_LOOP]',
    ]);
  });

  test('a file and a folder beyond the limits, without reading the folder', (t) => {
    const folder = temporaryFolder(t, { 'a.yaml': 'a', 'big.yaml': '' });
    truncateSync(join(folder, 'big.yaml'), 50 * 1024 * 1024);
    assert.deepEqual(lines(readFolder(folder, { ...OPTIONS, limits: { files: 9, bytes: 99 } })), [
      'big.yaml:1:1 Cannot read the file: it must have at most 4194304 bytes: it has 52428800 [FILE_TOO_LARGE]',
    ]);
    const small = { ...OPTIONS, exclude: ['big.yaml'] };
    writeFileSync(join(folder, 'b.yaml'), 'bbb');
    assert.deepEqual(lines(readFolder(folder, { ...small, limits: { files: 9, bytes: 3 } })), [
      'Cannot read the folder: it must have at most 3 bytes in all: it has 4 [FOLDER_TOO_LARGE]',
    ]);
    assert.deepEqual(lines(readFolder(folder, { ...small, limits: { files: 1, bytes: 99 } })), [
      'Cannot read the folder: it must have at most 1 files: it has 2 [FOLDER_TOO_LARGE]',
    ]);
  });

  test('folders nested too deeply', (t) => {
    const folder = temporaryFolder(t, { [`${'d/'.repeat(40)}a.yaml`]: '', 'a.yaml': '' });
    const reading = readFolder(folder, { ...OPTIONS, recurse: true });
    assert.deepEqual(
      reading.problems.map(({ code }) => code),
      ['FOLDER_TOO_LARGE'],
    );
  });

  test('bytes that are not UTF-8, with their place', (t) => {
    const bytes = Buffer.concat([Buffer.from('a: 1\nb: ä'), Buffer.from([0xff]), Buffer.from('\n')]);
    const utf16 = Buffer.from('\uFEFFa: 1\n', 'utf16le');
    const cut = Buffer.from('a: ä').subarray(0, -1);
    const reading = readFolder(
      temporaryFolder(t, { 'a.yaml': bytes, 'b.yaml': utf16, 'c.yaml': cut }),
      OPTIONS,
    );
    assert.deepEqual(lines(reading), [
      'a.yaml:2:5 Cannot read the file: it must be UTF-8: here is a byte that is not [FILE_NOT_UTF8]',
      'b.yaml:1:1 Cannot read the file: it must be UTF-8: here is a byte that is not [FILE_NOT_UTF8]',
      'c.yaml:1:4 Cannot read the file: it must be UTF-8: here is a byte that is not [FILE_NOT_UTF8]',
    ]);
  });

  test('a name that could deceive is shown escaped', (t) => {
    const folder = temporaryFolder(t, { 'a\n[OK]\u202E.yaml': Buffer.from([0xff]) });
    assert.deepEqual(lines(readFolder(folder, OPTIONS)), [
      '"a\\n[OK]\\u202e.yaml":1:1 Cannot read the file: it must be UTF-8: here is a byte that is not [FILE_NOT_UTF8]',
    ]);
  });
});

suite('readFolder() and .argocd-source files', () => {
  const files = {
    '.argocd-source.yaml': 'x',
    '.argocd-source-app_one.yaml': 'x',
    'a.yaml': '',
    's/b.yaml': '',
  };
  const inner = { 's/.argocd-source.yaml': 'x' };

  test('refuses them whatever include and exclude say', (t) => {
    const reading = readFolder(temporaryFolder(t, files), { ...OPTIONS, exclude: ['.argocd*'] });
    assert.deepEqual(lines(reading), [
      '.argocd-source-app_one.yaml:1:1 Cannot read the file: it must not be there: Argo CD lets it change the parameters of the plugin [SOURCE_OVERRIDE]',
      '.argocd-source.yaml:1:1 Cannot read the file: it must not be there: Argo CD lets it change the parameters of the plugin [SOURCE_OVERRIDE]',
    ]);
  });

  test('refuses one that is a link, without following it', (t) => {
    const folder = temporaryFolder(t, { 'a.yaml': '' });
    symlinkSync('/etc/passwd', join(folder, '.argocd-source.yaml'));
    assert.deepEqual(
      readFolder(folder, OPTIONS).problems.map(({ code }) => code),
      ['SOURCE_OVERRIDE'],
    );
  });

  test('never reads one as a manifest where it is opened, nor one in a folder below', (t) => {
    const folder = temporaryFolder(t, { ...files, ...inner });
    const reading = readFolder(folder, {
      ...OPTIONS,
      allowSourceOverride: true,
      recurse: true,
      include: ['**', '.*'],
    });
    assert.deepEqual([names(reading), lines(reading)], [['a.yaml', 's/b.yaml'], []]);
  });
});

suite('readFolder() and links inside the folder', () => {
  test('reads a file that a link names again once, under its own name', (t) => {
    const folder = temporaryFolder(t, { 'b.yaml': 'b', 'sub/c.yaml': 'c' });
    symlinkSync('b.yaml', join(folder, 'a.yaml'));
    symlinkSync('sub', join(folder, 'again'));
    assert.deepEqual(names(readFolder(folder, { ...OPTIONS, recurse: true })), ['b.yaml', 'sub/c.yaml']);
  });

  test('reads what a volume of Kubernetes holds: links through a hidden folder', (t) => {
    const folder = temporaryFolder(t, { '..2026_01/a.yaml': 'a', '..2026_01/sub/b.yaml': 'b' });
    symlinkSync('..2026_01', join(folder, '..data'));
    symlinkSync('..data/a.yaml', join(folder, 'a.yaml'));
    symlinkSync('..data/sub', join(folder, 'sub'));
    const reading = readFolder(folder, { ...OPTIONS, recurse: true });
    assert.deepEqual([names(reading), lines(reading)], [['a.yaml', 'sub/b.yaml'], []]);
  });

  test('ends on folders that link to each other', (t) => {
    const folder = temporaryFolder(t, { 'one/a.yaml': '', 'two/b.yaml': '' });
    symlinkSync('../two', join(folder, 'one/two'));
    symlinkSync('../one', join(folder, 'two/one'));
    assert.deepEqual(names(readFolder(folder, { ...OPTIONS, recurse: true })), ['one/a.yaml', 'two/b.yaml']);
  });
});

suite('readFolder() as a user without rights', () => {
  const script = `
    import { readFolder } from ${JSON.stringify(new URL('../../../cmp/io/read-folder.ts', import.meta.url).href)};
    import { formatProblem } from ${JSON.stringify(new URL('../../../documents/problem.ts', import.meta.url).href)};
    process.setuid(65534);
    const reading = readFolder(process.argv[1], ${JSON.stringify({ ...OPTIONS, recurse: true })});
    console.log(reading.problems.map((problem) => formatProblem(problem).split('\\n')[0]).join('\\n'));`;

  test(
    'names the file and the folder',
    { skip: process.getuid?.() !== 0 && 'needs root to become another user' },
    (t) => {
      const folder = temporaryFolder(t, { 'a.yaml': '', 'b.yaml': '', 'sub/c.yaml': '' });
      execFileSync('chmod', ['755', folder]);
      execFileSync('chmod', ['600', join(folder, 'b.yaml')]);
      execFileSync('chmod', ['700', join(folder, 'sub')]);
      const output = execFileSync(process.execPath, ['--input-type=module', '-e', script, folder], {
        encoding: 'utf8',
      });
      assert.deepEqual(output.trim().split('\n'), [
        'sub:1:1 Cannot read the folder: it must be readable: the system answered EACCES [FOLDER_UNREADABLE]',
        'b.yaml:1:1 Cannot read the file: it must be readable: the system answered EACCES [FILE_UNREADABLE]',
      ]);
    },
  );
});
