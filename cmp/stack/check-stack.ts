import type { Problem } from '../../documents/problem.ts';
import { problemFrom } from '../finding.ts';
import { checkContradictions } from './rules/contradictions.ts';
import { IDENTITY_RULES } from './rules/identity.ts';
import { STACK_IMAGE_RULES } from './rules/image.ts';
import { NAME_RULES } from './rules/names.ts';
import { STACK_TENANT_RULES } from './rules/tenant.ts';
import { VALUE_RULES } from './rules/values.ts';
import type { StackContext, StackRule } from './stack-context.ts';

/** Every rule about one CelldStack, in the order of the documentation. */
const STACK_RULES: readonly StackRule[] = [
  ...IDENTITY_RULES,
  checkContradictions,
  ...NAME_RULES,
  ...VALUE_RULES,
  ...STACK_IMAGE_RULES,
  ...STACK_TENANT_RULES,
];

/** Everything that is wrong with a CelldStack that fits the schema, each with its place; no rule hides another. */
export function checkStack(context: StackContext): readonly Problem[] {
  const label = `Cannot render CelldStack "${context.stack.metadata.name}"`;
  return STACK_RULES.flatMap((rule) => rule(context)).map((finding) =>
    problemFrom(finding, context.document, label),
  );
}
