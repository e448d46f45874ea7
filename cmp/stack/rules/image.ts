import { NEWEST_VERSION, OLDEST_VERSION, versionStanding } from '../../../fleet/celld-versions.ts';
import { formatVersion, minorLine, parseCelldImage } from '../../../fleet/version.ts';
import type { Finding } from '../../finding.ts';
import { isImageReference } from '../../rules/image-reference.ts';
import { tenantFinding } from '../../rules/tenant-finding.ts';
import { effectiveImage } from '../stack-values.ts';
import { type StackRule, whereWritten } from '../stack-context.ts';

/** The version decides whether an upgrade is safe, so it must be readable from git (DESIGN D7). */
const checkVersion: StackRule = (context) => {
  const image = effectiveImage(context.effective);
  const path = whereWritten(context, ['image', 'tag'], ['image', 'tag']);
  const say = (code: Finding['code'], message: string, hint: string): readonly Finding[] => [
    { code, path, message, hint },
  ];
  if (!isImageReference(image))
    return say(
      'IMAGE_REFERENCE',
      'image.repository and image.tag must make an image reference',
      `write repository: ghcr.io/denoland/celld and tag: v${NEWEST_VERSION}`,
    );
  const { version } = parseCelldImage(image);
  if (version === undefined)
    return say(
      'IMAGE_VERSION',
      'image.tag must be numeric x.y.z: it is not',
      `write a tag such as v${NEWEST_VERSION}`,
    );
  const shown = formatVersion(version);
  switch (versionStanding(version, context.platform.knownMinors)) {
    case 'known':
    case 'named':
      return [];
    case 'too-old':
      return say(
        'CELLD_TOO_OLD',
        `celld must be ${OLDEST_VERSION} or newer: it is ${shown}`,
        `write a tag from ${OLDEST_VERSION} to ${NEWEST_VERSION}`,
      );
    case 'too-new':
      return say(
        'CELLD_TOO_NEW',
        `celld must be a minor that is known, or named in knownMinors of the platform file: it is ${shown}`,
        `write ${NEWEST_VERSION} or older, upgrade celld-gitops, or ask the platform team to add "${minorLine(version)}" to knownMinors`,
      );
  }
};

const checkPrefix: StackRule = (context) => {
  const { tenant, effective } = context;
  const image = effectiveImage(effective);
  if (!isImageReference(image) || tenant.imagePrefixes.some((prefix) => image.startsWith(prefix))) return [];
  const path = whereWritten(context, ['image', 'repository'], ['image', 'repository']);
  return [tenantFinding(tenant, { list: 'imagePrefixes', path, asked: `image "${image}"` })];
};

export const STACK_IMAGE_RULES: readonly StackRule[] = [checkVersion, checkPrefix];
