import { parameterDocumentation } from '../cmp/parameters/announcement.ts';
import type { CodeRow } from '../documents/codes/code-table.ts';
import { PROBLEM_CODES_BY_STAGE } from '../documents/problem-codes.ts';
import { celldStackSchema } from '../schemas/celldstack-schema.ts';
import { platformSchema } from '../schemas/platform-schema.ts';
import { workerAppSchema } from '../schemas/workerapp-schema.ts';
import { TUNABLE_VARIABLES } from '../cmp/render/added-pod-parts.ts';
import { FLEET_OBJECTS } from '../cmp/render/fleet-objects.ts';
import { OVERRIDE_RULES } from '../cmp/render/override-rules.ts';
import { writeGenerated } from './generated-file.ts';
import { jobsPage } from './reference/jobs-page.ts';
import { metricsPage } from './reference/metrics-page.ts';
import { markdownTable, page } from './reference/markdown.ts';
import { schemaRows } from './reference/schema-rows.ts';

const STAGES: Readonly<Record<keyof typeof PROBLEM_CODES_BY_STAGE, string>> = {
  reading: 'Reading the folder',
  yaml: 'Reading YAML',
  schema: 'The schema',
  workerapp: 'A WorkerApp, and all of a folder',
  celldstack: 'A CelldStack',
  tenant: 'The platform file and the tenant',
  parameters: 'Plugin parameters and the destination',
  rendering: 'Rendering and writing',
};

/** Writes docs/reference/ from the tables in the code. */
function main(): void {
  writeGenerated(
    'docs/reference/workerapp.md',
    schemaPage('WorkerApp fields', workerAppSchema, WORKERAPP_INTRO),
  );
  writeGenerated(
    'docs/reference/celldstack.md',
    schemaPage('CelldStack fields', celldStackSchema, CELLDSTACK_INTRO),
  );
  writeGenerated(
    'docs/reference/platform.md',
    schemaPage('Settings of the platform file', platformSchema, PLATFORM_INTRO),
  );
  writeGenerated('docs/reference/parameters.md', parameterPage());
  writeGenerated('docs/reference/problem-codes.md', problemCodePage());
  writeGenerated('docs/reference/objects.md', objectPage());
  writeGenerated('docs/reference/jobs.md', jobsPage());
  writeGenerated('docs/reference/metrics.md', metricsPage());
}

const WORKERAPP_INTRO =
  'Every field of `celld-operator.io/v1alpha1` `WorkerApp`. The schema itself is [schemas/workerapp.schema.json](../../schemas/workerapp.schema.json). *immutable*: cannot change once the fleet exists.';
const CELLDSTACK_INTRO =
  'Every field of `hops.ops.com.ai/v1alpha1` `CelldStack`. The schema itself is [schemas/celldstack.schema.json](../../schemas/celldstack.schema.json); what each field becomes: [Write a CelldStack](../write-a-celldstack.md).';
const PLATFORM_INTRO =
  'Every setting of the platform file, its default and where it comes from. The schema itself is [schemas/platform.schema.json](../../schemas/platform.schema.json).';

function schemaPage(title: string, schema: Parameters<typeof schemaRows>[0], intro: string): string {
  const rows = schemaRows(schema).map(({ path, type, fallback, text }) => [
    `\`${path}\``,
    type,
    fallback,
    text,
  ]);
  return page(title, `${intro}\n\n${markdownTable(['field', 'type', 'default', 'meaning'], rows)}`);
}

function parameterPage(): string {
  const rows = parameterDocumentation().map((row) => [
    `\`${row.name}\``,
    row.forms,
    `\`${row.default}\``,
    row.setBy,
    row.description,
  ]);
  const intro =
    'Parameters of the plugin (`spec.source.plugin.parameters` of an Application). They choose a version, or which files are read; never a policy. Any other name is an error.';
  return page(
    'Plugin parameters',
    `${intro}\n\n${markdownTable(['parameter', 'form', 'default', 'set by', 'meaning'], rows)}`,
  );
}

function problemCodePage(): string {
  const sections = Object.entries(PROBLEM_CODES_BY_STAGE).map(([stage, codes]) => {
    const rows = Object.entries<CodeRow>(codes).map(([code, row]) => [
      `\`${code}\``,
      row.meaning,
      row.remedy,
    ]);
    return `## ${STAGES[stage as keyof typeof STAGES]}\n\n${markdownTable(['code', 'meaning', 'what to do'], rows)}`;
  });
  const intro =
    'A problem is shown as `file:line:column path: message [CODE]`, all problems of a render at once; the render then writes nothing and ends with a non-zero exit code.';
  return page('Problem codes', `${intro}\n\n${sections.join('\n')}`);
}

function objectPage(): string {
  const objects = FLEET_OBJECTS.map(({ template, why, api }) => [
    `[\`${template}\`](../../cmp/templates/${template}.yaml.hbs)`,
    why,
    api === undefined ? 'always served' : `${api.kind} of ${api.group}/${api.version}`,
  ]);
  const rules = Object.entries(OVERRIDE_RULES).map(([template, rule]) => [
    `\`${template}\``,
    list(rule.open),
    list(rule.extendable),
    list(rule.absent),
  ]);
  return page(
    'Objects of a fleet',
    `What one WorkerApp becomes, in the order of the templates.\n\n${markdownTable(['template', 'why it is there', 'API'], objects)}
## What an override of a template may change

Everything must be as the built-in template renders it, but for what is named here. What is open may change, come or go; what may grow
keeps the members that it has; what is absent stays so although what holds it is open.

${markdownTable(['template', 'open', 'may grow', 'absent'], rules)}
### What holds everywhere

- Labels and annotations of \`celld-operator.io\`, \`celld-gitops.io\`, \`argocd.argoproj.io\`, \`helm.sh\`, \`keda.sh\` and their subdomains, and
  \`kubectl.kubernetes.io/last-applied-configuration\`, are as the built-in template has them, on the object and on its pods; so are those by
  which a pod leaves the mesh.
- Every container, initContainer and volume of a pod meets the restricted profile of the Pod Security Standards, and none has a port of celld
  or of the node, or a token of the service account.
- What is added to celld's mounts lies beside ours. Variables with a reserved name are refused, but for ${list(TUNABLE_VARIABLES)}.
- No member of a list is there twice, and ours keep their order.
- A route names no internal Service, nor its port.`,
  );
}

function list(paths: readonly string[]): string {
  return paths.map((path) => `\`${path}\``).join(', ');
}

main();
