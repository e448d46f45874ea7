/** The part of Handlebars' syntax tree that the check reads. */
interface AstNode {
  readonly type: string;
  readonly loc: { readonly start: { readonly line: number; readonly column: number } };
  readonly body?: readonly AstNode[];
  readonly path?: AstNode;
  readonly params?: readonly AstNode[];
  readonly hash?: unknown;
  readonly original?: unknown;
  readonly program?: AstNode;
  readonly inverse?: AstNode;
  readonly blockParams?: readonly string[];
}

/** A construct that templates may not use; line and column count from 1. */
export interface TemplateFinding {
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

const BLOCKS = new Set(['if', 'each', 'with']);

/**
 * Checks a parsed template: every value goes through `{{json value}}`, and the only logic is `if`, `each` and `with`.
 * So no value can add a key, whoever wrote the template (DESIGN D9, facts/threats.md T27).
 */
export function checkTemplate(program: unknown): TemplateFinding[] {
  const findings: TemplateFinding[] = [];
  checkProgram(program as AstNode, findings);
  return findings;
}

function checkProgram(program: AstNode, findings: TemplateFinding[]): void {
  for (const node of program.body ?? []) checkNode(node, findings);
}

function checkNode(node: AstNode, findings: TemplateFinding[]): void {
  switch (node.type) {
    case 'ContentStatement':
    case 'CommentStatement':
      return;
    case 'MustacheStatement':
      checkMustache(node, findings);
      return;
    case 'BlockStatement':
      checkBlock(node, findings);
      return;
    default:
      report(node, 'partials and decorators are not allowed in a template', findings);
  }
}

function checkMustache(node: AstNode, findings: TemplateFinding[]): void {
  if (node.path?.original !== 'json' || !takesOneValue(node)) {
    report(node, 'a value must be written as {{json value}}, with one value and nothing else', findings);
  }
}

function checkBlock(node: AstNode, findings: TemplateFinding[]): void {
  const name = node.path?.original;
  if (typeof name !== 'string' || !BLOCKS.has(name) || !takesOneValue(node)) {
    report(node, 'the only blocks are if, each and with, each with one value', findings);
  }
  if (node.program) checkProgram(node.program, findings);
  if (node.inverse) checkProgram(node.inverse, findings);
}

function takesOneValue(node: AstNode): boolean {
  const [only, ...others] = node.params ?? [];
  return only?.type === 'PathExpression' && others.length === 0 && node.hash === undefined;
}

function report(node: AstNode, message: string, findings: TemplateFinding[]): void {
  findings.push({ line: node.loc.start.line, column: node.loc.start.column + 1, message });
}
