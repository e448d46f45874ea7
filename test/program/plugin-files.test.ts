import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { suite, test } from 'node:test';
import { parse } from 'yaml';
import { PARAMETER_NAMES } from '../../cmp/parameters/parameter-table.ts';
import { defaultPlatform } from '../../cmp/platform/default-platform.ts';
import { readPlatform } from '../../cmp/platform/read-platform.ts';
import packageFile from '../../package.json' with { type: 'json' };
import { temporaryFolder } from '../cmp/io/temporary-folder.ts';
import { BUNDLE_FILES, bundleFolder, ROOT } from './harness/bundle.ts';
import { runProgram } from './harness/run-program.ts';

interface Command {
  readonly command: readonly string[];
  readonly args: readonly string[];
}

interface Plugin {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly version: string;
    readonly generate: Command;
    readonly discover?: unknown;
    readonly init?: unknown;
    readonly parameters: { readonly dynamic: Command };
  };
}

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const plugin = parse(read('argocd/plugin/plugin.yaml')) as Plugin;
const dockerfile = read('Dockerfile');

/** Where the image has the program and the sidecar the platform file. */
const IN_THE_IMAGE = '/opt/celld-gitops';
const MOUNTED = '/etc/celld-gitops';
const NODE_OF_THE_IMAGE = '/usr/local/bin/node';

/** A command line of plugin.yaml with the paths of this machine. */
function localArguments({ command, args }: Command): readonly string[] {
  const [node, ...rest] = [...command, ...args];
  assert.equal(node, NODE_OF_THE_IMAGE);
  return rest.map((arg) =>
    arg.replace(IN_THE_IMAGE, bundleFolder()).replace(MOUNTED, join(ROOT, 'argocd/plugin')),
  );
}

suite('argocd/plugin/plugin.yaml', () => {
  test('has the version of package.json, as part of the name that Applications write', () => {
    assert.equal(plugin.kind, 'ConfigManagementPlugin');
    const name = `${plugin.metadata.name}-${plugin.spec.version}`;
    assert.equal(name, `celld-gitops-v${packageFile.version}`);
    assert.match(read('examples/quick-start/application.yaml'), new RegExp(`name: ${name}$`, 'm'));
  });

  test('claims no folder by discovery, and runs nothing before a render', () => {
    assert.deepEqual([plugin.spec.discover, plugin.spec.init], [undefined, undefined]);
  });

  test('renders the folder of an Application by its generate command', async (t) => {
    const chat = read('examples/quick-start/app/chat.yaml');
    const run = await runProgram([], {
      cwd: temporaryFolder(t, { 'chat.yaml': chat }),
      env: { ARGOCD_APP_NAMESPACE: 'chat', ARGOCD_APP_PROJECT_NAME: 'default' },
      node: localArguments(plugin.spec.generate),
    });
    const expected = read('examples/quick-start/expected.yaml');
    assert.deepEqual(run, { status: 0, stdout: expected, stderr: '' });
  });

  test('announces every parameter as Argo CD reads them, also without an environment', async (t) => {
    const node = localArguments(plugin.spec.parameters.dynamic);
    const { status, stdout, stderr } = await runProgram([], { cwd: temporaryFolder(t), node });
    assert.deepEqual([status, stderr], [0, '']);
    const announced = JSON.parse(stdout) as readonly Record<string, unknown>[];
    assert.deepEqual(
      announced.map(({ name }) => name),
      PARAMETER_NAMES,
    );
    for (const parameter of announced) assertAnnouncement(parameter);
  });
});

/** The fields of ParameterAnnouncement, where another type of value breaks the call (facts/argocd.md 1.9). */
function assertAnnouncement(parameter: Readonly<Record<string, unknown>>): void {
  const { collectionType, string, array, map, required, ...texts } = parameter;
  const known = ['name', 'title', 'tooltip', 'itemType'];
  for (const [field, value] of Object.entries(texts)) {
    assert.ok(known.includes(field) && typeof value === 'string', field);
  }
  assert.ok(['string', 'array', 'map'].includes(String(collectionType)));
  assert.ok(required === undefined || typeof required === 'boolean');
  assert.ok(string === undefined || typeof string === 'string');
  assert.ok(array === undefined || (Array.isArray(array) && array.every(isText)));
  assert.ok(map === undefined || Object.values(map as object).every(isText));
}

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

suite('The Dockerfile', () => {
  test('copies the folder that plugin.yaml runs the program from', () => {
    assert.match(dockerfile, new RegExp(`^RUN node scripts/build\\.ts /out$`, 'm'));
    assert.match(dockerfile, new RegExp(`^COPY --from=build /out ${IN_THE_IMAGE}$`, 'm'));
    for (const { args } of [plugin.spec.generate, plugin.spec.parameters.dynamic]) {
      const started = args.find((arg) => !arg.startsWith('-')) ?? '';
      assert.equal(dirname(started), IN_THE_IMAGE);
      assert.ok(BUNDLE_FILES.some((file) => started.endsWith(`/${file}`)));
    }
  });

  test('starts the same program as the plugin, with the same Node, as user 999', () => {
    const entry = /^ENTRYPOINT (\[.*\])$/m.exec(dockerfile)?.[1] ?? '[]';
    assert.deepEqual(JSON.parse(entry), [NODE_OF_THE_IMAGE, `${IN_THE_IMAGE}/celld-gitops.cjs`]);
    assert.match(dockerfile, /^USER 999:999$/m);
  });

  test('copies only files that are there, and does not leave out what the build reads', () => {
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, files = '']) =>
      files.split(' '),
    );
    assert.deepEqual(
      copied.filter((file) => !existsSync(join(ROOT, file))),
      [],
    );
    const ignored = read('.dockerignore').split('\n');
    for (const folder of ['scripts', 'examples', 'cmp']) assert.ok(!ignored.includes(folder), folder);
  });
});

suite('argocd/plugin/', () => {
  test('has a platform file that is the single-tenant default, written out', () => {
    const file = 'argocd/plugin/platform.yaml';
    assert.deepEqual(readPlatform({ file, text: read(file) }), { platform: defaultPlatform(), problems: [] });
  });

  test('has every file that its kustomization names', () => {
    const { configMapGenerator, patches } = parse(read('argocd/plugin/kustomization.yaml')) as {
      readonly configMapGenerator: readonly { readonly files: readonly string[] }[];
      readonly patches: readonly { readonly path: string }[];
    };
    const files = [
      ...configMapGenerator.flatMap((generator) => generator.files),
      ...patches.map(({ path }) => path),
    ];
    for (const file of files) assert.ok(existsSync(join(ROOT, 'argocd/plugin', file)), file);
  });

  test('mounts the platform file where the plugin reads it, and has the image of this version', () => {
    const sidecar = read('argocd/plugin/sidecar.yaml');
    assert.match(sidecar, new RegExp(`mountPath: ${MOUNTED}$`, 'm'));
    assert.match(sidecar, new RegExp(`image: \\S+:v${packageFile.version.replaceAll('.', '\\.')}$`, 'm'));
    assert.ok(plugin.spec.generate.args.includes(`--platform=${MOUNTED}/platform.yaml`));
  });
});
