import type { Problem } from '../documents/problem.ts';
import { nearestName } from '../documents/nearest-name.ts';
import type { Template } from './handlebars/templates.ts';
import { templateNames } from './handlebars/templates.ts';
import type { TemplateName } from './handlebars/templates.generated.cjs';

const ENDING = '.yaml.hbs';

export interface TemplateFile {
  /** Name in the folder, such as `stateful-set.yaml.hbs`. */
  readonly name: string;
  /** As problems show it. */
  readonly file: string;
  readonly text: string;
}

/** A template that replaces one of ours, and the file that problems of what it renders point at. */
export interface Override {
  readonly file: string;
  readonly template: Template;
}

export interface Overrides {
  readonly overrides: ReadonlyMap<TemplateName, Override>;
  readonly problems: readonly Problem[];
}

/** Makes the platform team's templates ready, each in place of ours of that name. Loads the compiler only if there is one. */
export async function loadOverrides(files: readonly TemplateFile[]): Promise<Overrides> {
  const overrides = new Map<TemplateName, Override>();
  const problems: Problem[] = [];
  if (files.length === 0) return { overrides, problems };
  const { compileTemplate } = await import('./handlebars/compile.ts');
  for (const file of files) {
    const name = templateNames().find((known) => `${known}${ENDING}` === file.name);
    if (name === undefined) {
      problems.push(unknownTemplate(file));
      continue;
    }
    const compiled = compileTemplate(file.text);
    if (compiled.ok) overrides.set(name, { file: file.file, template: compiled.template });
    else problems.push(...compiled.findings.map((finding) => refusedTemplate(file, finding)));
  }
  return { overrides, problems };
}

function unknownTemplate({ name, file }: TemplateFile): Problem {
  const nearest = nearestName(
    name,
    templateNames().map((known) => `${known}${ENDING}`),
  );
  return {
    code: 'TEMPLATE_UNKNOWN',
    path: '',
    message: 'Cannot use the template: it replaces none of the built-in ones',
    position: { file, line: 1, column: 1 },
    hint:
      nearest === undefined ? `name it as one of ${templateNames().join(', ')}` : `did you mean ${nearest}?`,
  };
}

function refusedTemplate(
  { file }: TemplateFile,
  { line, column, message }: { readonly line: number; readonly column: number; readonly message: string },
): Problem {
  return {
    code: 'TEMPLATE_OVERRIDE',
    path: '',
    message: `Cannot use the template: ${message}`,
    position: { file, line, column },
  };
}
