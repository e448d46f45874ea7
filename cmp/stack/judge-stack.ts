import { isJsonObject, type JsonValue } from '../../documents/json.ts';
import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import { schemaProblems } from '../../documents/schema-problems.ts';
import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';
import { celldStackSchema } from '../../schemas/celldstack-schema.ts';
import { resolveCelldStack } from '../../schemas/resolve-celldstack.ts';
import { judgeRepaired, type Resolution } from '../judge-repaired.ts';
import type { Judging } from '../judging.ts';
import { checkStack } from './check-stack.ts';
import { stackContext } from './stack-context.ts';

/** A CelldStack that fits the schema, beside the document it stands in. */
export interface LocatedStack {
  readonly stack: ResolvedCelldStack;
  readonly document: LocatedDocument;
}

/** What one document with a CelldStack comes to; `stack` is there if it fits the schema. */
export interface JudgedStack {
  readonly stack?: ResolvedCelldStack;
  readonly problems: readonly Problem[];
}

/** Schema and rules; where the schema refuses something, the rules judge what is left without it. */
export function judgeStack(document: LocatedDocument, judging: Judging): JudgedStack {
  const judge = (stack: ResolvedCelldStack) => checkStack(stackContext(stack, document, judging));
  const resolved = resolve(document.value);
  if (resolved.ok) return { stack: resolved.model, problems: judge(resolved.model) };
  const options = { verb: 'render', label: labelOf(document), schema: celldStackSchema };
  const problems = schemaProblems(resolved.errors, document, options);
  return { problems: [...problems, ...judgeRepaired(document.value, resolved.errors, { resolve, judge })] };
}

function resolve(value: JsonValue): Resolution<ResolvedCelldStack> {
  const resolved = resolveCelldStack(value);
  return resolved.ok ? { ok: true, model: resolved.stack } : resolved;
}

/** Names the stack only where its name is one. */
function labelOf({ value }: LocatedDocument): string {
  const metadata = isJsonObject(value) ? value['metadata'] : undefined;
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  return typeof name === 'string' && /^[a-z]([-a-z0-9]{0,44}[a-z0-9])?$/.test(name)
    ? `CelldStack "${name}"`
    : 'the CelldStack';
}
