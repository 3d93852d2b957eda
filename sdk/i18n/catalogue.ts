import { existsSync, readFileSync } from 'node:fs';
import type { ErrorCode } from '../contract/errors.ts';
import { fallbackLocale, type LocaleCode } from './locales.ts';
import { matchLocale } from './match.ts';
import {
  type Catalogue,
  type Catalogues,
  createTranslator,
  type EnglishCatalogue,
  type Translator,
} from './translate.ts';

/**
 * Reads from disk what {@link createTranslator} needs to speak a language: its catalogue and English. For Node; the
 * page loads its catalogues as chunks. Files, not JSON modules: those need Node 22.
 */
export function readCatalogues(locale: LocaleCode): Catalogues & { readonly en: EnglishCatalogue } {
  const en = readCatalogue(fallbackLocale) as EnglishCatalogue;
  if (locale === fallbackLocale || !existsSync(fileOf(locale))) return { en };
  return { en, [locale]: readCatalogue(locale) };
}

/** The text of each error with its parameters in braces; of plural forms the one for many. */
export function errorTextsOf({ errors }: EnglishCatalogue): Partial<Record<ErrorCode, string>> {
  return Object.fromEntries(Object.entries(errors).map(([key, text]) => [key.replace(/_other$/, ''), text]));
}

/** Speaks the first of these languages that is known, or English where that has no texts. */
export function translatorFor(wanted: readonly string[]): Translator {
  const locale = matchLocale(wanted);
  const catalogues = readCatalogues(locale);
  return createTranslator(locale in catalogues ? locale : fallbackLocale, catalogues);
}

/** Catalogues already read; they do not change while the program runs. */
const known = new Map<LocaleCode, Catalogue>();

function readCatalogue(code: LocaleCode): Catalogue {
  const catalogue = known.get(code) ?? (JSON.parse(readFileSync(fileOf(code), 'utf8')) as Catalogue);
  known.set(code, catalogue);
  return catalogue;
}

/** The folder is next to this module in the sources and in the built package alike. */
function fileOf(code: LocaleCode): URL {
  return new URL(`./locales/${code}.json`, import.meta.url);
}
