import { isJsonArray, isJsonObject } from '../../documents/json.ts';
import type { JsonObject } from '../../documents/json.ts';
import { isShowableName } from '../../documents/path.ts';
import type { Path } from '../../documents/path.ts';
import type { Finding } from '../finding.ts';
import { KEY_REASONS, keyOwner } from '../reserved-keys.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';
import { isWritten, writtenAt } from './written.ts';

/** A map of which the fields that are known to be harmless, or are judged here, may be set. */
interface KnownFields {
  readonly path: Path;
  readonly fields: readonly string[];
}

/** A kind from which a controller makes a Secret. */
interface SecretMaker extends GroupKind {
  readonly known: readonly KnownFields[];
  /** The Secret's type. */
  readonly type?: Path;
  /** Labels and annotations that the Secret gets. */
  readonly keys: readonly Path[];
}

/**
 * Fields by allow-list, since controllers keep adding powers: `target.manifest` of an ExternalSecret makes an object of
 * any kind, `spec.data` of a SealedSecret hides a whole Secret with its type and annotations.
 * Source: external-secrets apis/externalsecrets/v1, sealed-secrets pkg/apis/sealedsecrets/v1alpha1 Unseal.
 */
const MAKERS: readonly SecretMaker[] = [
  { group: '', kind: 'Secret', known: [], type: ['type'], keys: [] },
  {
    group: 'cert-manager.io',
    kind: 'Certificate',
    known: [{ path: ['spec', 'secretTemplate'], fields: ['annotations', 'labels'] }],
    keys: [
      ['spec', 'secretTemplate', 'labels'],
      ['spec', 'secretTemplate', 'annotations'],
    ],
  },
  {
    group: 'external-secrets.io',
    kind: 'ExternalSecret',
    known: [
      {
        path: ['spec', 'target'],
        fields: ['creationPolicy', 'deletionPolicy', 'immutable', 'name', 'template'],
      },
      {
        path: ['spec', 'target', 'template'],
        fields: ['data', 'engineVersion', 'mergePolicy', 'metadata', 'templateFrom', 'type'],
      },
      { path: ['spec', 'target', 'template', 'metadata'], fields: ['annotations', 'labels'] },
    ],
    type: ['spec', 'target', 'template', 'type'],
    keys: [
      ['spec', 'target', 'template', 'metadata', 'labels'],
      ['spec', 'target', 'template', 'metadata', 'annotations'],
    ],
  },
  {
    group: 'bitnami.com',
    kind: 'SealedSecret',
    known: [
      { path: ['spec'], fields: ['encryptedData', 'template'] },
      { path: ['spec', 'template'], fields: ['data', 'immutable', 'metadata', 'type'] },
      {
        path: ['spec', 'template', 'metadata'],
        fields: ['annotations', 'creationTimestamp', 'labels', 'name', 'namespace'],
      },
    ],
    type: ['spec', 'template', 'type'],
    keys: [
      ['spec', 'template', 'metadata', 'labels'],
      ['spec', 'template', 'metadata', 'annotations'],
    ],
  },
];

const TOKEN_TYPE = 'kubernetes.io/service-account-token';
/** Annotations that tell which account a token is for. */
const ACCOUNT = 'kubernetes.io/service-account.';

/** What a Secret that an object is, or is made from it, could do beside holding data (facts/threats.md T6). */
export function checkProducedSecret(object: JsonObject, { group, kind }: GroupKind): readonly Finding[] {
  const maker = MAKERS.find((one) => one.group === group && one.kind === kind);
  if (maker === undefined) return [];
  const { known, type, keys } = maker;
  return [
    ...known.flatMap((one) => checkFields(object, one)),
    ...(type !== undefined && writtenAt(object, type) === TOKEN_TYPE ? [token(type)] : []),
    // Without a template the operator copies the object's own annotations.
    ...[['metadata', 'annotations'], ...keys].flatMap((path) => checkAccount(object, path)),
    ...keys.flatMap((path) => checkKeys(object, path)),
    ...checkTemplateTargets(object),
  ];
}

function checkFields(object: JsonObject, { path, fields }: KnownFields): readonly Finding[] {
  const map = writtenAt(object, path);
  if (!isJsonObject(map)) return [];
  return Object.keys(map)
    .filter((field) => isWritten(map[field]) && !fields.includes(field))
    .map((field) => ({
      code: 'PASS_PRODUCES',
      path: [...path, field],
      message: 'the field must be absent: what it makes of the Secret cannot be judged here',
      hint: `delete it; allowed are ${fields.join(', ')}`,
      target: 'key',
    }));
}

function token(path: Path): Finding {
  return {
    code: 'PASS_PRODUCES',
    path,
    message: 'the Secret must not be the token of a ServiceAccount: it would have all powers of that account',
    hint: 'delete it; a pod gets a token of its own account by itself',
  };
}

function checkAccount(object: JsonObject, path: Path): readonly Finding[] {
  return keysAt(object, path)
    .filter((key) => key.startsWith(ACCOUNT))
    .map((key) => ({ ...token([...path, key]), target: 'key' }));
}

function keysAt(object: JsonObject, path: Path): readonly string[] {
  const map = writtenAt(object, path);
  return isJsonObject(map) ? Object.keys(map) : [];
}

/** Keys of fleets are not said here: checkFleetReach finds them wherever they are. */
function checkKeys(object: JsonObject, path: Path): readonly Finding[] {
  return keysAt(object, path).flatMap((key): readonly Finding[] => {
    const owner = keyOwner(key);
    if (owner === undefined || owner === 'celld') return [];
    const shown = isShowableName(key) ? ` "${key}"` : '';
    const message = `the Secret must not get the key${shown}: ${KEY_REASONS[owner]}`;
    return [{ code: 'KEY_RESERVED', path: [...path, key], message, hint: 'delete the key', target: 'key' }];
  });
}

const TEMPLATES = ['spec', 'target', 'template', 'templateFrom'] as const;

/** Labels and annotations out of a template have keys that nobody sees here; the operator compares in any case. */
function checkTemplateTargets(object: JsonObject): readonly Finding[] {
  const templates = writtenAt(object, TEMPLATES);
  if (!isJsonArray(templates)) return [];
  return templates.flatMap((template, index): readonly Finding[] => {
    const target = writtenAt(template, ['target']);
    if (!isWritten(target) || (typeof target === 'string' && target.toLowerCase() === 'data')) return [];
    return [
      {
        code: 'PASS_PRODUCES',
        path: [...TEMPLATES, index, 'target'],
        message: 'the target must be Data: keys of labels and annotations would come from a template',
        hint: 'write labels and annotations under spec.target.template.metadata',
      },
    ];
  });
}
