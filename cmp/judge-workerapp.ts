import { isJsonObject } from '../documents/json.ts';
import type { LocatedDocument } from '../documents/parse-documents.ts';
import type { Problem } from '../documents/problem.ts';
import { schemaProblems } from '../documents/schema-problems.ts';
import { resolveWorkerApp } from '../schemas/resolve-workerapp.ts';
import type { ResolvedWorkerApp } from '../schemas/workerapp.generated.ts';
import { workerAppSchema } from '../schemas/workerapp-schema.ts';
import { judgeRepaired } from './judge-repaired.ts';
import type { Judging } from './judging.ts';
import { appParameters } from './parameters/app-parameters.ts';
import { checkWorkerApp } from './rules/check-workerapp.ts';

/** What one document with a WorkerApp comes to; `app` is there if it fits the schema. */
export interface JudgedApp {
  readonly app?: ResolvedWorkerApp;
  readonly problems: readonly Problem[];
}

/** Schema and rules; where the schema refuses something, the rules judge what is left without it. */
export function judgeWorkerApp(document: LocatedDocument, judging: Judging): JudgedApp {
  const resolved = resolveWorkerApp(document.value);
  if (resolved.ok) return { app: resolved.app, problems: judgeRules(resolved.app, document, judging) };
  const options = { verb: 'render', label: labelOf(document), schema: workerAppSchema };
  const problems = schemaProblems(resolved.errors, document, options);
  const rest = judgeRepaired(document.value, resolved.errors, {
    resolve: (value) => {
      const again = resolveWorkerApp(value);
      return again.ok ? { ok: true, model: again.app } : again;
    },
    judge: (app) => judgeRules(app, document, judging),
  });
  return { problems: [...problems, ...rest] };
}

function judgeRules(app: ResolvedWorkerApp, document: LocatedDocument, judging: Judging): readonly Problem[] {
  const parameters = appParameters(judging.parameters, app.metadata.name);
  return checkWorkerApp({ ...judging, parameters, app, document });
}

/** Names the app only where its name is one. */
function labelOf({ value }: LocatedDocument): string {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' && /^[a-z]([-a-z0-9]{0,44}[a-z0-9])?$/.test(name)
    ? `WorkerApp "${name}"`
    : 'the WorkerApp';
}
