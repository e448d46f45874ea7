import type { LocatedDocument } from '../documents/parse-documents.ts';
import type { Problem } from '../documents/problem.ts';
import { judgeStack, type LocatedStack } from './stack/judge-stack.ts';
import { judgeWorkerApp } from './judge-workerapp.ts';
import type { Judging } from './judging.ts';
import { checkParameterScope } from './parameters/app-parameters.ts';
import { judgePassThrough } from './passthrough/judge-passthrough.ts';
import { checkFolder } from './rules/check-folder.ts';
import { identifyDocument } from './rules/identify-document.ts';
import type { LocatedApp } from './rules/located-app.ts';

export interface PassedObject {
  readonly document: LocatedDocument;
  readonly wave: number;
}

/** Everything of a folder that may be rendered; nothing may be while there is a problem. */
export interface Judged {
  readonly apps: readonly LocatedApp[];
  readonly stacks: readonly LocatedStack[];
  readonly objects: readonly PassedObject[];
  readonly problems: readonly Problem[];
}

/** Schema, then rules of one document, then rules between documents; all problems at once. `goOn` is false when time is up. */
export function judgeDocuments(
  documents: readonly LocatedDocument[],
  judging: Judging,
  goOn: () => boolean = () => true,
): Judged {
  const apps: LocatedApp[] = [];
  const stacks: LocatedStack[] = [];
  const objects: PassedObject[] = [];
  const problems: Problem[] = [];
  const unread: LocatedDocument[] = [];
  for (const document of documents) {
    if (!goOn()) break;
    const identity = identifyDocument(document);
    if (identity.is === 'refused') problems.push(identity.problem);
    else if (identity.is === 'object') judgeObject(document, identity);
    else if (identity.is === 'celldstack') judgeOneStack(document);
    else judgeApp(document);
  }
  const folder = {
    apps,
    stacks,
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
  return { apps, stacks, objects, problems };

  function judgeObject(
    document: LocatedDocument,
    identity: { readonly group: string; readonly kind: string },
  ): void {
    const verdict = judgePassThrough({ ...judging, document, group: identity.group, kind: identity.kind });
    objects.push({ document, wave: verdict.wave });
    problems.push(...verdict.problems);
  }

  function judgeOneStack(document: LocatedDocument): void {
    const judged = judgeStack(document, judging);
    problems.push(...judged.problems);
    if (judged.stack !== undefined) stacks.push({ stack: judged.stack, document });
  }

  function judgeApp(document: LocatedDocument): void {
    const judged = judgeWorkerApp(document, judging);
    problems.push(...judged.problems);
    if (judged.app === undefined) unread.push(document);
    else apps.push({ app: judged.app, document });
  }
}
