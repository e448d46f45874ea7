import type { JsonObject } from '../../documents/json.ts';
import { objectsAt, textAt } from '../object-fields.ts';
import type { AllowedMutations, FleetPlan } from '../plan.ts';
import { differencesOf } from './covers.ts';
import { celldContainer } from './workload.ts';

const NONE: AllowedMutations = { containers: [], environment: [], volumes: [], imagePrefixes: [] };

/**
 * Where the live pod template is not the plan's: a field that the plan sets and that differs, or a container, variable
 * or volume beyond it that the platform file does not allow. Empty: it is the plan's. DESIGN 5 step 1, Y12, Y56.
 */
export function templateDifferences(plan: FleetPlan, live: JsonObject): readonly string[] {
  const allowed = plan.allowedMutations ?? NONE;
  const changed = differencesOf(plan.podTemplate, live, '').filter(
    (path) => !isMirrored(path, { plan, live, allowed }),
  );
  // Of a chart's template the plan knows a part: what else is there is the chart's, marked by the hash of its values.
  return plan.chart === undefined ? [...changed, ...additions(plan.podTemplate, live, allowed)] : changed;
}

interface Mirroring {
  readonly plan: FleetPlan;
  readonly live: JsonObject;
  readonly allowed: AllowedMutations;
}

/** A registry mirror may put its own prefix in place of the image's, and nothing else. */
function isMirrored(path: string, { plan, live, allowed }: Mirroring): boolean {
  const name = /^spec\.(?:containers|initContainers)\[([^\]]*)\]\.image$/.exec(path)?.[1];
  if (name === undefined) return false;
  const image = (template: JsonObject) => {
    const all = [
      ...objectsAt(template, 'spec', 'containers'),
      ...objectsAt(template, 'spec', 'initContainers'),
    ];
    return (
      textAt(
        all.find((container) => container['name'] === name),
        'image',
      ) ?? ''
    );
  };
  const [wanted, found] = [image(plan.podTemplate), image(live)];
  const last = wanted.slice(wanted.lastIndexOf('/') + 1);
  return (
    last !== '' && allowed.imagePrefixes.some((prefix) => found.startsWith(prefix) && found.endsWith(last))
  );
}

interface NamedList {
  readonly what: string;
  readonly of: (template: JsonObject) => readonly JsonObject[];
  readonly allowed: (mutations: AllowedMutations) => readonly string[];
}

const LISTS: readonly NamedList[] = [
  {
    what: 'container',
    of: (template) => objectsAt(template, 'spec', 'containers'),
    allowed: (m) => m.containers,
  },
  {
    what: 'init container',
    of: (template) => objectsAt(template, 'spec', 'initContainers'),
    allowed: (m) => m.containers,
  },
  {
    what: 'variable',
    of: (template) => objectsAt(celldContainer(template), 'env'),
    allowed: (m) => m.environment,
  },
  { what: 'volume', of: (template) => objectsAt(template, 'spec', 'volumes'), allowed: (m) => m.volumes },
];

function additions(planned: JsonObject, live: JsonObject, mutations: AllowedMutations): readonly string[] {
  return LISTS.flatMap(({ what, of, allowed }) => {
    const expected = new Set([...of(planned).map(nameOf), ...allowed(mutations)]);
    return of(live)
      .map(nameOf)
      .filter((name) => !expected.has(name))
      .map((name) => `${what} "${name}"`);
  });
}

function nameOf(item: JsonObject): string {
  return textAt(item, 'name') ?? '';
}
