import * as z from 'zod/mini';
import { page, table } from '../markdown.ts';
import { endpointsPage } from './endpoints.ts';
import type { SdkExport } from './model.ts';
import { readExports } from './read-exports.ts';
import { type FieldTexts, headingOf, renderExports, summaryOf } from './render.ts';
import { pagesOfTypes, topicOf, topics } from './topics.ts';

/**
 * The reference of the SDK, one page per topic, from the comments in its sources.
 *
 * @throws Error when something exported has no comment, or names a type that is not exported
 */
export async function sdkReference(): Promise<Record<string, string>> {
  const exports = readExports();
  const problems = findProblems(exports);
  if (problems.length > 0) throw new Error(`The SDK is not documented:\n${problems.join('\n')}`);
  const context = { exports, fieldTexts: await readFieldTexts(exports) };
  const pages = Object.entries(topics).map(([key, { title, text }]): [string, string] => {
    const shown = exports.filter((one) => topicOf(one) === key);
    return [`sdk/${key}.md`, page(`SDK: ${title}`, text, ...renderExports(shown, context))];
  });
  return {
    'sdk/README.md': indexPage(exports),
    'sdk/endpoints.md': endpointsPage(),
    ...Object.fromEntries(pages),
  };
}

/** What a reader of the reference would miss. */
export function findProblems(exports: readonly SdkExport[]): string[] {
  const names = new Set([...exports.map(({ name }) => name), ...Object.keys(pagesOfTypes)]);
  return exports.flatMap(({ name, comment, members, schema, uses }) => {
    const undocumented = schema ? [] : members.filter((member) => member.comment.text === '');
    return [
      ...(comment.text === '' ? [`${name} has no comment`] : []),
      ...undocumented.map((member) => `${name}.${member.name} has no comment`),
      ...uses
        .filter((used) => !names.has(used))
        .map((used) => `${name} names ${used}, which is not exported`),
    ];
  });
}

function indexPage(exports: readonly SdkExport[]): string {
  const sections = Object.entries(topics).map(([key, { title, text }]) => {
    const rows = exports
      .filter((one) => topicOf(one) === key)
      .map((one) => {
        const heading = headingOf(one, exports);
        const link = `[\`${one.name}\`](${key}.md#${heading.toLowerCase().replaceAll(' ', '-')})`;
        return [link, one.where ?? '', summaryOf(one)];
      });
    return `## [${title}](${key}.md)\n\n${text}\n\n${table(['Name', 'Only in', 'What it is'], rows)}`;
  });
  return page(
    'SDK reference',
    "Everything that `import … from 'fileshare'` offers, in Node and in browsers; the [guide](../../guide/sdk.md) " +
      'shows how to use it. The endpoints of the API are methods of a client: see [endpoints](endpoints.md).',
    ...sections,
  );
}

/** The descriptions in schemas, which the OpenAPI document also shows. */
async function readFieldTexts(exports: readonly SdkExport[]): Promise<FieldTexts> {
  const inferred = exports.flatMap(({ name, file, schema }) => (schema ? [{ name, file, schema }] : []));
  const texts = inferred.map(async ({ name, file, schema }) => {
    const specifier = `#sdk/${file.replace(/\.ts$/, '.js')}`;
    const module = (await import(specifier)) as Record<string, unknown>;
    return [name, descriptionsIn(module[schema])] as const;
  });
  return Object.fromEntries(await Promise.all(texts));
}

function descriptionsIn(schema: unknown): Record<string, string> {
  if (!(schema instanceof z.core.$ZodType)) return {};
  const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const fields = Object.entries(properties).map(([name, field]): [string, string] => {
    const text = typeof field === 'object' ? field.description : undefined;
    return [name, text ? `${text}.` : ''];
  });
  return Object.fromEntries(fields);
}
