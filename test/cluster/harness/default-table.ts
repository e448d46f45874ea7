import type { JsonObject } from '../../../documents/json.ts';
import { textAt } from './json-at.ts';
import type { StoredDefault } from './stored-object.ts';

export interface DefaultRow {
  readonly object: string;
  readonly path: string;
  readonly value: string;
  /** Argo CD's diff would never converge on it. */
  readonly drift: boolean;
  readonly examples: ReadonlySet<string>;
}

/** Groups whose defaults Argo CD fills in itself before it compares; of all others it knows no more than JSON. */
const BUILT_IN_GROUPS = new Set([
  'apps',
  'autoscaling',
  'batch',
  'core',
  'networking.k8s.io',
  'policy',
  'rbac.authorization.k8s.io',
]);
/** Written by the API server, not by its defaults, so Argo CD does not fill it in. */
const CLAIM_TEMPLATE_TYPE = /^spec\.volumeClaimTemplates\[\d+\]\.(apiVersion|kind)$/;

/** True where the server's addition leaves the Application OutOfSync for ever (bug rows A15, A16). */
export function isDrift(object: JsonObject, added: StoredDefault): boolean {
  const [group = 'core', version] = textAt(object, 'apiVersion').split('/');
  const builtIn = version === undefined || BUILT_IN_GROUPS.has(group);
  return added.inList && (!builtIn || CLAIM_TEMPLATE_TYPE.test(added.path));
}

/** Collects what the API server added, one row per kind and field whatever the list index. */
export function defaultTable() {
  const rows = new Map<string, DefaultRow>();
  return {
    add(example: string, object: JsonObject, added: readonly StoredDefault[]): void {
      for (const one of added) {
        const path = one.path.replaceAll(/\[\d+\]/g, '[]');
        const kind = textAt(object, 'kind');
        const key = `${kind} ${path}`;
        const seen = rows.get(key);
        rows.set(key, {
          object: kind,
          path,
          value: seen?.value ?? JSON.stringify(one.value),
          drift: (seen?.drift ?? false) || isDrift(object, one),
          examples: new Set([...(seen?.examples ?? []), example]),
        });
      }
    },
    print(): string {
      const sorted = [...rows.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
      const lines = sorted.map((row) =>
        [
          row.drift ? 'DRIFT' : '',
          row.object,
          row.path,
          row.value.slice(0, 60),
          String(row.examples.size),
        ].join(' | '),
      );
      return ['drift | kind | field that the server added | value | examples', ...lines].join('\n');
    },
  };
}
