import { dirname, join } from 'node:path';
import ts from 'typescript';
import { textPartOf } from '#sdk/i18n/text-parts.js';

/** The texts that one source of the page shows and loads. */
interface Source {
  /** Keys, and prefixes of keys, of texts that are loaded only with some pages. */
  keys: ReadonlySet<string>;
  imports: { file: string; parts: readonly string[] }[];
}

/**
 * Finds texts that can be requested before they are loaded: follows every path of imports from the first source, with
 * the texts that `withTexts` or a row of the table of pages loads.
 *
 * @param sources text by path
 */
export function findUnloadedTexts(sources: ReadonlyMap<string, string>, first: string): string[] {
  const read = new Map([...sources].map(([file, text]) => [file, readSource(file, text)]));
  const problems = new Set<string>();
  const seen = new Set<string>();
  const visit = (file: string, parts: ReadonlySet<string>): void => {
    const state = [file, ...[...parts].sort()].join(' ');
    const source = read.get(file);
    if (!source || seen.has(state)) return;
    seen.add(state);
    for (const key of source.keys) {
      const part = textPartOf(key);
      if (part && !parts.has(part)) problems.add(`${file}: ${key} can be shown without the texts '${part}'`);
    }
    for (const next of source.imports) visit(next.file, new Set([...parts, ...next.parts]));
  };
  visit(first, new Set());
  return [...problems];
}

function readSource(file: string, text: string): Source {
  const keys = new Set<string>();
  const imports: Source['imports'] = [];
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node, parts: readonly string[]): void => {
    if (isText(node) && node.text.includes('.') && textPartOf(node.text)) keys.add(node.text);
    const imported = importedBy(node);
    if (imported?.startsWith('.')) imports.push({ file: join(dirname(file), imported), parts });
    const brought = [...parts, ...partsBroughtBy(node)];
    ts.forEachChild(node, (child) => visit(child, brought));
  };
  visit(source, []);
  return { keys, imports };
}

/** Whether a node is a string, or the part before the first value of a template. */
function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateHead {
  return ts.isStringLiteralLike(node) || ts.isTemplateHead(node);
}

/** Returns the module that a statement or an `import()` runs; types are erased by then. */
function importedBy(node: ts.Node): string | undefined {
  const isTypeOnly =
    ts.isImportDeclaration(node) && node.importClause?.phaseModifier === ts.SyntaxKind.TypeKeyword;
  if (isTypeOnly || (ts.isExportDeclaration(node) && node.isTypeOnly)) return undefined;
  const isStatement = ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
  const isCall = ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;
  const specifier = isStatement ? node.moduleSpecifier : isCall ? node.arguments[0] : undefined;
  return specifier && ts.isStringLiteralLike(specifier) ? specifier.text : undefined;
}

function partsBroughtBy(node: ts.Node): string[] {
  const list = textsOfCall(node) ?? textsOfRow(node);
  return list && ts.isArrayLiteralExpression(list)
    ? list.elements.filter(ts.isStringLiteralLike).map(({ text }) => text)
    : [];
}

/** `withTexts(['account'], load)` */
function textsOfCall(node: ts.Node): ts.Node | undefined {
  const isCall = ts.isCallExpression(node) && node.expression.getText() === 'withTexts';
  return isCall ? node.arguments[0] : undefined;
}

/** `{ load, texts: ['account'] }`, a row of the table of pages */
function textsOfRow(node: ts.Node): ts.Node | undefined {
  if (!ts.isObjectLiteralExpression(node)) return undefined;
  return node.properties.filter(ts.isPropertyAssignment).find(({ name }) => name.getText() === 'texts')
    ?.initializer;
}
