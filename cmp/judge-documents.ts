import type { LocatedDocument } from '../documents/parse-documents.ts';
import type { Problem } from '../documents/problem.ts';
import { schemaProblems } from '../documents/schema-problems.ts';
import { isJsonObject } from '../documents/json.ts';
import type { ResolvedPlatform } from '../schemas/platform.generated.ts';
import { resolveWorkerApp } from '../schemas/resolve-workerapp.ts';
import type { ResolvedWorkerApp } from '../schemas/workerapp.generated.ts';
import { workerAppSchema } from '../schemas/workerapp-schema.ts';
import { appParameters, checkParameterScope } from './parameters/app-parameters.ts';
import type { Parameters } from './parameters/parameters.ts';
import { judgePassThrough } from './passthrough/judge-passthrough.ts';
import type { Destination, Tenant } from './platform/tenant.ts';
import { checkFolder } from './rules/check-folder.ts';
import { checkWorkerApp } from './rules/check-workerapp.ts';
import { identifyDocument } from './rules/identify-document.ts';
import type { LocatedApp } from './rules/located-app.ts';

/** What every document of a render is judged against. */
export interface Judging {
  readonly destination: Destination;
  readonly platform: ResolvedPlatform;
  readonly tenant: Tenant;
  readonly parameters: Parameters;
}

export interface PassedObject {
  readonly document: LocatedDocument;
  readonly wave: number;
}

/** Everything of a folder that may be rendered; nothing may be while there is a problem. */
export interface Judged {
  readonly apps: readonly LocatedApp[];
  readonly objects: readonly PassedObject[];
  readonly problems: readonly Problem[];
}

/** Schema, then rules of one document, then rules between documents; all problems at once. */
export function judgeDocuments(documents: readonly LocatedDocument[], judging: Judging): Judged {
  const apps: LocatedApp[] = [];
  const objects: PassedObject[] = [];
  const problems: Problem[] = [];
  const unread: LocatedDocument[] = [];
  for (const document of documents) {
    const identity = identifyDocument(document);
    if (identity.is === 'refused') problems.push(identity.problem);
    else if (identity.is === 'object') judgeObject(document, identity);
    else judgeApp(document);
  }
  const folder = {
    apps,
    objects: objects.map(({ document }) => document),
    namespace: judging.destination.namespace,
  };
  problems.push(...checkFolder(folder));
  // How many WorkerApps there are is known only if each could be read.
  if (unread.length === 0)
    problems.push(
      ...checkParameterScope(
        judging.parameters,
        apps.map(({ app }) => app.metadata.name),
      ),
    );
  return { apps, objects, problems };

  function judgeObject(
    document: LocatedDocument,
    identity: { readonly group: string; readonly kind: string },
  ): void {
    const verdict = judgePassThrough({ ...judging, document, group: identity.group, kind: identity.kind });
    objects.push({ document, wave: verdict.wave });
    problems.push(...verdict.problems);
  }

  function judgeApp(document: LocatedDocument): void {
    const read = readWorkerApp(document);
    if (!read.ok) {
      unread.push(document);
      problems.push(...read.problems);
      return;
    }
    const { app } = read;
    const parameters = appParameters(judging.parameters, app.metadata.name);
    apps.push({ app, document });
    problems.push(...checkWorkerApp({ ...judging, parameters, app, document }));
  }
}

type ReadApp =
  | { readonly ok: true; readonly app: ResolvedWorkerApp }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** A WorkerApp with every default filled in, or what its schema says against it. */
function readWorkerApp(document: LocatedDocument): ReadApp {
  const resolved = resolveWorkerApp(document.value);
  if (resolved.ok) return resolved;
  const options = { verb: 'render', label: labelOf(document), schema: workerAppSchema };
  return { ok: false, problems: schemaProblems(resolved.errors, document, options) };
}

/** Names the app only where its name is one. */
function labelOf({ value }: LocatedDocument): string {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' && /^[a-z]([-a-z0-9]{0,44}[a-z0-9])?$/.test(name)
    ? `WorkerApp "${name}"`
    : 'the WorkerApp';
}
