import { code, table } from '../markdown.ts';
import type { Comment, Member, SdkExport } from './model.ts';
import { pagesOfTypes, topicOf } from './topics.ts';

/** Texts of the fields of schemas that have no comment: by name of the type, then of the field. */
export type FieldTexts = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Writes the exports of one page; links to the others are by name. */
export function renderExports(
  shown: readonly SdkExport[],
  context: { exports: readonly SdkExport[]; fieldTexts: FieldTexts },
): string[] {
  const render = createRenderer(context.exports, context.fieldTexts);
  return shown.map(render);
}

/** The heading of an export, which is unique. */
export function headingOf({ name, where }: SdkExport, exports: readonly SdkExport[]): string {
  const isTwice = exports.filter((other) => other.name === name).length > 1;
  return isTwice ? `${name} in ${where}` : name;
}

/** The first sentence, for an index. */
export function summaryOf({ comment }: SdkExport): string {
  const [paragraph = ''] = comment.text.replaceAll(/\n(?!\n)/g, ' ').split(/\n\n|\n? - `/);
  return /^.+?[.:](?= |$)/.exec(paragraph)?.[0].replace(/:$/, '.') ?? paragraph;
}

function createRenderer(exports: readonly SdkExport[], fieldTexts: FieldTexts): (one: SdkExport) => string {
  const byName = new Map(exports.map((one) => [one.name, one]));

  const link = (name: string): string => {
    const target = byName.get(name);
    const address = target ? linkTo(target, exports) : pagesOfTypes[name];
    return address === undefined ? code(name) : `[${code(name)}](${address})`;
  };

  /** Links to the types that a section names, but does not link to. */
  const see = ({ name: self, uses }: SdkExport, section: string): string => {
    const others = uses.filter((name) => name !== self && byName.has(name)).map(link);
    const missing = others.filter((one) => !section.includes(one.slice(one.indexOf(']('))));
    return missing.length === 0 ? '' : `Types: ${missing.join(', ')}`;
  };

  const typeCell = (type: string): string => {
    const [, name = ''] = /^(?:readonly )?(\w+)(?:\[\])?(?: \| null)?$/.exec(type) ?? [];
    const one = byName.get(name);
    return one ? `[${code(type)}](${linkTo(one, exports)})` : code(type);
  };

  const properties = ({ name, members }: SdkExport): string => {
    const rows = members
      .filter(({ kind }) => kind === 'property')
      .map((member) => [
        code(member.name) + (member.isOptional ? ' (optional)' : ''),
        typeCell(member.type),
        flat(member.comment.text || (fieldTexts[name]?.[member.name] ?? '')),
      ]);
    return rows.length === 0 ? '' : table(['Property', 'Type', 'Meaning'], rows);
  };

  const method = ({ name, type, comment }: Member): string =>
    join(`### ${name}`, block(type), describeCall(comment));

  return (one) => {
    const bases = one.bases.filter(({ name }) => byName.has(name) || name in pagesOfTypes);
    const section = join(
      `## ${headingOf(one, exports)}`,
      one.where && `Only in ${one.where}.`,
      one.signature && block(one.signature),
      one.kind === 'function' ? describeCall(one.comment) : join(one.comment.text, examples(one.comment)),
      one.values.map(code).join(', '),
      bases.map(({ name, only }) => describeBase(link(name), only)).join('\n\n'),
      properties(one),
    );
    const methods = one.members.filter(({ kind }) => kind === 'method').map(method);
    return join(section, see(one, section), ...methods);
  };
}

function describeBase(base: string, only: readonly string[] | null): string {
  return only ? `Also has ${only.map(code).join(', ')} of ${base}.` : `Also has everything of ${base}.`;
}

function linkTo(target: SdkExport, exports: readonly SdkExport[]): string {
  const anchor = headingOf(target, exports).toLowerCase().replaceAll(' ', '-');
  return `${topicOf(target)}.md#${anchor}`;
}

function describeCall(comment: Comment): string {
  const { text, parameters, returns, throws } = comment;
  return join(
    text,
    parameters.map(([name, meaning]) => `- ${code(name)}: ${flat(meaning)}`).join('\n'),
    returns && `Returns ${flat(returns)}`,
    throws.length > 0 && `Throws:\n\n${throws.map((one) => `- ${flat(one)}`).join('\n')}`,
    examples(comment),
  );
}

function examples({ examples: texts }: Comment): string {
  return texts.map((text) => block(text, 'js')).join('\n\n');
}

function block(text: string, language = 'ts'): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}

/** A text on one line, for a cell or an item. */
function flat(text: string): string {
  return text.replaceAll(/\s*\n\s*/g, ' ');
}

function join(...parts: readonly (string | false | null)[]): string {
  return parts.filter((part) => part !== false && part !== null && part !== '').join('\n\n');
}
