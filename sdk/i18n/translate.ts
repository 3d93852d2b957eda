import { createInstance } from 'i18next';
import type en from './locales/en.json';
import { fallbackLocale, type LocaleCode } from './locales.ts';

/** The English catalogue, which has every text. */
export type EnglishCatalogue = typeof en;

type Partially<T> = { readonly [K in keyof T]?: T[K] extends string ? string : Partially<T[K]> };

/** The texts of one language; what is missing is shown in English. */
export type Catalogue = Partially<EnglishCatalogue>;

/** The texts of the languages that are loaded. `en` must be one of them. */
export type Catalogues = { readonly [C in LocaleCode]?: Catalogue } & { readonly en: EnglishCatalogue };

/** Some of the texts of the languages that are loaded. */
export type PartialCatalogues = { readonly [C in LocaleCode]?: Catalogue };

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
  /** Adds texts of its language and of English to those it has. */
  add(catalogues: PartialCatalogues): void;
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
  const i18n = createInstance();
  // Without `initAsync: false` and with resources at hand the result is there when the call returns.
  void i18n.init({
    lng: locale,
    fallbackLng: fallbackLocale,
    load: 'currentOnly',
    initAsync: false,
    resources: toResources(catalogues),
    nsSeparator: false,
    returnNull: false,
    interpolation: {
      prefix: '{',
      suffix: '}',
      // React escapes values itself; terminals and plain-text emails need no escaping.
      escapeValue: false,
    },
  });
  return {
    locale,
    formatLocale,
    // Nesting would let a value such as a file name pull in other texts.
    t: (key, params) =>
      i18n.t(key, {
        ...params,
        count: pluralNumberOf(params),
        replace: formatNumbers(formatLocale, params),
        nest: false,
      }),
    has: (key): key is MessageKey => i18n.exists(key) || i18n.exists(key, { count: 2 }),
    add: (more) => {
      for (const [code, catalogue] of Object.entries(more)) {
        i18n.addResourceBundle(code, 'translation', catalogue, true, true);
      }
    },
  };
}

function toResources(catalogues: PartialCatalogues): Record<string, { translation: Catalogue }> {
  const loaded = Object.entries(catalogues).filter(([, catalogue]) => catalogue !== undefined);
  return Object.fromEntries(loaded.map(([code, translation]) => [code, { translation }]));
}

function pluralNumberOf(params: MessageParams = {}): number | undefined {
  return [params.count, ...Object.values(params)].find((value) => typeof value === 'number');
}

function formatNumbers(locale: string, params: MessageParams = {}): Record<string, string> {
  const format = new Intl.NumberFormat(locale);
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [
      name,
      typeof value === 'number' ? format.format(value) : value,
    ]),
  );
}
