import { isJsonObject } from '../../documents/json.ts';
import type { JsonObject } from '../../documents/json.ts';
import { firstOf, moreProblem } from '../../documents/more-problems.ts';
import type { LocatedDocument } from '../../documents/parse-documents.ts';
import type { Problem } from '../../documents/problem.ts';
import type { ResolvedPlatform } from '../../schemas/platform.generated.ts';
import { problemFrom } from '../finding.ts';
import type { Finding } from '../finding.ts';
import { passThroughFor } from '../platform/tenant.ts';
import type { Destination, Tenant } from '../platform/tenant.ts';
import { checkCertificate } from './check-certificate.ts';
import { checkFleetReach } from './check-fleet-reach.ts';
import { checkItems } from './check-items.ts';
import { checkMetadata, isObjectName } from './check-metadata.ts';
import { checkProducedSecret } from './check-produced-secret.ts';
import type { GroupKind } from './cluster-scoped-kinds.ts';
import { passThroughWave } from './wave.ts';

/** A Kubernetes object other than a WorkerApp, and what it is judged against. */
export interface PassThroughContext extends GroupKind {
  readonly document: LocatedDocument;
  readonly destination: Destination;
  readonly platform: ResolvedPlatform;
  readonly tenant: Tenant;
}

export interface PassThroughVerdict {
  readonly problems: readonly Problem[];
  /** The sync wave: before the fleet, or with the last objects. */
  readonly wave: number;
}

type Check = (object: JsonObject, context: PassThroughContext) => readonly Finding[];

/** In the order of the documentation (DESIGN D10, facts/threats.md T6). */
const CHECKS: readonly Check[] = [
  checkKind,
  checkItems,
  checkMetadata,
  checkFleetReach,
  checkProducedSecret,
  checkCertificate,
];

/** Judges an object whose apiVersion and kind are well formed; it is passed on unchanged if nothing is said. */
export function judgePassThrough(context: PassThroughContext): PassThroughVerdict {
  const { document, kind } = context;
  const object = isJsonObject(document.value) ? document.value : {};
  const label = `Cannot pass on ${shownObject(kind, object)}`;
  const { first, more } = firstOf(CHECKS.flatMap((check) => check(object, context)));
  const problems = first.map((finding) => problemFrom(finding, document, label));
  if (more > 0)
    problems.push(moreProblem('PASS_MORE_PROBLEMS', { label, more, position: document.locate([]) }));
  return { problems, wave: passThroughWave(context) };
}

/** `ConfigMap "settings"`, or the kind alone where the name is none. */
function shownObject(kind: string, { metadata }: JsonObject): string {
  const name = isJsonObject(metadata) ? metadata['name'] : undefined;
  return isObjectName(name) ? `${kind} "${name}"` : `a ${kind}`;
}

function checkKind(
  _object: JsonObject,
  { group, kind, platform, tenant }: PassThroughContext,
): readonly Finding[] {
  const { all, kinds } = passThroughFor(platform, tenant);
  if (all || kinds.some((allowed) => allowed.group === group && allowed.kind === kind)) return [];
  const allowed = kinds.map((entry) => entry.kind).join(', ');
  return [
    {
      code: 'PASS_KIND',
      path: ['kind'],
      message: `its kind must be allowed by passThrough of the platform file: ${group === '' ? 'the core group' : group} ${kind} is not`,
      hint: `${allowed === '' ? 'no kind is allowed' : `allowed are ${allowed}`}; exclude the file, or ask the platform team to allow the kind`,
    },
  ];
}
