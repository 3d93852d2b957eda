import ts from 'typescript';

/** The message keys and calls in the sources. */
export interface Usage {
  /** Every string in the sources: a key among them is in use. */
  literals: Set<string>;
  /** Prefixes of keys composed at run time: `errors.` of `errors.${code}`. */
  prefixes: Map<string, string>;
  /** Calls of `t` with a literal key. `params` is null when they cannot be read from the call. */
  calls: { key: string; params: ReadonlySet<string> | null; where: string }[];
}

const keyStart = /^(errors|hints|validation|paths|client|config|mail|html|web|cli)\./;

/** Reads the strings and the calls of `t` in one source. */
export function readUsage(file: string, text: string, usage: Usage): void {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) usage.literals.add(node.text);
    if (ts.isTemplateExpression(node) && keyStart.test(node.head.text)) {
      usage.prefixes.set(node.head.text, whereIs(node, source));
    }
    if (ts.isCallExpression(node)) readCall(node, source, usage);
    ts.forEachChild(node, visit);
  };
  visit(source);
}

function readCall(call: ts.CallExpression, source: ts.SourceFile, usage: Usage): void {
  const { expression, arguments: args } = call;
  const name = ts.isPropertyAccessExpression(expression) ? expression.name.text : expression.getText(source);
  const [key, params] = args;
  if (name !== 't' || !key || !ts.isStringLiteralLike(key)) return;
  usage.calls.push({ key: key.text, params: namesOf(params), where: whereIs(call, source) });
}

function namesOf(params: ts.Expression | undefined): Set<string> | null {
  if (!params) return new Set();
  if (!ts.isObjectLiteralExpression(params)) return null;
  const names = params.properties.map((property) => property.name?.getText());
  return names.every((name) => name !== undefined) ? new Set(names) : null;
}

function whereIs(node: ts.Node, source: ts.SourceFile): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}
