import { type CelldVersion, isAtLeast, type VersionText } from './version.ts';

/** A feature that a deployment's manifest may require, and the first release that knows it. */
export interface DeploymentFeature {
  readonly name: string;
  readonly since: VersionText;
  readonly source: string;
}

const READ = 'facts/celld.md 4.2';
const INFERRED = 'facts/celld.md 4.2 (split of 0.4 and 0.5 inferred from release notes)';

/** A node refuses a manifest that requires a feature it does not know; so upgrade the nodes before the app. */
export const DEPLOYMENT_FEATURES: readonly DeploymentFeature[] = [
  { name: 'assets-v1', since: '0.2.0', source: READ },
  { name: 'wasm-v1', since: '0.2.0', source: READ },
  { name: 'sqlite-vec-v1', since: '0.2.1', source: READ },
  { name: 'cron-v1', since: '0.3.0', source: READ },
  { name: 'd1-v1', since: '0.3.0', source: READ },
  { name: 'kv-v1', since: '0.4.0', source: INFERRED },
  { name: 'queues-v1', since: '0.4.0', source: INFERRED },
  { name: 'workflows-v1', since: '0.4.0', source: INFERRED },
  { name: 'r2-v1', since: '0.4.0', source: INFERRED },
  { name: 'containers-v1', since: '0.5.0', source: INFERRED },
  { name: 'python-workers-v1', since: '0.6.1', source: READ },
];

/** Required features that this version would refuse; a name that no table knows counts as refused. */
export function missingFeatures(version: CelldVersion, required: readonly string[]): readonly string[] {
  return required.filter((name) => {
    const feature = DEPLOYMENT_FEATURES.find((row) => row.name === name);
    return feature === undefined || !isAtLeast(version, feature.since);
  });
}
