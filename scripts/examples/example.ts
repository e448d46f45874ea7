import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { GenerateRequest } from '../../cmp/generate-request.ts';

/** One folder of examples/: what a team commits (`app/`), its Application, and what the platform team mounts. */
export interface Example {
  readonly name: string;
  readonly folder: string;
  readonly request: GenerateRequest;
  readonly expectedFile: string;
  /** What the guards of its stacks render; for an example with a CelldStack. */
  readonly guardFile: string;
}

interface Application {
  readonly spec: {
    readonly project: string;
    readonly source: {
      readonly repoURL: string;
      readonly path: string;
      readonly targetRevision: string;
      readonly plugin: { readonly parameters?: readonly unknown[] } };
    readonly destination: { readonly namespace: string };
  };
}

/** Every example, in the order of their names. */
export function listExamples(root = 'examples'): readonly Example[] {
  return readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => readExample(join(root, entry.name), entry.name))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** As Argo CD would ask for it: project, namespace and parameters are those of the Application. */
export function readExample(folder: string, name: string): Example {
  const application = parse(readFileSync(join(folder, 'application.yaml'), 'utf8')) as Application;
  const { source, project, destination } = application.spec;
  return {
    name,
    folder,
    expectedFile: join(folder, 'expected.yaml'),
    guardFile: join(folder, 'expected-guard.yaml'),
    request: {
      folder: join(folder, 'app'),
      platformFile: ifThere(join(folder, 'platform.yaml')),
      templatesFolder: ifThere(join(folder, 'templates')),
      namespace: destination.namespace,
      project,
      source: { repoURL: source.repoURL, path: source.path, targetRevision: source.targetRevision },
      parameters: source.plugin.parameters === undefined ? undefined : JSON.stringify(source.plugin.parameters),
    },
  };
}

function ifThere(path: string): string | undefined {
  return existsSync(path) ? path : undefined;
}
