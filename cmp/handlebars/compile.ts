import Handlebars from 'handlebars';
import { checkTemplate, type TemplateFinding } from './check-template.ts';

/** What every template is compiled with; the overrides of a platform team no less than our own. */
const OPTIONS = {
  strict: true,
  noEscape: true,
  knownHelpersOnly: true,
  knownHelpers: { json: true },
  preventIndent: true,
} as const;

export type Compiled =
  | { readonly ok: true; readonly source: string }
  | { readonly ok: false; readonly findings: readonly TemplateFinding[] };

/**
 * Checks a template and compiles it to the source text of a Handlebars template specification.
 * Loads the whole compiler: for the build, and for overrides only.
 */
export function precompileTemplate(text: string): Compiled {
  let program: hbs.AST.Program;
  try {
    program = Handlebars.parse(text);
  } catch (error) {
    return { ok: false, findings: [{ line: lineOf(error), column: 1, message: 'the template cannot be parsed' }] };
  }
  const findings = checkTemplate(program);
  if (findings.length > 0) return { ok: false, findings };
  return { ok: true, source: String(Handlebars.precompile(program, OPTIONS)) };
}

/** Handlebars puts the line into its error, as `Parse error on line 3:`. */
function lineOf(error: unknown): number {
  const match = /line (\d+)/.exec(error instanceof Error ? error.message : '');
  return match ? Number(match[1]) : 1;
}
