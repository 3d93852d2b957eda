import { fallbackLocale, type LocaleCode, localeCodes, localeOf } from './locales.ts';

/**
 * The language to show: for each wish in order the exact locale, else one of the same base language (of the same
 * script, if there are several), else English.
 *
 * @param wanted language tags, best first: a cookie, `navigator.languages`, the parts of `Accept-Language`
 */
export function matchLocale(wanted: readonly string[]): LocaleCode {
  for (const tag of wanted) {
    const match = findExact(tag) ?? findByBase(tag);
    if (match) return match;
  }
  return fallbackLocale;
}

/** The language of a page: one that has its texts, else English. */
export function matchPageLocale(wanted: readonly string[]): LocaleCode {
  const locale = matchLocale(wanted);
  return localeOf(locale).messages ? locale : fallbackLocale;
}

/**
 * The tag for numbers and dates beside texts in this language, as people of the reader's region write them: English
 * texts of a browser set to `de-CH` have the formats of `en-CH`.
 *
 * @param wanted the reader's language tags, best first
 */
export function matchFormatLocale(locale: LocaleCode, wanted: readonly string[]): string {
  const tags = wanted.map(parseTag).filter((tag) => tag !== undefined);
  const region = tags.find((tag) => tag.region)?.region ?? tags[0]?.maximize().region;
  if (!region) return locale;
  const inRegion = (code: string) =>
    new Intl.Locale(new Intl.Locale(locale).maximize(), { region: code }).minimize().baseName;
  const tag = inRegion(region);
  // Formats of numbers and of dates exist for the same tags, and those of numbers are there in a fraction of the time.
  const hasFormats = tag === locale || new Intl.NumberFormat(tag).resolvedOptions().locale === tag;
  // `en` alone means the United States: elsewhere the formats of the world fit better.
  return hasFormats ? tag : inRegion('001');
}

/** The tags of an `Accept-Language` header (RFC 9110 §12.5.4), best first. */
export function parseAcceptLanguage(header: string): string[] {
  return header
    .split(',')
    .map((part) => {
      const [tag = '', ...parameters] = part.split(';').map((text) => text.trim());
      const quality = parameters.find((text) => text.startsWith('q='))?.slice(2);
      return { tag, quality: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ tag, quality }) => tag !== '' && tag !== '*' && quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}

function findExact(tag: string): LocaleCode | undefined {
  return localeCodes.find((code) => code.toLowerCase() === tag.toLowerCase());
}

function findByBase(tag: string): LocaleCode | undefined {
  const wish = parseTag(tag);
  if (!wish) return undefined;
  const sameLanguage = localeCodes.filter((code) => code.split('-')[0] === wish.language);
  if (sameLanguage.length < 2) return sameLanguage[0];
  // The script its readers expect: zh-HK is Hant, as zh-TW is.
  const { script } = wish.maximize();
  return sameLanguage.find((code) => parseTag(code)?.maximize().script === script) ?? sameLanguage[0];
}

function parseTag(tag: string): Intl.Locale | undefined {
  try {
    return new Intl.Locale(tag);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
