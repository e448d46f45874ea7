import { ANNOTATIONS } from '../../../fleet/labels.ts';
import { KEY_REASONS, keyOwner } from '../../reserved-keys.ts';
import type { Finding } from '../../finding.ts';
import type { StackRule } from '../stack-context.ts';

/** Everything of a stack that is not its release goes into the destination's namespace (DESIGN D16). */
const checkNamespace: StackRule = ({ stack, destination }) => {
  const { namespace } = stack.metadata;
  if (namespace === undefined || namespace === destination.namespace) return [];
  return [
    {
      code: 'NAMESPACE_FOREIGN',
      path: ['metadata', 'namespace'],
      message: `metadata.namespace must be the destination "${destination.namespace}": it is "${namespace}"`,
      hint: 'delete it: what is absent goes into the destination namespace of the Application; the release goes to spec.namespace',
    },
  ];
};

/** The levers of a rollout. A stack has no fields for them, so they are annotations of ours. */
export const LEVERS: Readonly<Record<string, { readonly pattern: RegExp; readonly what: string }>> = {
  [ANNOTATIONS.updateStrategy]: { pattern: /^(Rolling|Recreate)$/, what: 'Rolling or Recreate' },
  [ANNOTATIONS.pausedStack]: { pattern: /^(true|false)$/, what: '"true" or "false"' },
  [ANNOTATIONS.restartToken]: {
    pattern: /^[A-Za-z0-9._:-]{1,128}$/,
    what: 'a word of at most 128 characters',
  },
  [ANNOTATIONS.acknowledgeStop]: {
    pattern: /^[A-Za-z0-9._:-]{1,128}$/,
    what: 'the restart token for which every pod may stop',
  },
  [ANNOTATIONS.acknowledgeDowngrade]: {
    pattern: /^[0-9]+\.[0-9]+\.[0-9]+->[0-9]+\.[0-9]+\.[0-9]+$/,
    what: 'two versions as 0.6.1->0.6.0',
  },
  [ANNOTATIONS.dataWrittenBy]: { pattern: /^[0-9]+\.[0-9]+\.[0-9]+$/, what: 'a version such as 0.3.0' },
};

const checkAnnotations: StackRule = ({ stack }) =>
  Object.entries(stack.metadata.annotations ?? {}).flatMap(([key, value]): readonly Finding[] => {
    const lever = Object.hasOwn(LEVERS, key) ? LEVERS[key] : undefined;
    if (lever !== undefined) return lever.pattern.test(value) ? [] : [wrongLever(key, lever.what)];
    return reservedKey(['metadata', 'annotations'], key);
  });

function wrongLever(key: string, what: string): Finding {
  return {
    code: 'STACK_ANNOTATION',
    path: ['metadata', 'annotations', key],
    message: `annotation "${key}" must be ${what}`,
    hint: 'correct it, or delete it',
  };
}

function reservedKey(path: readonly string[], key: string): readonly Finding[] {
  const owner = keyOwner(key);
  if (owner === undefined) return [];
  const message = `${path.join('.')} must not have "${key}": ${KEY_REASONS[owner]}`;
  const hint = `delete the key; those that a stack may have are ${Object.keys(LEVERS).join(', ')}`;
  return [{ code: 'KEY_RESERVED', path: [...path, key], message, hint, target: 'key' }];
}

const checkLabels: StackRule = ({ stack }) => [
  ...Object.keys(stack.metadata.labels ?? {}).flatMap((key) => reservedKey(['metadata', 'labels'], key)),
  ...Object.keys(stack.spec.labels).flatMap((key) => reservedKey(['spec', 'labels'], key)),
];

/** Argo CD can leave alone, make and change, and delete or not; nothing in between. Row 6.1. */
const checkPolicies: StackRule = ({ stack }) => {
  const policies: readonly string[] = stack.spec.managementPolicies;
  const isWhole = policies.length === 0 || policies.includes('*');
  if (isWhole || ['Create', 'Observe', 'Update'].every((policy) => policies.includes(policy))) return [];
  return [
    {
      code: 'STACK_POLICIES',
      path: ['spec', 'managementPolicies'],
      message:
        'spec.managementPolicies must hold *, or Create, Observe and Update: Argo CD cannot do some of them and not the others',
      hint: 'delete it; to keep everything when the stack goes, write [Create, Observe, Update, LateInitialize]',
    },
  ];
};

export const IDENTITY_RULES: readonly StackRule[] = [
  checkNamespace,
  checkAnnotations,
  checkLabels,
  checkPolicies,
];
