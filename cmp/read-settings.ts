import type { Problem } from '../documents/problem.ts';
import type { GenerateRequest } from './generate-request.ts';
import { loadTemplates } from './handlebars/templates.ts';
import { readSettingFile, readTemplateFiles } from './io/read-setting-files.ts';
import type { Judging } from './judging.ts';
import { readParameters } from './parameters/read-parameters.ts';
import { readDestination } from './platform/destination.ts';
import { readPlatform } from './platform/read-platform.ts';
import { tenantFor, tenantUnknown } from './platform/tenant.ts';
import { AUTHORIZATION_POLICY_API } from './render/fleet-objects.ts';
import type { RenderTools } from './render/render-entry.ts';
import { servedApis, type ServedApis, type Serves } from './render/served-apis.ts';
import { loadOverrides } from './template-overrides.ts';
import type { ResolvedPlatform } from '../schemas/platform.generated.ts';

/** What holds for every file of a render. Without `judging` no file can be judged, and `problems` say why. */
export interface Settings {
  readonly judging?: Judging;
  readonly rendering: Omit<RenderTools, 'sha256Hex'>;
  readonly problems: readonly Problem[];
}

const NOTHING_SERVED: ServedApis = { serves: () => false, problems: [] };

/** Platform file, destination, tenant, parameters and templates. */
export async function readSettings(request: GenerateRequest): Promise<Settings> {
  const file = readSettingFile(request.platformFile);
  const templateFiles = readTemplateFiles(request.templatesFolder);
  const overrides = await loadOverrides(templateFiles.files);
  const problems = [...file.problems, ...templateFiles.problems, ...overrides.problems];
  const reading = file.problems.length > 0 ? { problems: [] } : readPlatform(file.source);
  problems.push(...reading.problems);
  const { platform } = reading;
  const served = platform === undefined ? NOTHING_SERVED : servedApis(request.kubeApiVersions, platform);
  const rendering = { templates: loadTemplates(), overrides: overrides.overrides, serves: served.serves };
  if (platform === undefined) return { rendering, problems };
  problems.push(...served.problems, ...meshProblems(platform, served.serves));
  const judging = readJudging(request, platform, problems);
  return { rendering, problems, ...(judging && { judging }) };
}

function readJudging(
  request: GenerateRequest,
  platform: ResolvedPlatform,
  problems: Problem[],
): Judging | undefined {
  const { destination, problems: destinationProblems } = readDestination({
    ARGOCD_APP_NAMESPACE: request.namespace,
    ARGOCD_APP_PROJECT_NAME: request.project,
  });
  const { parameters, problems: parameterProblems } = readParameters(request.parameters, platform);
  problems.push(...destinationProblems, ...parameterProblems);
  if (destination === undefined) return undefined;
  const tenant = tenantFor(platform, destination);
  if (tenant === undefined) {
    problems.push(tenantUnknown(destination));
    return undefined;
  }
  const { source } = request;
  return { destination, platform, tenant, parameters, ...(source && { source }) };
}

/** In an ambient mesh the policy is the protection of the internal port, so it is never left out (facts/threats.md T22). */
function meshProblems(platform: ResolvedPlatform, serves: Serves): readonly Problem[] {
  if (platform.mesh.mode !== 'ambient' || serves(AUTHORIZATION_POLICY_API)) return [];
  return [
    {
      code: 'MESH_POLICY_NEEDED',
      path: 'mesh.mode',
      message:
        'Cannot render for an ambient mesh: the cluster must serve AuthorizationPolicy of security.istio.io/v1: it does not',
      hint: 'install the Istio APIs in the destination cluster, or set mesh.mode to what the cluster has',
    },
  ];
}
