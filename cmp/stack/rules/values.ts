import { isJsonArray, isJsonObject, type JsonValue } from '../../../documents/json.ts';
import { LABELS } from '../../../fleet/labels.ts';
import { fieldAt, objectsAt, textAt } from '../../../fleet/object-fields.ts';
import { MAX_REPLICAS } from '../../../fleet/names.ts';
import { stackMode } from '../../../fleet/stack/stack-names.ts';
import { isReservedVariableName } from '../../../fleet/user-environment.ts';
import { TUNABLE_VARIABLES } from '../../render/added-pod-parts.ts';
import { keyOwner, podKeyOwner } from '../../reserved-keys.ts';
import type { Finding } from '../../finding.ts';
import { computedValues } from '../stack-values.ts';
import { isWritten, type StackContext, type StackRule, whereWritten } from '../stack-context.ts';

interface FixedValue {
  readonly path: readonly string[];
  /** What it must be if it is set at all; undefined: it must not be set. */
  readonly must: (context: StackContext) => JsonValue | undefined;
  readonly why: string;
}

const asComputed =
  (...path: readonly string[]) =>
  ({ stack }: StackContext): JsonValue | undefined =>
    fieldAt(computedValues(stack), ...path);

/** Values by which Jobs, NetworkPolicy, role and status know the fleet: another one would leave them behind (row 1.3). */
const FIXED: readonly FixedValue[] = [
  { path: ['fullnameOverride'], must: asComputed('fullnameOverride'), why: 'write releaseName' },
  { path: ['nameOverride'], must: () => '', why: 'the Jobs know the pods by the chart’s own name' },
  {
    path: ['serviceAccount', 'name'],
    must: asComputed('serviceAccount', 'name'),
    why: 'the role is bound to that name',
  },
  { path: ['server', 'httpPort'], must: () => 8080, why: 'Services and policies know the port' },
  { path: ['server', 'internalPort'], must: () => 8081, why: 'the rollout reads the pods there' },
  {
    path: ['azurite', 'enabled'],
    must: asComputed('azurite', 'enabled'),
    why: 'write azurite.enabled of the stack',
  },
  {
    path: ['azurite', 'container'],
    must: asComputed('azurite', 'container'),
    why: 'write azurite.container of the stack',
  },
];

const checkFixed: StackRule = (context) =>
  FIXED.flatMap(({ path, must, why }): readonly Finding[] => {
    const value = fieldAt(context.effective, ...path);
    if (value === undefined || value === must(context)) return [];
    return [valueFinding(context, path, `must be left out: ${why}`)];
  });

function valueFinding(context: StackContext, path: readonly string[], text: string): Finding {
  const place = whereWritten(context, path, path);
  return {
    code: 'STACK_VALUES',
    path: place,
    message: `the value ${path.join('.')} of the chart ${text}`,
    hint: 'docs/write-a-celldstack.md lists the values that a stack keeps for itself',
  };
}

/** A second bucket by the back door: with azurite and aws the store is made, and the role is for that bucket alone. */
const checkBucketValue: StackRule = (context) => {
  const { stack, effective } = context;
  if (stackMode(stack) === 'plain') return [];
  const own = fieldAt(computedValues(stack), 'celld', 'bucket');
  const value = fieldAt(effective, 'celld', 'bucket');
  return value === own ? [] : [valueFinding(context, ['celld', 'bucket'], 'must be the bucket of the stack')];
};

const checkReplicas: StackRule = (context) => {
  const count = context.effective['replicaCount'];
  const isCount = typeof count === 'number' && Number.isInteger(count) && count >= 1 && count <= MAX_REPLICAS;
  return isCount
    ? []
    : [valueFinding(context, ['replicaCount'], `must be a whole number from 1 to ${MAX_REPLICAS}`)];
};

/** What the fleet's rollout reads of the pods must be text where the chart wants text. */
const TEXTS: readonly (readonly string[])[] = [
  ['image', 'repository'],
  ['image', 'tag'],
  ['celld', 'bucket'],
  ['celld', 'endpoint'],
  ['persistence', 'size'],
  ['persistence', 'existingClaim'],
];
const MAPS: readonly (readonly string[])[] = [
  ['image'],
  ['celld'],
  ['persistence'],
  ['azurite'],
  ['commonLabels'],
  ['podLabels'],
  ['podAnnotations'],
  ['serviceAccount'],
];

const checkShapes: StackRule = (context) => [
  ...MAPS.filter((path) => !isJsonObject(fieldAt(context.effective, ...path) ?? {})).map((path) =>
    valueFinding(context, path, 'must be a map'),
  ),
  ...TEXTS.filter((path) => typeof (fieldAt(context.effective, ...path) ?? '') !== 'string').map((path) =>
    valueFinding(context, path, 'must be a text'),
  ),
];

const SELECTOR_KEYS: readonly string[] = [LABELS.name, LABELS.instance, 'app.kubernetes.io/component'];

/** Keys that the guard sets, or by which Services and the Jobs know a pod. */
const checkKeys: StackRule = (context) =>
  (['commonLabels', 'podLabels', 'podAnnotations'] as const).flatMap((name) => {
    const keys = Object.keys(objectOf(context.effective[name]));
    const owned = (key: string): boolean =>
      (name === 'commonLabels' ? keyOwner(key) : podKeyOwner(key)) !== undefined ||
      (name !== 'podAnnotations' && SELECTOR_KEYS.includes(key));
    return keys
      .filter(owned)
      .map((key) => valueFinding(context, [name, key], 'must be left out: the key belongs to the fleet'));
  });

function objectOf(value: JsonValue | undefined): Readonly<Record<string, JsonValue>> {
  return isJsonObject(value) ? value : {};
}

/** Names that are celld's own, but may be set: how it acknowledges, logs and finds a Google key. */
const OPEN_VARIABLES: readonly string[] = [
  ...TUNABLE_VARIABLES,
  'CELLD_DURABILITY',
  'GOOGLE_APPLICATION_CREDENTIALS',
];

/** T10, as for a WorkerApp. */
const checkVariables: StackRule = (context) => {
  const list = context.effective['extraEnv'] ?? [];
  if (!isJsonArray(list)) return [valueFinding(context, ['extraEnv'], 'must be a list')];
  return objectsAt(context.effective, 'extraEnv')
    .map((entry) => textAt(entry, 'name') ?? '')
    .filter((name) => isReservedVariableName(name) && !OPEN_VARIABLES.includes(name.toUpperCase()))
    .map((name) => ({
      code: 'ENV_RESERVED',
      path: whereWritten(context, ['extraEnv'], ['values']),
      message: `extraEnv must not set ${/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? `"${name}"` : 'such a variable'}: it is reserved for celld and its stores`,
      hint: 'use the field of spec that sets it, or another name',
    }));
};

/** The claim's own rule, where a free value says so. */
const checkClaimValue: StackRule = (context) => {
  const { effective } = context;
  const claim = fieldAt(effective, 'persistence', 'existingClaim') ?? '';
  const count = effective['replicaCount'];
  if (claim === '' || count === 1 || isWritten(context, 'persistence', 'existingClaim')) return [];
  return [
    valueFinding(
      context,
      ['persistence', 'existingClaim'],
      'must be left out: every pod would mount it, and there is more than one',
    ),
  ];
};

export const VALUE_RULES: readonly StackRule[] = [
  checkShapes,
  checkFixed,
  checkBucketValue,
  checkReplicas,
  checkKeys,
  checkVariables,
  checkClaimValue,
];
