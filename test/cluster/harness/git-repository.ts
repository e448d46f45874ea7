import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { MissingToolError } from './go.ts';
import { run } from './processes.ts';

/** Contents of files by their path; null removes one. */
export type Files = Readonly<Record<string, string | null>>;

/** A git repository in a folder, which Argo CD reads as `file://`. */
export interface GitRepository {
  readonly folder: string;
  readonly url: string;
  /** Writes, removes and commits on `main`; returns the revision. */
  commit(files: Files, message?: string): Promise<string>;
  /** What a person does with `git revert HEAD`; returns the new revision. */
  revertLast(): Promise<string>;
  remove(): Promise<void>;
}

/** Neither the person's own git settings nor their name. */
const IDENTITY = {
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_AUTHOR_NAME: 'celld-gitops tests',
  GIT_AUTHOR_EMAIL: 'tests@example.com',
  GIT_COMMITTER_NAME: 'celld-gitops tests',
  GIT_COMMITTER_EMAIL: 'tests@example.com',
};

export async function createGitRepository(): Promise<GitRepository> {
  const folder = await mkdtemp(join(tmpdir(), 'celld-gitops-git-'));
  const git = (...args: readonly string[]) => runGit(folder, args);
  const head = () => git('rev-parse', 'HEAD');
  await git('init', '--quiet', '--initial-branch=main');
  return {
    folder,
    url: `file://${folder}`,
    commit: async (files, message = 'Change the fleets') => {
      await writeFiles(folder, files);
      await git('add', '--all');
      await git('commit', '--quiet', '--allow-empty', `--message=${message}`);
      return await head();
    },
    revertLast: async () => {
      await git('revert', '--no-edit', 'HEAD');
      return await head();
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

async function writeFiles(folder: string, files: Files): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    const file = join(folder, path);
    if (content === null) {
      await rm(file, { recursive: true });
      continue;
    }
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, content);
  }
}

async function runGit(cwd: string, args: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await run('git', args, { cwd, env: { ...process.env, ...IDENTITY } });
  if (code === -1) throw new MissingToolError('Install git and put it on PATH: no working "git" was found');
  if (code !== 0) throw new Error(`git ${args.join(' ')}: ${stderr.trim()}`);
  return stdout.trim();
}
