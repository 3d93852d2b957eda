import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type LocaleCode, locales } from '#sdk/i18n/locales.js';
import { flattenCatalogue, type Messages } from '../i18n/catalogue.ts';
import { errorParams, families } from '../i18n/families.ts';
import type { Glossary } from '../i18n/glossary.ts';
import { findEnglishProblems } from '../i18n/problems.ts';
import { findUnloadedTexts } from '../i18n/reach.ts';
import { findTranslationProblems, isTranslated, missingKeys } from '../i18n/translation.ts';
import { readUsage, type Usage } from '../i18n/usage.ts';

/**
 * `npm run check i18n`, from the root of the repository: fails on unknown and unused keys, wrong parameters,
 * texts that the page can request before they are loaded, and on translations that lack something or do not follow
 * their glossary; shows how complete each language is.
 */

const folders = ['sdk', 'daemon', 'web', 'cli'];
const localesFolder = join('sdk', 'i18n', 'locales');
const glossariesFolder = join('sdk', 'i18n', 'glossaries');

const english = readMessages('en');
const problems = findEnglishProblems({ english, usage: readSources(), families, fixedParams: errorParams });
const total = [...english.keys()].filter(isTranslated).length;
for (const { code, messages: isComplete } of locales) {
  if (code === 'en' || !existsSync(join(localesFolder, `${code}.json`))) continue;
  const messages = readMessages(code);
  problems.push(
    ...findTranslationProblems({ locale: code, messages, english, glossary: readGlossary(code) }),
  );
  const missing = missingKeys(messages, english);
  if (isComplete) problems.push(...missing.map((key) => `${code}: ${key} is missing`));
  const percent = Math.floor((1 - missing.length / total) * 100);
  process.stdout.write(
    `${code.padEnd(5)} ${String(total - missing.length).padStart(5)} of ${total} texts, ${percent} %\n`,
  );
}
const page = new Map(listSources('web').map((file) => [file, readFileSync(file, 'utf8')]));
problems.push(...findUnloadedTexts(page, join('web', 'main.tsx')));
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function readMessages(code: LocaleCode): Messages {
  return flattenCatalogue(readJson(join(localesFolder, `${code}.json`)) as object);
}

function readGlossary(code: LocaleCode): Glossary {
  return readJson(join(glossariesFolder, `${code}.json`)) as Glossary;
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

function readSources(): Usage {
  const usage: Usage = { literals: new Set(), prefixes: new Map(), calls: [] };
  for (const file of folders.flatMap(listSources)) readUsage(file, readFileSync(file, 'utf8'), usage);
  return usage;
}

function listSources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /\.tsx?$/.test(file) && !/\.(test|suite|d)\.tsx?$|(^|[\\/])(e2e|testing)[\\/]/.test(file),
    )
    .map((file) => join(folder, file));
}
