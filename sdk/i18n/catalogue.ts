import { existsSync, readFileSync } from 'node:fs';
import { fallbackLocale, type LocaleCode } from './locales.ts';
import type { Catalogue, Catalogues, EnglishCatalogue } from './translate.ts';

/**
 * Reads from disk what {@link createTranslator} needs to speak a language: its catalogue and English. For Node; the
 * page loads its catalogues as chunks. Files, not JSON modules: those need Node 22.
 */
export function readCatalogues(locale: LocaleCode): Catalogues {
  const en = readCatalogue(fallbackLocale) as EnglishCatalogue;
  if (locale === fallbackLocale || !existsSync(fileOf(locale))) return { en };
  return { en, [locale]: readCatalogue(locale) };
}

/** They do not change while the program runs. */
const known = new Map<LocaleCode, Catalogue>();

function readCatalogue(code: LocaleCode): Catalogue {
  const catalogue = known.get(code) ?? (JSON.parse(readFileSync(fileOf(code), 'utf8')) as Catalogue);
  known.set(code, catalogue);
  return catalogue;
}

/** The folder stands beside this module in the sources and in the built package alike. */
function fileOf(code: LocaleCode): URL {
  return new URL(`./locales/${code}.json`, import.meta.url);
}
