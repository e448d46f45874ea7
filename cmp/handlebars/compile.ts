import Handlebars from 'handlebars';
import type { JsonObject } from '../../documents/json.ts';
import { checkTemplate, type TemplateFinding } from './check-template.ts';
import { jsonHelper } from './json-helper.ts';
import type { Template } from './templates.ts';

/** What every template is compiled with; the overrides of a platform team no less than our own. */
const OPTIONS = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { json: true },
  preventIndent: true,
} as const;

type Checked =
  | { readonly ok: true; readonly program: hbs.AST.Program }
  | { readonly ok: false; readonly findings: readonly TemplateFinding[] };

type Compiled =
  | { readonly ok: true; readonly template: Template }
  | { readonly ok: false; readonly findings: readonly TemplateFinding[] };

/** Checks a template and compiles it to the source text of a Handlebars template specification, for the build. */
export function precompileTemplate(text: string): string {
  const checked = parseAndCheck(text);
  if (!checked.ok) {
    throw new Error(
      checked.findings.map(({ line, message }) => `line ${String(line)}: ${message}`).join('; '),
    );
  }
  return Handlebars.precompile(checked.program, OPTIONS) as string;
}

/** Checks a template of the platform team and makes it ready to render. */
export function compileTemplate(text: string): Compiled {
  const checked = parseAndCheck(text);
  if (!checked.ok) return checked;
  const handlebars = Handlebars.create();
  handlebars.registerHelper('json', jsonHelper);
  const template = handlebars.compile<JsonObject>(checked.program, OPTIONS);
  return { ok: true, template: (view) => template(view) };
}

function parseAndCheck(text: string): Checked {
  let program: hbs.AST.Program;
  try {
    program = Handlebars.parse(text);
  } catch (error) {
    return {
      ok: false,
      findings: [{ line: lineOf(error), column: 1, message: 'the template cannot be parsed' }],
    };
  }
  const findings = checkTemplate(program);
  return findings.length > 0 ? { ok: false, findings } : { ok: true, program };
}

/** Handlebars puts the line into its error, as `Parse error on line 3:`. */
function lineOf(error: unknown): number {
  const match = /line (\d+)/.exec(error instanceof Error ? error.message : '');
  return match ? Number(match[1]) : 1;
}
