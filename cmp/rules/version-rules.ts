import { CAPABILITIES, supports } from '../../fleet/celld-capabilities.ts';
import type { Capability } from '../../fleet/celld-capabilities.ts';
import { NEWEST_VERSION, OLDEST_VERSION, versionStanding } from '../../fleet/celld-versions.ts';
import { formatVersion, minorLine, parseCelldImage } from '../../fleet/version.ts';
import type { CelldVersion } from '../../fleet/version.ts';
import { formatRange } from '../../fleet/version-table.ts';
import type { Finding } from '../finding.ts';
import type { Path } from '../../documents/path.ts';
import { schemeOf } from './bucket-rules.ts';
import type { Rule, RuleContext } from './context.ts';
import { isImageReference } from './image-reference.ts';

const IMAGE = ['spec', 'celld', 'image'] as const;

/** The version that a WorkerApp's image names; undefined where the tag is no x.y.z. */
export function versionOfApp({ app }: Pick<RuleContext, 'app'>): CelldVersion | undefined {
  return parseCelldImage(app.spec.celld.image).version;
}

const checkReference: Rule = ({ app }) => {
  if (isImageReference(app.spec.celld.image)) return [];
  return [
    {
      code: 'IMAGE_REFERENCE',
      path: IMAGE,
      message: 'spec.celld.image must be an image reference: repository, tag and perhaps a sha256 digest',
      hint: `write it as ghcr.io/denoland/celld:v${NEWEST_VERSION}`,
    },
  ];
};

/** Every decision about a fleet depends on its version, so it must be readable from git (DESIGN D7). */
const checkStanding: Rule = (context) => {
  const version = versionOfApp(context);
  if (version === undefined) return isImageReference(context.app.spec.celld.image) ? [noVersion()] : [];
  const shown = formatVersion(version);
  switch (versionStanding(version, context.platform.knownMinors)) {
    case 'known':
    case 'named':
      return [];
    case 'too-old':
      return [
        refusal(
          'CELLD_TOO_OLD',
          `celld must be ${OLDEST_VERSION} or newer: it is ${shown}`,
          `write a tag from ${OLDEST_VERSION} to ${NEWEST_VERSION}`,
        ),
      ];
    case 'too-new': {
      const message = `celld must be a minor that is known, or named in knownMinors of the platform file: it is ${shown}`;
      const hint = `write ${NEWEST_VERSION} or older, upgrade celld-gitops, or ask the platform team to add "${minorLine(version)}" to knownMinors`;
      return [refusal('CELLD_TOO_NEW', message, hint)];
    }
  }
};

function noVersion(): Finding {
  const message = 'spec.celld.image must have a numeric x.y.z tag: it has none';
  return refusal('IMAGE_VERSION', message, `write a tag such as v${NEWEST_VERSION}; a digest may follow it`);
}

function refusal(code: Finding['code'], message: string, hint: string): Finding {
  return { code, path: IMAGE, message, hint };
}

interface Wish {
  readonly capability: Capability;
  readonly path: Path;
  readonly what: string;
  readonly instead: string;
  readonly wanted: (context: RuleContext) => boolean;
}

/** What a WorkerApp asks of a version; from which version on that works is in fleet/. */
const WISHES: readonly Wish[] = [
  {
    capability: 'gs-bucket',
    path: ['spec', 'bucket', 'name'],
    what: 'a gs:// bucket',
    instead: 'use an s3:// bucket',
    wanted: (context) => schemeOf(context) === 'gs',
  },
  {
    capability: 'az-bucket',
    path: ['spec', 'bucket', 'name'],
    what: 'an az:// bucket',
    instead: 'use another store',
    wanted: (context) => schemeOf(context) === 'az',
  },
  {
    capability: 'fleet-durability',
    path: ['spec', 'durability'],
    what: 'durability fleet',
    instead: 'write durability: bucket',
    wanted: ({ app }) => app.spec.durability === 'fleet',
  },
  {
    capability: 'trust-forwarded-headers',
    path: ['spec', 'trustForwardedHeaders'],
    what: 'trustForwardedHeaders',
    instead: 'delete it: such a version always trusts them',
    wanted: ({ app }) => app.spec.trustForwardedHeaders,
  },
  {
    capability: 'in-place-deployment',
    path: ['spec', 'deploymentPolicy'],
    what: 'deploymentPolicy InPlace',
    instead: 'write deploymentPolicy: Restart',
    wanted: ({ app }) => app.spec.deploymentPolicy === 'InPlace',
  },
  {
    capability: 'vars-file',
    path: ['spec', 'vars'],
    what: 'spec.vars',
    instead: 'delete it and put the values into the vars of the Wrangler configuration',
    wanted: ({ app }) => app.spec.vars !== undefined,
  },
];

const checkCapabilities: Rule = (context) => {
  const version = versionOfApp(context);
  if (version === undefined) return [];
  return WISHES.filter(({ wanted, capability }) => wanted(context) && !supports(version, capability)).map(
    (wish) => ({
      code: 'CELLD_CAPABILITY',
      path: wish.path,
      message: `${wish.what} needs celld ${formatRange(CAPABILITIES[wish.capability])}: the image is ${formatVersion(version)}`,
      hint: `${wish.instead}, or change the version in spec.celld.image`,
    }),
  );
};

export const VERSION_RULES: readonly Rule[] = [checkReference, checkStanding, checkCapabilities];
