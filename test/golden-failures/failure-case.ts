import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const FIXTURES = fileURLToPath(new URL('./fixtures/', import.meta.url));

/** A folder of fixtures/: what a user wrote (`app/`), what the platform team mounts, and what the user is told. */
export interface FailureCase {
  readonly name: string;
  readonly folder: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly goldenFile: string;
}

/** The optional case.json. */
interface CaseFile {
  /** In place of the usual ones. */
  readonly arguments?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** As ARGOCD_APP_PARAMETERS. */
  readonly parameters?: readonly unknown[];
}

/** Every case, in the order of their names. */
export function listFailureCases(): readonly FailureCase[] {
  return readdirSync(FIXTURES).sort().map(readFailureCase);
}

function readFailureCase(name: string): FailureCase {
  const folder = join(FIXTURES, name);
  const file = readCaseFile(join(folder, 'case.json'));
  return {
    name,
    folder,
    args: ['generate', ...(file.arguments ?? usualArguments(folder))],
    env: {
      ...file.environment,
      ...(file.parameters && { ARGOCD_APP_PARAMETERS: JSON.stringify(file.parameters) }),
    },
    goldenFile: join(folder, 'stderr.txt'),
  };
}

function readCaseFile(path: string): CaseFile {
  return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as CaseFile) : {};
}

function usualArguments(folder: string): readonly string[] {
  const has = (name: string): boolean => existsSync(join(folder, name));
  return [
    'app',
    '--namespace=team-a',
    '--project=team-a',
    ...(has('platform.yaml') ? ['--platform=platform.yaml'] : []),
    ...(has('templates') ? ['--templates=templates'] : []),
  ];
}

const CODE = /\[([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*)\]$/gm;

/** The codes at the ends of the lines that people are shown. */
export function codesOf(stderr: string): readonly string[] {
  return [...stderr.matchAll(CODE)].map(([, code = '']) => code);
}
