import type { JsonObject } from '../../../documents/json.ts';
import { CLOSED_PARTITION } from '../../../fleet/bounds.ts';
import { ANNOTATIONS, LABELS } from '../../../fleet/labels.ts';
import type { GuardedSet } from '../harness/guarded-sets.ts';
import type { Who } from '../harness/guard-identities.ts';

/** What somebody tries on a StatefulSet: a merge patch, a size by `scale`, a deletion, a replacement. */
export type Try =
  | { readonly patch: JsonObject }
  | { readonly scale: number }
  | { readonly remove: JsonObject }
  | { readonly replaceWithout: 'replicas' };

export interface Attempt {
  readonly what: string;
  readonly who: Who;
  readonly on: GuardedSet;
  readonly tries: Try;
  /** What the sentence asks for; left out: the attempt passes. */
  readonly denied?: RegExp;
}

const BACKGROUND = { propagationPolicy: 'Background' };
const ORPHAN = { propagationPolicy: 'Orphan' };
const CONTROLLER = { apiVersion: 'v1', kind: 'ConfigMap', name: 'owner', uid: 'x', controller: true };

const annotate = (key: string, value: string | null): Try => ({
  patch: { metadata: { annotations: { [key]: value } } },
});
const partition = (to: number): Try => ({
  patch: { spec: { updateStrategy: { rollingUpdate: { partition: to } } } },
});
const replicas = (to: number): Try => ({ patch: { spec: { replicas: to } } });
const strategy = (type: string, rollingUpdate: JsonObject | null): Try => ({
  patch: { spec: { updateStrategy: { type, rollingUpdate } } },
});

/** Another template, as a new image or variable is; with the hash and the partition that an apply would carry. */
function template(carried: { readonly hash?: string; readonly partition?: number } = {}): Try {
  const { hash, partition: to } = carried;
  return {
    patch: {
      ...(hash !== undefined && { metadata: { annotations: { [ANNOTATIONS.templateHash]: hash } } }),
      spec: {
        template: { metadata: { annotations: { [ANNOTATIONS.restartToken]: 'again' } } },
        ...(to !== undefined && { updateStrategy: { rollingUpdate: { partition: to } } }),
      },
    },
  };
}

type Row = readonly [what: string, who: Who, on: GuardedSet, tries: Try, denied?: RegExp];

const SIZE = /change spec\.replicas in git.*acknowledge-delete to "true" first and scale to 0/;
const FLOOR = /never goes below the floor of 3 pods: lower it in the WorkerApp in git/;
const FLOOR_OF_ONE = /never goes below the floor of 1 pods/;
const LOWER = /only its rollout Job lowers the partition: sync the Application/;
const TEMPLATE = /only Argo CD changes the pod template: change the WorkerApp in git and sync/;
const NEVER = /the Jobs never change the pod template/;
const APPROVED = /was not approved by its gate, which approved ".+": sync the whole Application/;
const CARRIED = /comes with spec\.updateStrategy\.rollingUpdate\.partition 1000000: remove the sync option/;
const GATE = /only its gate approves a template: sync the Application/;
const REMOVE = /remove the WorkerApp from git, or set the annotation celld-gitops\.io\/acknowledge-delete/;
const ORPHANS = /must not be orphaned.*scale to 0, wait until no pod is left/;
const ROLLING = /type must stay RollingUpdate/;

