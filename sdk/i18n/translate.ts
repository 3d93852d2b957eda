import type en from './locales/en.json';
import { fallbackLocale, type LocaleCode } from './locales.ts';

/** The English catalogue, which has every text. */
export type EnglishCatalogue = typeof en;

type Partially<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Partially<T[K]> };

/** The texts of one language; what is missing is shown in English. */
export type Catalogue = Partially<EnglishCatalogue>;

/** Texts of some languages. Those of `en` fill the gaps of the others. */
export type Catalogues = { readonly [C in LocaleCode]?: Catalogue };

type WithoutPlural<K> = K extends `${infer Stem}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}`
  ? Stem
  : K;

type KeysOf<T, Prefix extends string = ''> = {
  [K in keyof T & string]: T[K] extends string
    ? `${Prefix}${WithoutPlural<K>}`
    : KeysOf<T[K], `${Prefix}${K}.`>;
}[keyof T & string];

/** A key of the catalogue; plural forms without their suffix: `web.upload.files` for `web.upload.files_one`. */
export type MessageKey = KeysOf<EnglishCatalogue>;

/**
 * The values of a text's `{names}`. `count`, or the first number where there is no such name, also chooses the plural
 * form. Numbers are written in the language.
 */
export type MessageParams = Readonly<Record<string, string | number>>;

export interface Translator {
  readonly locale: LocaleCode;
  /** The language tag of its numbers and dates: the language as the reader's region writes it. */
  readonly formatLocale: string;
  /** The text of a key, in English when the language lacks it. */
  t(key: MessageKey, params?: MessageParams): string;
  /** True if a text exists, for keys that are built at run time. */
  has(key: string): key is MessageKey;
}

/** A translator whose texts come in parts. */
export interface GrowingTranslator extends Translator {
  /** Adds texts to those it has. */
  add(catalogues: Catalogues): void;
}

/**
 * Creates the translator that the page, the command line and the daemon all use.
 *
 * @example
 * const { t } = createTranslator('de', { en, de });
 * t('errors.share_too_many_files', { maxFiles: 1000 });
 */
export function createTranslator(
  locale: LocaleCode,
  catalogues: Catalogues,
  formatLocale: string = locale,
): GrowingTranslator {
  const languages = [...new Set([locale, fallbackLocale])].map(createLanguage);
  const add = (more: Catalogues): void => {
    for (const { code, texts } of languages) {
      const catalogue = more[code];
      // Later texts are found first.
      if (catalogue) texts.unshift(catalogue);
    }
  };
  add(catalogues);
  const formatNumber = once(() => new Intl.NumberFormat(formatLocale));
  const find = (key: string, number?: number): string | undefined => {
    for (const language of languages) {
      const text = findIn(language, key, number);
      if (text !== undefined) return text;
    }
    return undefined;
  };
  return {
    locale,
    formatLocale,
    t(key, params = {}) {
      const text = find(key, pluralNumberOf(params)) ?? key;
      // In one pass: a value such as a file name is no template.
      return text.replaceAll(/\{(\w+)\}/g, (name, param: string) => {
        const value = params[param];
        return typeof value === 'number' ? formatNumber().format(value) : (value ?? name);
      });
    },
    has: (key): key is MessageKey => (find(key) ?? find(key, 2)) !== undefined,
    add,
  };
}

interface Language {
  code: LocaleCode;
  /** All catalogues of the language that were added. */
  texts: Catalogue[];
  /** The form of the texts for a number; CLDR gives each language its own. */
  plurals(): Intl.PluralRules;
}

function createLanguage(code: LocaleCode): Language {
  return { code, texts: [], plurals: once(() => new Intl.PluralRules(code)) };
}

/** The text of a key in one language; with a number, its plural form if the text has forms. */
function findIn({ texts, plurals }: Language, key: string, number?: number): string | undefined {
  const forms = number === undefined ? [] : [`_${plurals().select(number)}`, '_other'];
  for (const form of [...forms, '']) {
    for (const catalogue of texts) {
      const text = readPath(catalogue, `${key}${form}`);
      if (text !== undefined) return text;
    }
  }
  return undefined;
}

function readPath(catalogue: Catalogue, path: string): string | undefined {
  let group: unknown = catalogue;
  for (const name of path.split('.')) {
    const entry: PropertyDescriptor | undefined =
      typeof group === 'object' && group !== null ? Object.getOwnPropertyDescriptor(group, name) : undefined;
    group = entry?.value;
  }
  return typeof group === 'string' ? group : undefined;
}

function pluralNumberOf(params: MessageParams): number | undefined {
  return [params.count, ...Object.values(params)].find((value) => typeof value === 'number');
}

function once<T>(create: () => T): () => T {
  let created: T | undefined;
  return () => (created ??= create());
}
