import type { ResolvedCelldStack } from '../../schemas/celldstack.generated.ts';

/** What an Argo CD source of a chart needs. */
export interface ChartSource {
  /** As Argo CD wants it: an OCI registry has no scheme. */
  readonly repoURL: string;
  readonly chart: string;
  readonly version: string;
  /** As the file and the platform file write it. */
  readonly repository: string;
}

const VERSION = '[0-9]+\\.[0-9]+\\.[0-9]+(?:[-+][0-9A-Za-z.+-]+)?';
const ARCHIVE = new RegExp(`^(https?://[^?#]+)/([a-z][a-z0-9-]*)-(${VERSION})\\.tgz$`);
const OCI = new RegExp(`^(oci://[^?#]+)/([a-z][a-z0-9-]*):(${VERSION})$`);

/**
 * Where the chart comes from. Argo CD takes no address of an archive: `<repository>/<name>-<version>.tgz` and
 * `oci://<repository>/<name>:<version>` are taken apart; undefined for any other. facts/celld-stack.md 6.2.12.
 */
export function chartSource({ spec }: ResolvedCelldStack): ChartSource | undefined {
  if (spec.chartUrl === '') return source(spec.chartRepository, 'celld', spec.chartVersion);
  const match = ARCHIVE.exec(spec.chartUrl) ?? OCI.exec(spec.chartUrl);
  return match === null ? undefined : source(match[1] ?? '', match[2] ?? '', match[3] ?? '');
}

function source(repository: string, chart: string, version: string): ChartSource {
  return { repoURL: repository.replace(/^oci:\/\//, ''), chart, version, repository };
}
