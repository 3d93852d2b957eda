import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { locales } from '#sdk/i18n/locales.js';
import type { Glossary } from '../i18n/glossary.ts';
import { page, table } from './markdown.ts';

/** `docs/reference/glossaries.md`: how each language speaks, and its word for each term. */
export function glossariesReference(): string {
  const sections = locales.flatMap(({ code, label }) => {
    const file = join('sdk', 'i18n', 'glossaries', `${code}.json`);
    return existsSync(file) ? sectionOf(`${label} (${code})`, readGlossary(file)) : [];
  });
  return page(
    'Glossaries',
    'How each language addresses its readers, its rules, and its word for each term of the product. To change them, see [Translations](../contributing/translations.md).',
    ...sections,
  );
}

function readGlossary(file: string): Glossary {
  return JSON.parse(readFileSync(file, 'utf8')) as Glossary;
}

function sectionOf(title: string, { address, rules, terms }: Glossary): string[] {
  const rows = Object.entries(terms).map(([term, { use, not = [] }]) => [term, use, not.join(', ')]);
  return [
    `## ${title}`,
    address,
    rules.map((rule) => `- ${rule}`).join('\n'),
    table(['Term', 'Word', 'Never'], rows),
  ];
}
