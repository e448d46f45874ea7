import type { Problem } from '../../documents/problem.ts';
import { stackNames } from '../../fleet/stack/stack-names.ts';
import { type Finding, problemFrom } from '../finding.ts';
import { placeText } from '../rules/place-text.ts';
import type { LocatedStack } from './judge-stack.ts';
import { releaseCluster } from './provider-refs.ts';
import { stackBucketKey } from './stack-plan.ts';

/** What several stacks of a folder do to each other: the same release twice, or one bucket. */
export function checkStacks(stacks: readonly LocatedStack[]): readonly Problem[] {
  return [
    ...checkTwice(stacks, {
      keyOf: ({ stack }) => {
        const { namespace } = stack.spec;
        return `${releaseCluster(stack)} ${namespace} ${stackNames(stack).fleet}`;
      },
      code: 'NAME_COLLISION',
      path: ['spec', 'releaseName'],
      what: 'its release must have a name of its own in its namespace',
      hint: 'write another releaseName or namespace',
    }),
    ...checkTwice(stacks, {
      keyOf: ({ stack }) => (stack.spec.azurite.enabled ? undefined : stackBucketKey(stack)),
      code: 'BUCKET_SHARED',
      path: ['spec', 'bucket'],
      what: 'its bucket and prefix must be its alone',
      hint: 'give each stack a prefix of its own, side by side, such as s3://cells/staging and s3://cells/production',
    }),
  ];
}

interface Uniqueness extends Pick<Finding, 'code' | 'path' | 'hint'> {
  readonly keyOf: (located: LocatedStack) => string | undefined;
  readonly what: string;
}

function checkTwice(
  stacks: readonly LocatedStack[],
  { keyOf, code, path, what, hint }: Uniqueness,
): readonly Problem[] {
  const first = new Map<string, LocatedStack>();
  return stacks.flatMap((located): readonly Problem[] => {
    const key = keyOf(located);
    const earlier = key === undefined ? undefined : first.get(key);
    if (key !== undefined && earlier === undefined) first.set(key, located);
    if (earlier === undefined || earlier.stack.metadata.name === located.stack.metadata.name) return [];
    const { name } = earlier.stack.metadata;
    const place = placeText(earlier.document.locate(['metadata', 'name']));
    const message = `${what}: CelldStack "${name}" at ${place} has it too`;
    const label = `Cannot render CelldStack "${located.stack.metadata.name}"`;
    return [problemFrom({ code, path, message, hint }, located.document, label)];
  });
}
