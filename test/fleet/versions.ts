import { type CelldVersion, versionOf } from '../../fleet/version.ts';
import { KNOWN_VERSIONS } from '../../fleet/celld-versions.ts';

/** Every version that can be rendered. */
export const RENDERABLE: readonly CelldVersion[] = KNOWN_VERSIONS.filter((text) => text !== '0.1.0').map(
  versionOf,
);