const PEOPLE: readonly Row[] = [
  ['another image', 'someone', 'whole', template(), TEMPLATE],
  ['another image at an open partition (Y41)', 'someone', 'moving', template(), TEMPLATE],
  ['a lower partition', 'someone', 'whole', partition(2), LOWER],
  ['a lower partition in mid-roll', 'someone', 'moving', partition(0), LOWER],
  ['a lower partition, without the label (T2)', 'someone', 'unlabelled', partition(0), LOWER],
  ['no rolling update (T2)', 'someone', 'whole', strategy('OnDelete', null), ROLLING],
  ['a rolling update where there was none', 'someone', 'adopted', strategy('RollingUpdate', null), LOWER],
  ['the approval', 'someone', 'whole', annotate(ANNOTATIONS.approvedTemplateHash, 'x'), GATE],
  ['no approval', 'someone', 'whole', annotate(ANNOTATIONS.approvedTemplateHash, null), GATE],
  ['the approved plan', 'someone', 'whole', annotate(ANNOTATIONS.approvedPlan, 'x'), GATE],
  ['the floor', 'someone', 'whole', annotate(ANNOTATIONS.floor, '0'), /only Argo CD writes .*floor: change/],
  ['the hash', 'someone', 'fresh', annotate(ANNOTATIONS.templateHash, 'x'), /only Argo CD writes .*hash/],
  [
    'no label',
    'someone',
    'whole',
    { patch: { metadata: { labels: { [LABELS.workerapp]: null } } } },
    /only Argo CD writes the label/,
  ],
  ['three pods by scale (T3)', 'someone', 'whole', { scale: 3 }, SIZE],
  ['no pods by scale (T3)', 'someone', 'whole', { scale: 0 }, SIZE],
  ['three pods by patch', 'someone', 'whole', replicas(3), SIZE],
  ['more pods by scale', 'someone', 'whole', { scale: 9 }],
  ['more pods by patch', 'someone', 'whole', replicas(9)],
  ['no size at all', 'someone', 'whole', { replaceWithout: 'replicas' }, SIZE],
  ['deletion', 'someone', 'whole', { remove: BACKGROUND }, REMOVE],
  ['deletion without the pods (Y6)', 'someone', 'whole', { remove: ORPHAN }, REMOVE],
  ['an acknowledgement', 'someone', 'whole', annotate(ANNOTATIONS.acknowledgeDelete, 'true')],
  ['no pods, acknowledged', 'someone', 'acknowledged', { scale: 0 }],
  ['no pods by patch, acknowledged', 'someone', 'acknowledged', replicas(0)],
  ['one pod, acknowledged', 'someone', 'acknowledged', { scale: 1 }, SIZE],
  ['another image, acknowledged', 'someone', 'acknowledged', template(), TEMPLATE],
  ['deletion, acknowledged', 'someone', 'acknowledged', { remove: BACKGROUND }],
  ['deletion without the pods, acknowledged (Y6)', 'someone', 'acknowledged', { remove: ORPHAN }, ORPHANS],
  ['another first ordinal', 'someone', 'whole', { patch: { spec: { ordinals: { start: 2 } } } }, /ordinals/],
  [
    'volumes that go with the pods',
    'someone',
    'whole',
    { patch: { spec: { persistentVolumeClaimRetentionPolicy: { whenScaled: 'Delete' } } } },
    /only Argo CD changes spec\.persistentVolumeClaimRetentionPolicy/,
  ],
  [
    'a controller',
    'someone',
    'whole',
    { patch: { metadata: { ownerReferences: [CONTROLLER] } } },
    /give it no controller/,
  ],
  ['an annotation of his own', 'someone', 'whole', annotate('example.com/note', 'x')],
  ['a higher partition', 'someone', 'moving', partition(CLOSED_PARTITION)],
];

const CLOSED = { partition: CLOSED_PARTITION };
const ARGO_CD: readonly Row[] = [
  ['the approved template', 'argocd', 'approved', template({ hash: 'next', ...CLOSED })],
  ['the live hash again (self-heal)', 'argocd', 'fresh', template(CLOSED)],
  ['a template without its hooks (Y18)', 'argocd', 'whole', template({ hash: 'next', ...CLOSED }), APPROVED],
  ['a template that no gate saw', 'argocd', 'fresh', template({ hash: 'next', ...CLOSED }), APPROVED],
  ['the approved template, open (Y40)', 'argocd', 'moving', template({ hash: 'next' }), CARRIED],
  ['a closed partition, in mid-roll (Y10)', 'argocd', 'moving', partition(CLOSED_PARTITION)],
  ['a lower partition', 'argocd', 'whole', partition(0), LOWER],
  ['an approval', 'argocd', 'whole', annotate(ANNOTATIONS.approvedTemplateHash, 'x'), GATE],
  ['the floor and the hash', 'argocd', 'whole', annotate(ANNOTATIONS.floor, '2')],
  ['no size at all, by Replace', 'argocd', 'whole', { replaceWithout: 'replicas' }, /sync option Replace/],
  ['three pods', 'argocd', 'whole', replicas(3), SIZE],
  ['deletion', 'argocd', 'whole', { remove: BACKGROUND }],
  ['deletion without the pods', 'argocd', 'whole', { remove: ORPHAN }, ORPHANS],
];

