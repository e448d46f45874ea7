import type { JsonValue } from '../../documents/json.ts';
import type { Path } from '../../documents/path.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';
import { writtenAt } from './written.ts';

/** The name of an object that a controller makes or changes for another one, and where it is written. */
export interface ProducedName extends GroupKind {
  readonly name: string;
  readonly path: Path;
}

interface Row {
  readonly by: GroupKind;
  readonly makes: GroupKind;
  /** Where the name may be written; the first that is counts. */
  readonly paths: readonly Path[];
}

const SECRET = { group: '', kind: 'Secret' };
const CERTIFICATE = { group: 'cert-manager.io', kind: 'Certificate' };
const NAME = ['metadata', 'name'];

const ROWS: readonly Row[] = [
  {
    by: { group: 'external-secrets.io', kind: 'ExternalSecret' },
    makes: SECRET,
    paths: [['spec', 'target', 'name'], NAME],
  },
  { by: { group: 'bitnami.com', kind: 'SealedSecret' }, makes: SECRET, paths: [NAME] },
  {
    by: { group: 'bitnami.com', kind: 'SealedSecret' },
    makes: SECRET,
    paths: [['spec', 'template', 'metadata', 'name']],
  },
  { by: CERTIFICATE, makes: SECRET, paths: [['spec', 'secretName']] },
  {
    by: CERTIFICATE,
    makes: { group: 'networking.k8s.io', kind: 'Ingress' },
    paths: [['metadata', 'annotations', 'acme.cert-manager.io/http01-override-ingress-name']],
  },
  {
    by: { group: 'keda.sh', kind: 'ScaledObject' },
    makes: { group: 'autoscaling', kind: 'HorizontalPodAutoscaler' },
    paths: [['spec', 'advanced', 'horizontalPodAutoscalerConfig', 'name']],
  },
];

/** Names of what an object makes in its namespace, beside its own (facts/threats.md T6). */
export function producedNames(value: JsonValue, { group, kind }: GroupKind): readonly ProducedName[] {
  const rows = ROWS.filter(({ by }) => by.group === group && by.kind === kind);
  return rows.flatMap(({ makes, paths }) => {
    const path = paths.find((one) => isName(writtenAt(value, one)));
    const name = path && writtenAt(value, path);
    return path !== undefined && isName(name) ? [{ ...makes, name, path }] : [];
  });
}

function isName(name: JsonValue | undefined): name is string {
  return typeof name === 'string' && name !== '';
}
