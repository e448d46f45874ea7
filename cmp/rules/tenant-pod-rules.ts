import type { Finding } from '../finding.ts';
import { allows, ANY } from '../platform/tenant.ts';
import type { Tenant } from '../platform/tenant.ts';
import { keyOwner, podKeyOwner } from '../reserved-keys.ts';
import type { KeyOwner } from '../reserved-keys.ts';
import type { Rule, RuleContext } from './context.ts';
import { tenantFinding } from './tenant-finding.ts';

type KeyList = 'serviceAnnotations' | 'podLabels' | 'podAnnotations';
type Toleration = NonNullable<RuleContext['app']['spec']['scheduling']['tolerations']>[number];

interface KeyPlace {
  readonly list: KeyList;
  readonly path: readonly string[];
  readonly pairs: Readonly<Record<string, string>> | undefined;
  readonly owner: (key: string) => KeyOwner | undefined;
}

/** Labels and annotations that steer load balancers, injectors and meshes: listed keys with listed values (T9). */
const checkKeys: Rule = (context) =>
  keyPlaces(context).flatMap(({ list, path, pairs, owner }) =>
    Object.entries(pairs ?? {})
      .filter(([key, value]) => owner(key) === undefined && !allowsPair(context.tenant[list], key, value))
      .map(([key]) => keyFinding(context.tenant, { list, path, key })),
  );

function keyPlaces({ app }: RuleContext): readonly KeyPlace[] {
  const { service, podTemplate } = app.spec;
  const pod = ['spec', 'podTemplate'];
  return [
    {
      list: 'serviceAnnotations',
      path: ['spec', 'service', 'annotations'],
      pairs: service.annotations,
      owner: keyOwner,
    },
    { list: 'podLabels', path: [...pod, 'labels'], pairs: podTemplate?.labels, owner: podKeyOwner },
    {
      list: 'podAnnotations',
      path: [...pod, 'annotations'],
      pairs: podTemplate?.annotations,
      owner: podKeyOwner,
    },
  ];
}

function allowsPair(list: Tenant[KeyList], key: string, value: string): boolean {
  return list.some((entry) => entry.key === key && allows(entry.values, value));
}

/** The value is not shown: an annotation may hold anything, and the schema has no pattern for it. */
function keyFinding(
  tenant: Tenant,
  { list, path, key }: { list: KeyList; path: readonly string[]; key: string },
): Finding {
  const listed = tenant[list].some((entry) => entry.key === key);
  const asked = `${path.join('.')} ${listed ? 'with this value of' : 'with the key'} "${key}"`;
  return tenantFinding(tenant, { list, path: [...path, key], asked, target: listed ? 'value' : 'key' });
}

const checkPriority: Rule = ({ app, tenant }) => {
  const name = app.spec.podTemplate?.priorityClassName;
  if (name === undefined || allows(tenant.priorityClasses, name)) return [];
  const path = ['spec', 'podTemplate', 'priorityClassName'];
  return [tenantFinding(tenant, { list: 'priorityClasses', path, asked: `${path.join('.')} "${name}"` })];
};

const checkPullSecrets: Rule = ({ app, tenant }) =>
  (app.spec.podTemplate?.imagePullSecrets ?? []).flatMap(({ name }, index): readonly Finding[] => {
    if (allows(tenant.imagePullSecrets, name)) return [];
    const path = ['spec', 'podTemplate', 'imagePullSecrets', index, 'name'];
    return [tenantFinding(tenant, { list: 'imagePullSecrets', path, asked: `image pull Secret "${name}"` })];
  });

const checkTolerations: Rule = ({ app, tenant }) =>
  (app.spec.scheduling.tolerations ?? []).flatMap((toleration, index): readonly Finding[] => {
    if (tenant.tolerations.some((entry) => allowsToleration(entry, toleration))) return [];
    const key = toleration.key ?? '';
    const asked =
      key === ''
        ? 'a toleration of every taint'
        : `a toleration of "${key}" with this operator, value and effect`;
    return [
      tenantFinding(tenant, {
        list: 'tolerations',
        path: ['spec', 'scheduling', 'tolerations', index],
        asked,
      }),
    ];
  });

/** What a toleration leaves out it takes for any: so must the entry. Source: Kubernetes Toleration. */
function allowsToleration(entry: Tenant['tolerations'][number], toleration: Toleration): boolean {
  const { key = '', operator = 'Equal', value = '', effect } = toleration;
  const keyFits = entry.key === ANY || (key !== '' && entry.key === key);
  const valueFits = entry.values.includes(ANY) || (operator === 'Equal' && entry.values.includes(value));
  const effectFits = entry.effects.includes(ANY) || (effect !== undefined && entry.effects.includes(effect));
  return keyFits && valueFits && effectFits;
}

export const TENANT_POD_RULES: readonly Rule[] = [
  checkKeys,
  checkPriority,
  checkPullSecrets,
  checkTolerations,
];
