import { relative } from 'node:path';
import ts from 'typescript';
import type { Comment, Member, SdkExport } from './model.ts';

/** Both entries, with where what only one of them exports can be used. */
const entries = [
  { file: 'sdk/index.ts', where: 'Node' },
  { file: 'sdk/browser.ts', where: 'browsers' },
] as const;

type Declaration =
  | ts.FunctionDeclaration
  | ts.ClassDeclaration
  | ts.InterfaceDeclaration
  | ts.TypeAliasDeclaration;

/** Reads everything that a program can import from the SDK, functions first. */
export function readExports(): SdkExport[] {
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile('sdk/tsconfig.json', ts.sys.readFile).config,
    ts.sys,
    'sdk',
  );
  const program = ts.createProgram({ rootNames: entries.map(({ file }) => file), options });
  const checker = program.getTypeChecker();
  const found = new Map<ts.Symbol, SdkExport>();
  for (const { file, where } of entries) {
    const source = program.getSourceFile(file);
    const entry = source && checker.getSymbolAtLocation(source);
    if (!entry) throw new Error(`${file} exports nothing`);
    for (const exported of checker.getExportsOfModule(entry)) {
      const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
      const symbol = isAlias ? checker.getAliasedSymbol(exported) : exported;
      const known = found.get(symbol);
      if (known) known.where = null;
      else found.set(symbol, describe(checker, symbol, { name: exported.name, where }));
    }
  }
  return [...found.values()].sort((a, b) => rankOf(a) - rankOf(b) || (a.name < b.name ? -1 : 1));
}

/** What is called comes before what it accepts and returns. */
function rankOf({ kind, members }: SdkExport): number {
  if (kind === 'function') return 0;
  return members.some((member) => member.kind === 'method') ? 1 : 2;
}

function describe(
  checker: ts.TypeChecker,
  symbol: ts.Symbol,
  { name, where }: Pick<SdkExport, 'name' | 'where'>,
): SdkExport {
  const declarations = symbol.getDeclarations() ?? [];
  const node = declarations.find(isDescribed);
  if (!node) throw new Error(`${name} is neither a function nor a class or type`);
  // A schema and its type have one name; the comment is above the schema.
  const comments = declarations.map(readComment);
  const comment = comments.find(({ text }) => text !== '') ?? readComment(node);
  const file = relative('sdk', node.getSourceFile().fileName);
  const nothing = { signature: null, bases: [], members: [], values: [], schema: null };
  const common = { name, where, file, comment, uses: readUses(checker, node), ...nothing };
  if (ts.isFunctionDeclaration(node)) return { ...common, kind: 'function', signature: signatureOf(node) };
  if (ts.isTypeAliasDeclaration(node)) return { ...common, kind: 'type', ...describeAlias(checker, node) };
  const members = [...node.members].flatMap(readMember);
  const kind = ts.isClassDeclaration(node) ? 'class' : 'interface';
  return { ...common, kind, bases: readBases(node), members };
}

function isDescribed(node: ts.Node): node is Declaration {
  return (
    ts.isFunctionDeclaration(node) ||
    ts.isClassDeclaration(node) ||
    ts.isInterfaceDeclaration(node) ||
    ts.isTypeAliasDeclaration(node)
  );
}

/** What a type is: that of a schema is resolved, any other is shown as it is written. */
function describeAlias(checker: ts.TypeChecker, node: ts.TypeAliasDeclaration): Partial<SdkExport> {
  if (!isInferred(node)) return { signature: node.getText().replace(/^export /, '') };
  const type = checker.getTypeAtLocation(node.name);
  const parts = type.isUnion() ? type.types : [type];
  if (parts.every((part) => part.isStringLiteral())) {
    return { values: parts.flatMap((part) => (part.isStringLiteral() ? part.value : [])).sort() };
  }
  const members = type.getProperties().map((property): Member => {
    const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0;
    const text = checker.typeToString(
      checker.getTypeOfSymbol(property),
      node,
      ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.UseSingleQuotesForStringLiteralType,
    );
    const declaration = property.valueDeclaration ?? property.getDeclarations()?.[0];
    return {
      name: property.name,
      kind: 'property',
      type: tidy(isOptional ? text.replace(/ \| undefined$/, '') : text),
      isOptional,
      comment: readComment(declaration ?? node),
    };
  });
  const schema = /typeof (\w+)/.exec(node.type.getText())?.[1] ?? null;
  return { members, schema };
}

