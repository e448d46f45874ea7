import ts from 'typescript';

/** One decision changed: a condition that never or always holds, half of one, a step or a row that is left out. */
export interface Mutant {
  readonly file: string;
  readonly line: number;
  /** Where and what, without line numbers: it names the same mutant after unrelated changes of its file. */
  readonly id: string;
  /** The whole file, changed. */
  readonly text: string;
}

/** What is put in the place of a node, and in words what that means. */
interface Change {
  readonly node: ts.Node;
  readonly by: string;
  readonly what: string;
}

/** Every mutant of one file, in the order of the text. */
export function mutantsOf(file: string, text: string): readonly Mutant[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2024, true);
  const seen = new Map<string, number>();
  return changesIn(source).map(({ node, by, what }) => {
    const name = `${file} ${enclosing(node)}: ${what}`.replaceAll(/\s+/g, ' ');
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return {
      file,
      line: source.getLineAndCharacterOfPosition(node.getStart()).line + 1,
      id: count === 1 ? name : `${name} (${count})`,
      text: text.slice(0, node.getStart()) + by + text.slice(node.getEnd()),
    };
  });
}

function changesIn(source: ts.SourceFile): readonly Change[] {
  const changes: Change[] = [];
  const visit = (node: ts.Node): void => {
    changes.push(...changesOf(node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return changes;
}

function changesOf(node: ts.Node): readonly Change[] {
  if (ts.isIfStatement(node)) return [always(node.expression, 'false')];
  if (ts.isConditionalExpression(node))
    return [always(node.condition, 'true'), always(node.condition, 'false')];
  if (ts.isBinaryExpression(node)) return halvesOf(node);
  if (ts.isArrayLiteralExpression(node)) return elementsOf(node);
  const answer = answerOf(node);
  return answer === undefined ? [] : [always(answer, 'true'), always(answer, 'false')];
}

function always(node: ts.Expression, by: 'true' | 'false'): Change {
  return { node, by, what: `${by}: ${node.getText()}` };
}

/** Of `a && b` and `a || b` either half; of `a ?? b`, where `a` is a gate, the rest. */
function halvesOf(node: ts.BinaryExpression): readonly Change[] {
  const { left, right, operatorToken } = node;
  const without = (removed: ts.Expression, kept: ts.Expression) => ({
    node,
    by: `(${kept.getText()})`,
    what: `without ${removed.getText()}`,
  });
  if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken) return [without(left, right)];
  const isLogical = [ts.SyntaxKind.AmpersandAmpersandToken, ts.SyntaxKind.BarBarToken].includes(
    operatorToken.kind,
  );
  return isLogical ? [without(left, right), without(right, left)] : [];
}

/** Lists of steps and of rows. */
function elementsOf(node: ts.ArrayLiteralExpression): readonly Change[] {
  const { elements } = node;
  const isList = elements.length > 1 && elements.every(ts.isIdentifier);
  const isTable = elements.length > 0 && elements.every(ts.isObjectLiteralExpression);
  if (!isList && !isTable) return [];
  return elements.map((removed) => ({
    node,
    by: `[${elements
      .filter((element) => element !== removed)
      .map((element) => element.getText())
      .join(', ')}]`,
    what: `without ${removed.getText().slice(0, 80)}`,
  }));
}

/** What a predicate answers, where that is a condition of one piece. */
function answerOf(node: ts.Node): ts.Expression | undefined {
  const answer = ts.isReturnStatement(node)
    ? node.expression
    : ts.isArrowFunction(node) && !ts.isBlock(node.body)
      ? node.body
      : undefined;
  return answer !== undefined && isCondition(answer) ? answer : undefined;
}

const COMPARISONS: ReadonlySet<ts.SyntaxKind> = new Set([
  ts.SyntaxKind.EqualsEqualsEqualsToken,
  ts.SyntaxKind.ExclamationEqualsEqualsToken,
  ts.SyntaxKind.LessThanToken,
  ts.SyntaxKind.LessThanEqualsToken,
  ts.SyntaxKind.GreaterThanToken,
  ts.SyntaxKind.GreaterThanEqualsToken,
  ts.SyntaxKind.InstanceOfKeyword,
]);
const ASKING = new Set(['some', 'every', 'includes', 'has', 'test', 'startsWith', 'endsWith', 'isArray']);

function isCondition(node: ts.Expression): boolean {
  if (ts.isBinaryExpression(node)) return COMPARISONS.has(node.operatorToken.kind);
  if (ts.isPrefixUnaryExpression(node)) return node.operator === ts.SyntaxKind.ExclamationToken;
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (ts.isPropertyAccessExpression(called)) return ASKING.has(called.name.text);
  return ts.isIdentifier(called) && /^(?:is|has|may|can|must|looks|was)[A-Z]/.test(called.text);
}

function enclosing(node: ts.Node): string {
  for (let at = node.parent; !ts.isSourceFile(at); at = at.parent) {
    if (ts.isFunctionDeclaration(at)) return at.name?.text ?? '';
    if (ts.isVariableStatement(at) && ts.isSourceFile(at.parent))
      return at.declarationList.declarations[0]?.name.getText() ?? '';
  }
  return '';
}
