import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { flattenCatalogue, type Messages } from './i18n/catalogue.ts';
import { errorParams, families } from './i18n/families.ts';
import { findEnglishProblems, findTranslationProblems, missingPercentage } from './i18n/problems.ts';
import { findUnloadedTexts } from './i18n/reach.ts';
import { readUsage, type Usage } from './i18n/usage.ts';

/**
 * `npm run check i18n`, from the root of the repository: fails on unknown and unused keys, wrong parameters,
 * placeholders that a translation lacks, and texts that the page can request before they are loaded; reports what is
 * not translated yet.
 */

const folders = ['sdk', 'daemon', 'web', 'cli'];
const localesFolder = join('sdk', 'i18n', 'locales');

const catalogues = new Map(
  readdirSync(localesFolder).map((name) => [
    name.replace('.json', ''),
    readMessages(join(localesFolder, name)),
  ]),
);
const english = catalogues.get('en');
if (!english) throw new Error(`There is no en.json in ${localesFolder}.`);

const problems = findEnglishProblems({ english, usage: readSources(), families, fixedParams: errorParams });
for (const [locale, messages] of catalogues) {
  problems.push(...findTranslationProblems(locale, messages, english));
  const missing = missingPercentage(messages, english);
  if (missing > 0) process.stdout.write(`${locale}: ${missing} % not translated\n`);
}
const page = new Map(listSources('web').map((file) => [file, readFileSync(file, 'utf8')]));
problems.push(...findUnloadedTexts(page, join('web', 'main.tsx')));
for (const problem of problems) process.stdout.write(`${problem}\n`);
if (problems.length > 0) process.exitCode = 1;

function readMessages(file: string): Messages {
  return flattenCatalogue(JSON.parse(readFileSync(file, 'utf8')) as object);
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
