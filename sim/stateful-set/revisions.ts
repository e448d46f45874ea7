import type { JsonObject } from '../../documents/json.ts';
import { canonicalJson } from '../../fleet/canonical-json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import type { ApiServer } from '../api/api-server.ts';
import { TYPES } from '../api/resource-types.ts';
import { mapAt, numberAt, textAt } from '../json.ts';
import { controllerOf } from './pod-facts.ts';

const CALLER = {
  user: 'system:serviceaccount:kube-system:statefulset-controller',
  manager: 'kube-controller-manager',
};

export interface Revisions {
  readonly current: KubeObject;
  readonly update: KubeObject;
  readonly all: readonly KubeObject[];
}

/**
 * The revisions of a set: every distinct template is a ControllerRevision named after its hash; going back to an
 * earlier template raises that revision's number again; an unknown current revision is the update revision.
 * facts/scaling.md 3.1.
 */
export function revisionsOf(api: ApiServer, set: KubeObject): Revisions {
  const uid = textAt(set, 'metadata', 'uid');
  const known = [...api.objects(TYPES.controllerRevision, textAt(set, 'metadata', 'namespace'))]
    .filter((revision) => controllerOf(revision) === uid)
    .sort((a, b) => numberAt(a, 'revision') - numberAt(b, 'revision'));
  const name = revisionName(set);
  const newest = known.at(-1);
  const update = nameOf(newest) === name && newest !== undefined ? newest : raise(api, set, { known, name });
  const current = known.find((revision) => nameOf(revision) === textAt(set, 'status', 'currentRevision'));
  return { current: current ?? update, update, all: known };
}

export function nameOf(object: KubeObject | undefined): string {
  return textAt(object, 'metadata', 'name');
}

export function templateOf(revision: KubeObject): JsonObject {
  return mapAt(revision, 'data', 'spec', 'template');
}

function raise(
  api: ApiServer,
  set: KubeObject,
  { known, name }: { readonly known: readonly KubeObject[]; readonly name: string },
): KubeObject {
  const revision = numberAt(known.at(-1), 'revision') + 1;
  const earlier = known.find((other) => nameOf(other) === name);
  const namespace = textAt(set, 'metadata', 'namespace');
  if (earlier !== undefined) {
    return api.replace({ type: TYPES.controllerRevision, namespace, name }, { ...earlier, revision }, CALLER);
  }
  const metadata = {
    name,
    namespace,
    labels: mapAt(set, 'spec', 'template', 'metadata', 'labels'),
    ownerReferences: [ownerReference(set)],
  };
  const data = { spec: { template: mapAt(set, 'spec', 'template') } };
  return api.create(TYPES.controllerRevision, { metadata, data, revision }, CALLER);
}

export function ownerReference(owner: KubeObject): JsonObject {
  return {
    apiVersion: textAt(owner, 'apiVersion'),
    kind: textAt(owner, 'kind'),
    name: textAt(owner, 'metadata', 'name'),
    uid: textAt(owner, 'metadata', 'uid'),
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** Non-live revisions beyond `revisionHistoryLimit` go, the oldest first. */
export function truncateHistory(api: ApiServer, set: KubeObject, live: ReadonlySet<string>): void {
  const { all } = revisionsOf(api, set);
  const past = all.filter((revision) => !live.has(nameOf(revision)));
  const excess = past.length - numberAt(set, 'spec', 'revisionHistoryLimit');
  for (const revision of past.slice(0, Math.max(0, excess))) {
    const namespace = textAt(set, 'metadata', 'namespace');
    api.delete({ type: TYPES.controllerRevision, namespace, name: nameOf(revision) }, {}, CALLER);
  }
}

const hashes = new WeakMap<JsonObject, string>();
const LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** `<set>-<hash of the template>`; the hash is not Kubernetes' own, only as stable. */
export function revisionName(set: KubeObject): string {
  const template = mapAt(set, 'spec', 'template');
  let hash = hashes.get(template);
  if (hash === undefined) {
    hash = safeHash(canonicalJson(template));
    hashes.set(template, hash);
  }
  return `${textAt(set, 'metadata', 'name')}-${hash}`;
}

/** Two FNV-1a sums in letters that spell no words, as Kubernetes encodes its hashes. */
function safeHash(text: string): string {
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let index = 0; index < text.length; index += 1) {
    a = Math.imul(a ^ text.charCodeAt(index), 0x01000193) >>> 0;
    b = Math.imul(b ^ text.charCodeAt(text.length - 1 - index), 0x01000193) >>> 0;
  }
  let letters = '';
  for (const sum of [a, b]) {
    for (let rest = sum, digit = 0; digit < 5; digit += 1, rest = Math.floor(rest / LETTERS.length)) {
      letters += LETTERS[rest % LETTERS.length] ?? '';
    }
  }
  return letters;
}
