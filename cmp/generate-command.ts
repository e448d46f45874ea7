import { parseArgs } from 'node:util';
import { compareProblems, formatProblem, type Problem } from '../documents/problem.ts';
import { writeAll } from './io/write-stdout.ts';
import { EXIT } from './exit-codes.ts';
import { generate, type GenerateTools } from './generate.ts';
import type { Source } from './source.ts';
import { joinObjects, writeObject, type WrittenObject } from './render/output-object.ts';

export const GENERATE_USAGE = `usage: celld-gitops generate [FOLDER] [--platform FILE] [--templates FOLDER] [--namespace NAME] [--project NAME]
                             [--repo URL --path PATH --revision NAME]

Renders the WorkerApps and CelldStacks of FOLDER (the current folder) and prints the manifests that Argo CD applies.
Inside Argo CD, namespace, project and parameters come from ARGOCD_APP_NAMESPACE, ARGOCD_APP_PROJECT_NAME
and ARGOCD_APP_PARAMETERS, where the folder is in git from ARGOCD_APP_SOURCE_REPO_URL, _PATH and _TARGET_REVISION, and
the served APIs from KUBE_API_VERSIONS; the flags are for everywhere else.
`;

/** What the program takes from its surroundings; only main.ts reads them. */
export interface Surroundings extends GenerateTools {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly standardOutput: number;
  readonly standardError: number;
}

/** `celld-gitops generate`: answers the exit code. Standard output gets everything or nothing (DESIGN D10). */
export async function generateCommand(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const parsed = parse(args);
  if (!parsed.ok) return usage(parsed.reason, surroundings);
  const { environment } = surroundings;
  const written: WrittenObject[] = [];
  const result = await generate(
    {
      folder: parsed.folder,
      platformFile: parsed.values.platform,
      templatesFolder: parsed.values.templates,
      namespace: parsed.values.namespace ?? environment['ARGOCD_APP_NAMESPACE'],
      project: parsed.values.project ?? environment['ARGOCD_APP_PROJECT_NAME'],
      parameters: environment['ARGOCD_APP_PARAMETERS'],
      source: sourceOf(parsed.values, environment),
      kubeApiVersions: environment['KUBE_API_VERSIONS'],
    },
    surroundings,
    (object) => written.push(writeObject(object)),
  );
  if (!result.ok) return refuse(result.problems, surroundings);
  return deliver(joinObjects(written), result.warnings, surroundings);
}

/** All three, or none: an Application cannot be told half of it. */
function sourceOf(flags: Flags, environment: Surroundings['environment']): Source | undefined {
  const repoURL = flags.repo ?? environment['ARGOCD_APP_SOURCE_REPO_URL'];
  const path = flags.path ?? environment['ARGOCD_APP_SOURCE_PATH'];
  const targetRevision = flags.revision ?? environment['ARGOCD_APP_SOURCE_TARGET_REVISION'];
  return repoURL && path && targetRevision ? { repoURL, path, targetRevision } : undefined;
}

interface Flags {
  readonly repo?: string | undefined;
  readonly path?: string | undefined;
  readonly revision?: string | undefined;
  readonly platform?: string | undefined;
  readonly templates?: string | undefined;
  readonly namespace?: string | undefined;
  readonly project?: string | undefined;
}

type Parsed =
  | { readonly ok: true; readonly folder: string; readonly values: Flags }
  | { readonly ok: false; readonly reason: string };

function parse(args: readonly string[]): Parsed {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        platform: { type: 'string' },
        templates: { type: 'string' },
        namespace: { type: 'string' },
        project: { type: 'string' },
        repo: { type: 'string' },
        path: { type: 'string' },
        revision: { type: 'string' },
      },
    });
    const [folder = '.', ...others] = positionals;
    if (others.length > 0) return { ok: false, reason: 'only one folder can be rendered at a time' };
    return { ok: true, folder, values };
  } catch (error) {
    return { ok: false, reason: error instanceof Error ? error.message : String(error) };
  }
}

function usage(reason: string, { standardError }: Surroundings): number {
  writeAll(standardError, `celld-gitops generate: ${reason}\n\n${GENERATE_USAGE}`);
  return EXIT.usage;
}

/** Problems that are shown: Argo CD keeps the text in the Application, and nobody reads more. */
const MOST_SHOWN = 1000;

/** Every problem on a line of its own, in the order of the files; the last line says what happened. */
function refuse(
  problems: readonly Problem[],
  { standardError }: Pick<Surroundings, 'standardError'>,
): number {
  const lines = [...problems].sort(compareProblems).slice(0, MOST_SHOWN).map(formatProblem);
  const count = problems.length === 1 ? '1 problem' : `${String(problems.length)} problems`;
  const shown = problems.length > MOST_SHOWN ? `, the first ${String(MOST_SHOWN)} of them shown` : '';
  writeAll(standardError, `${lines.join('\n')}\n${count}${shown}, nothing rendered\n`);
  return EXIT.problems;
}

function deliver(
  text: string,
  warnings: readonly string[],
  { standardOutput, standardError }: Surroundings,
): number {
  if (warnings.length > 0)
    writeAll(standardError, warnings.map((warning) => `warning: ${warning}\n`).join(''));
  const written = writeAll(standardOutput, text);
  if (written.ok) return EXIT.done;
  const message = `Cannot write the manifests: standard output failed with ${written.error}`;
  const hint = 'what was written before is not whole, and must not be used';
  writeAll(standardError, `${formatProblem({ code: 'OUTPUT_FAILED', path: '', message, hint })}\n`);
  return EXIT.problems;
}
