import { LONGEST_START_SECONDS, TERMINATION_GRACE_SECONDS } from '../../fleet/bounds.ts';
import { defaultDurability, healthPath } from '../../fleet/celld-versions.ts';
import { fieldAt, numberAt, objectsAt, textAt } from '../../fleet/object-fields.ts';
import { stackMode } from '../../fleet/stack/stack-names.ts';
import { parseCelldImage } from '../../fleet/version.ts';
import { effectiveBucket, effectiveImage } from './stack-values.ts';
import type { StackContext } from './stack-context.ts';

/** Where the chart looks whether a pod is well. facts/celld-stack.md 5. */
const CHART_HEALTH_PATH = '/__celld/health';

interface Trap {
  readonly when: (context: StackContext) => boolean;
  readonly text: (context: StackContext) => string;
}

const placeholder = ({ effective }: StackContext): boolean =>
  effective['bootstrapPlaceholder'] === true ||
  (fieldAt(effective, 'azurite', 'enabled') === true &&
    fieldAt(effective, 'azurite', 'bootstrapPlaceholder') === true);

const version = ({ effective }: StackContext) => parseCelldImage(effectiveImage(effective)).version;

const patience = ({ effective }: StackContext): number =>
  (numberAt(effective, 'probes', 'liveness', 'periodSeconds') ?? 0) *
  (numberAt(effective, 'probes', 'liveness', 'failureThreshold') ?? 0);

function isFleetDurable(context: StackContext): boolean {
  const asked = objectsAt(context.effective, 'extraEnv').find(({ name }) => name === 'CELLD_DURABILITY');
  const known = version(context);
  const value = textAt(asked, 'value') ?? (known && defaultDurability(known));
  return value === 'fleet';
}

/** Traps of the chart that its values cannot mend, or that the file's own values open again (rows 5 and 7). */
const TRAPS: readonly Trap[] = [
  {
    when: ({ effective }) => effectiveBucket(effective) === undefined,
    text: () =>
      'has no bucket: its pods never become ready, and it gets no gate and rollout Jobs until it has one',
  },
  {
    when: (context) => {
      const known = version(context);
      return known !== undefined && healthPath(known) !== CHART_HEALTH_PATH;
    },
    text: (context) => {
      const known = version(context);
      return `the chart asks for ${CHART_HEALTH_PATH}, and this celld answers at ${known === undefined ? 'another path' : healthPath(known)}: use a chart whose probes know it`;
    },
  },
  {
    when: placeholder,
    text: () =>
      'every start of a pod deploys the chart’s placeholder over what is deployed: once there is an application, leave bootstrapPlaceholder out',
  },
  {
    when: (context) => placeholder(context) || stackMode(context.stack) === 'azurite',
    text: () =>
      'the chart gives such pods 60 s to start, which no value changes: a pod that takes longer is restarted',
  },
  {
    when: ({ effective }) =>
      (numberAt(effective, 'terminationGracePeriodSeconds') ?? 0) < TERMINATION_GRACE_SECONDS,
    text: () =>
      `terminationGracePeriodSeconds is below the ${TERMINATION_GRACE_SECONDS} s in which celld stops: cells can be cut off`,
  },
  {
    when: (context) => patience(context) < LONGEST_START_SECONDS,
    text: () =>
      `liveness gives up in less than the ${LONGEST_START_SECONDS} s that a start can take: a pod that is only slow is restarted`,
  },
  {
    when: (context) =>
      effectiveBucket(context.effective) !== undefined &&
      isFleetDurable(context) &&
      (Number(context.effective['replicaCount']) < 3 ||
        fieldAt(context.effective, 'persistence', 'enabled') !== true),
    text: () =>
      'celld acknowledges writes by the disks of the fleet (durability fleet), which needs three pods with volumes: add them, or set CELLD_DURABILITY to bucket in values.extraEnv',
  },
  {
    when: ({ stack, effective }) => {
      const known = parseCelldImage(effectiveImage(effective)).version;
      return stackMode(stack) === 'aws' && known?.major === 0 && known.minor < 6;
    },
    text: () => 'it is not known that celld before 0.6 can use a Pod Identity: try it before you rely on it',
  },
];

/** What a person should know although everything rendered. */
export function stackWarnings(context: StackContext): readonly string[] {
  const { name } = context.stack.metadata;
  return TRAPS.filter(({ when }) => when(context)).map(
    ({ text }) => `CelldStack "${name}": ${text(context)}`,
  );
}
