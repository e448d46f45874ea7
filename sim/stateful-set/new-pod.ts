import type { JsonObject } from '../../documents/json.ts';
import type { KubeObject } from '../../fleet/cluster-api.ts';
import { mapAt, mapsAt, textAt } from '../json.ts';
import { POD_NAME_LABEL, REVISION_LABEL } from './pod-facts.ts';
import { nameOf, ownerReference, templateOf } from './revisions.ts';

/** A set's pod at an ordinal, out of a revision's template. */
export function newPod(set: KubeObject, ordinal: number, revision: KubeObject): KubeObject {
  const template = templateOf(revision);
  const name = `${nameOf(set)}-${ordinal}`;
  const claims = claimNames(set, ordinal);
  const spec = mapAt(template, 'spec');
  const kept = mapsAt(spec, 'volumes').filter(
    (volume) => !claims.some(({ volume: own }) => own === volume['name']),
  );
  const mounted = claims.map(({ volume, claim }) => ({
    name: volume,
    persistentVolumeClaim: { claimName: claim },
  }));
  return {
    metadata: {
      name,
      namespace: textAt(set, 'metadata', 'namespace'),
      labels: {
        ...mapAt(template, 'metadata', 'labels'),
        [REVISION_LABEL]: nameOf(revision),
        [POD_NAME_LABEL]: name,
        'apps.kubernetes.io/pod-index': String(ordinal),
      },
      annotations: mapAt(template, 'metadata', 'annotations'),
      ownerReferences: [ownerReference(set)],
    },
    spec: {
      ...spec,
      hostname: name,
      subdomain: textAt(set, 'spec', 'serviceName'),
      ...(claims.length > 0 && { volumes: [...kept, ...mounted] }),
    },
  };
}

/** The volume claims of an ordinal: they are made with its first pod and stay when it goes. */
export function newClaims(set: KubeObject, ordinal: number): readonly KubeObject[] {
  return mapsAt(set, 'spec', 'volumeClaimTemplates').map((template, index): JsonObject => ({
    metadata: {
      name: claimNames(set, ordinal)[index]?.claim ?? '',
      namespace: textAt(set, 'metadata', 'namespace'),
      labels: { ...mapAt(template, 'metadata', 'labels'), ...mapAt(set, 'spec', 'selector', 'matchLabels') },
    },
    spec: mapAt(template, 'spec'),
  }));
}

function claimNames(
  set: KubeObject,
  ordinal: number,
): readonly { readonly volume: string; readonly claim: string }[] {
  return mapsAt(set, 'spec', 'volumeClaimTemplates').map((template) => {
    const volume = textAt(template, 'metadata', 'name');
    return { volume, claim: `${volume}-${nameOf(set)}-${ordinal}` };
  });
}
