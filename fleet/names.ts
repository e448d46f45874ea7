/** Replicas and maxReplicas are at most this, so ordinals end at 999 (DESIGN D1). */
export const MAX_REPLICAS = 1000;
export const MAX_ORDINAL = MAX_REPLICAS - 1;

/** The name of the volume, and of the volume claim template, that holds CELLD_WATCH. */
export const WATCH_VOLUME = 'watch';

/** Names of every object of one fleet. Those that celld-operator has are its names, so that a fleet can be adopted. */
export interface FleetNames {
  readonly statefulSet: string;
  readonly publicService: string;
  readonly internalService: string;
  readonly serviceAccount: string;
  readonly networkPolicy: string;
  readonly podDisruptionBudget: string;
  readonly route: string;
  readonly authorizationPolicy: string;
  readonly scaledObject: string;
  readonly tlsSecret: string;
  /** Also the name of the gate's ServiceAccount, Role and RoleBinding. */
  readonly gateJob: string;
  /** Also the name of the rollout's ServiceAccount, Role and RoleBinding. */
  readonly rolloutJob: string;
  readonly lease: string;
}

/** Which fleet, and whether a Helm chart makes its StatefulSet: the chart's full name is then the fleet's own. DESIGN 8. */
export interface FleetId {
  readonly app: string;
  readonly chart?: ChartRelease;
}

/** The Helm release that a fleet's StatefulSet is of. */
export interface ChartRelease {
  readonly release: string;
  /** Version of the chart. */
  readonly version: string;
}

/** DESIGN 7 and facts/operators.md A; the Jobs and the Lease are ours. */
export function fleetNames(app: string): FleetNames {
  return namesBelow(`${app}-celld`);
}

/** The names of any fleet. */
export function namesOfFleet({ app, chart }: FleetId): FleetNames {
  return chart === undefined ? fleetNames(app) : namesBelow(app);
}

function namesBelow(fleet: string): FleetNames {
  return {
    statefulSet: fleet,
    publicService: fleet,
    internalService: `${fleet}-internal`,
    serviceAccount: fleet,
    networkPolicy: fleet,
    podDisruptionBudget: fleet,
    route: fleet,
    authorizationPolicy: `${fleet}-internal`,
    scaledObject: fleet,
    tlsSecret: `${fleet}-tls`,
    gateJob: `${fleet}-gate`,
    rolloutJob: `${fleet}-rollout`,
    lease: fleet,
  };
}

export function podName(app: string, ordinal: number): string {
  return `${fleetNames(app).statefulSet}-${ordinal}`;
}

/** Characters of a label's value, and of one label of a DNS name. */
export const LABEL_LENGTH = 63;
/** A revision's hash is a 32-bit number, written in up to ten characters. */
const REVISION_HASH_LENGTH = 10;

/** One name or label value that grows with the app's name, at its longest; at most `LABEL_LENGTH` characters. */
export interface DerivedName {
  readonly what: string;
  readonly longest: (app: string) => string;
}

/**
 * Everything that is derived from an app's name and kept to a label's or DNS label's length. Names of other kinds may
 * have 253 characters; a Job's pods shorten their own generated name. facts/scaling.md 3.1 and 9 row 15.
 */
export const DERIVED_NAMES: readonly DerivedName[] = [
  { what: 'label celld-operator.io/workerapp', longest: (app) => app },
  { what: 'pod, its host name and label', longest: (app) => podName(app, MAX_ORDINAL) },
  {
    what: 'label controller-revision-hash',
    longest: (app) => `${fleetNames(app).statefulSet}-${'0'.repeat(REVISION_HASH_LENGTH)}`,
  },
  { what: 'headless Service', longest: (app) => fleetNames(app).internalService },
  { what: 'public Service', longest: (app) => fleetNames(app).publicService },
  { what: 'label job-name of the gate', longest: (app) => fleetNames(app).gateJob },
  { what: 'label job-name of the rollout', longest: (app) => fleetNames(app).rolloutJob },
  { what: 'HorizontalPodAutoscaler of KEDA', longest: (app) => `keda-hpa-${fleetNames(app).scaledObject}` },
];

/** The longest app name for which every derived name fits; the operator's own bound of 48 is too long for a revision label. */
export const MAX_APP_NAME_LENGTH = Math.min(
  ...DERIVED_NAMES.map(({ longest }) => LABEL_LENGTH - longest('').length),
);