const JOBS: readonly Row[] = [
  ['an approval', 'gate', 'whole', annotate(ANNOTATIONS.approvedTemplateHash, 'next')],
  ['a closed partition', 'gate', 'moving', partition(CLOSED_PARTITION)],
  ['a lower partition', 'gate', 'whole', partition(0), LOWER],
  ['another template', 'gate', 'approved', template({ hash: 'next', ...CLOSED }), NEVER],
  ['three pods', 'gate', 'whole', replicas(3), SIZE],
  [
    'an approval of another fleet',
    'gateOfFeed',
    'whole',
    annotate(ANNOTATIONS.approvedTemplateHash, 'x'),
    GATE,
  ],
  ['a lower partition', 'rollout', 'whole', partition(3)],
  ['a lower partition in mid-roll', 'rollout', 'moving', partition(1)],
  ['three pods by scale', 'rollout', 'whole', { scale: 3 }],
  ['no pods by scale', 'rollout', 'whole', { scale: 0 }],
  ['another template', 'rollout', 'approved', template({ hash: 'next', ...CLOSED }), NEVER],
  ['an approval', 'rollout', 'whole', annotate(ANNOTATIONS.approvedTemplateHash, 'x'), GATE],
  ['deletion', 'rollout', 'whole', { remove: BACKGROUND }, REMOVE],
  ['a lower partition of another fleet', 'rolloutOfFeed', 'whole', partition(0), LOWER],
  ['fewer pods of another fleet', 'rolloutOfFeed', 'whole', { scale: 3 }, SIZE],
  ['a lower partition, from another namespace', 'rolloutElsewhere', 'whole', partition(0), LOWER],
];

const MACHINES: readonly Row[] = [
  ['three pods, its floor', 'keda', 'whole', { scale: 3 }],
  ['no pods (paused-replicas)', 'keda', 'whole', { scale: 0 }, FLOOR],
  ['two pods', 'hpa', 'whole', { scale: 2 }, FLOOR],
  ['two pods by patch', 'hpa', 'whole', replicas(2), FLOOR],
  ['three pods, its floor', 'hpa', 'whole', { scale: 3 }],
  ['more pods', 'hpa', 'whole', { scale: 9 }],
  ['one pod where no floor is written', 'hpa', 'adopted', { scale: 1 }],
  ['no pods where no floor is written', 'keda', 'adopted', { scale: 0 }, FLOOR_OF_ONE],
  ['one pod where the floor is no number', 'hpa', 'acknowledged', { scale: 1 }],
  ['another template', 'keda', 'whole', template(), TEMPLATE],
  ['deletion', 'namespaces', 'whole', { remove: BACKGROUND }],
  ['deletion', 'garbage', 'whole', { remove: BACKGROUND }],
];

const ADOPTED: readonly Row[] = [
  ['the closed partition (Y30)', 'argocd', 'adopted', strategy('RollingUpdate', CLOSED)],
  ['an approval', 'gate', 'adopted', annotate(ANNOTATIONS.approvedTemplateHash, 'next')],
  ['a template at its old hash', 'argocd', 'adopted', template()],
  ['another template', 'someone', 'operated', template()],
  ['fewer pods', 'someone', 'operated', { scale: 1 }],
  ['no controller any more', 'someone', 'operated', { patch: { metadata: { ownerReferences: null } } }],
  ['deletion', 'someone', 'operated', { remove: BACKGROUND }],
];

const CHART: readonly Row[] = [
  ['a second template before it is closed (Y60)', 'argocd', 'chartOpen', template(), CARRIED],
  ['a template, which has no hash', 'argocd', 'chartClosed', template()],
  ['another size, which the chart writes', 'argocd', 'chartClosed', replicas(3)],
  ['another template', 'someone', 'chartClosed', template(), TEMPLATE],
  ['fewer pods by patch', 'someone', 'chartClosed', replicas(3), SIZE],
  ['fewer pods by scale', 'someone', 'chartClosed', { scale: 3 }, SIZE],
  ['a lower partition', 'someone', 'chartClosed', partition(0), LOWER],
  ['a lower partition', 'rollout', 'chartClosed', partition(0)],
  ['a closed partition', 'gate', 'chartOpen', partition(CLOSED_PARTITION)],
  ['deletion', 'someone', 'chartClosed', { remove: BACKGROUND }, REMOVE],
];

const OTHERS: readonly Row[] = (['foreign', 'foreignCelld'] as const).flatMap((on): Row[] => [
  ['another template', 'someone', on, template()],
  ['a lower partition', 'someone', on, partition(0)],
  ['no rolling update', 'someone', on, strategy('OnDelete', null)],
  ['no pods by scale', 'someone', on, { scale: 0 }],
  ['no pods by patch', 'someone', on, replicas(0)],
  ['annotations like ours', 'someone', on, annotate(ANNOTATIONS.approvedTemplateHash, 'x')],
  ['deletion without the pods', 'someone', on, { remove: ORPHAN }],
]);

/** Everything that is tried, each as a dry run on a set in a known state. */
export const GUARD_ATTEMPTS: readonly Attempt[] = [
  ...PEOPLE,
  ...ARGO_CD,
  ...JOBS,
  ...MACHINES,
  ...ADOPTED,
  ...CHART,
  ...OTHERS,
].map(([what, who, on, tries, denied]) => ({ what, who, on, tries, ...(denied && { denied }) }));