/** An ID is a string for those who use the SDK, and the compiler keeps the parts of a union in no certain order. */
function tidy(type: string): string {
  return type
    .replaceAll(/\(string & z\.core\.\$brand<'\w+'>\)|string & z\.core\.\$brand<'\w+'>/g, 'string')
    .replaceAll(/'[\w:-]+'(?: \| '[\w:-]+')+/g, (union) => union.split(' | ').sort().join(' | '));
}

/** True for the type of a schema or of a table, whose text names what is internal. */
function isInferred(node: Declaration): boolean {
  return ts.isTypeAliasDeclaration(node) && /^z\.|typeof /.test(node.type.getText());
}

function readMember(node: ts.TypeElement | ts.ClassElement): Member[] {
  const { name } = node;
  // The name of an error is that of its class.
  if (!name || !ts.isIdentifier(name) || (ts.isClassElement(node) && name.text === 'name')) return [];
  const common = { name: name.text, comment: readComment(node) };
  if (ts.isMethodSignature(node) || ts.isMethodDeclaration(node)) {
    return [{ ...common, kind: 'method', type: signatureOf(node), isOptional: !!node.questionToken }];
  }
  if (ts.isGetAccessorDeclaration(node)) {
    return [{ ...common, kind: 'property', type: node.type?.getText() ?? '', isOptional: false }];
  }
  if (!ts.isPropertySignature(node) && !ts.isPropertyDeclaration(node)) return [];
  const type = (node.type?.getText() ?? '').replaceAll(/\s+/g, ' ').replace(/ \| undefined$/, '');
  return [{ ...common, kind: 'property', type, isOptional: !!node.questionToken }];
}

/** A function without its body, or a method. */
function signatureOf(node: ts.FunctionDeclaration | ts.MethodSignature | ts.MethodDeclaration): string {
  const end = 'body' in node && node.body ? node.body.getStart() : node.getEnd();
  const text = node.getSourceFile().text.slice(node.getStart(), end);
  return text.replace(/^export (async )?/, '').replace(/[;\s]+$/, '');
}

function readBases(node: ts.ClassDeclaration | ts.InterfaceDeclaration): SdkExport['bases'] {
  const types = (node.heritageClauses ?? []).flatMap((clause) => [...clause.types]);
  return types.map(({ expression, typeArguments }) => {
    const name = expression.getText();
    const [base, keys] = typeArguments ?? [];
    if (name !== 'Pick' || !base || !keys) return { name, only: null };
    const only = [...keys.getText().matchAll(/'(\w+)'/g)].map(([, key = '']) => key);
    return { name: base.getText(), only };
  });
}

/** The types of this repository that a declaration names, outside of bodies. */
function readUses(checker: ts.TypeChecker, node: Declaration): string[] {
  const uses = new Set<string>();
  const visit = (child: ts.Node): void => {
    if (ts.isBlock(child) || ts.isConstructorDeclaration(child)) return;
    if (ts.isTypeReferenceNode(child) || ts.isExpressionWithTypeArguments(child)) {
      const named = ts.isTypeReferenceNode(child) ? child.typeName : child.expression;
      const symbol = checker.getSymbolAtLocation(named);
      const declared =
        symbol && (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);
      const [declaration] = declared?.getDeclarations() ?? [];
      const isOurs = declaration && !/node_modules/.test(declaration.getSourceFile().fileName);
      if (isOurs && !ts.isTypeParameterDeclaration(declaration)) uses.add(named.getText());
    }
    ts.forEachChild(child, visit);
  };
  if (!isInferred(node)) ts.forEachChild(node, visit);
  return [...uses];
}

/** Reads the comment of a declaration. */
function readComment(node: ts.Node): Comment {
  const blocks = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc);
  const tags = blocks.flatMap((block) => [...(block.tags ?? [])]);
  const textsOf = (name: string) =>
    tags.filter((tag) => tag.tagName.text === name).map((tag) => toText(tag.comment));
  return {
    text: blocks.map((block) => toText(block.comment)).join('\n\n'),
    parameters: tags
      .filter(ts.isJSDocParameterTag)
      .map((tag) => [tag.name.getText(), toText(tag.comment)] as const),
    returns: textsOf('returns').join(' '),
    throws: textsOf('throws'),
    examples: textsOf('example'),
  };
}

/** The text as Markdown: a link to a declaration becomes its name. */
function toText(comment: string | ts.NodeArray<ts.JSDocComment> | undefined): string {
  if (comment === undefined || typeof comment === 'string') return comment?.trim() ?? '';
  const parts = comment.map((part) => (ts.isJSDocLink(part) ? `\`${part.name?.getText()}\`` : part.text));
  return parts.join('').trim();
}
