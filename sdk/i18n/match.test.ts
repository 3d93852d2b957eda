import { describe, expect, it } from 'vitest';
import { matchFormatLocale, matchLocale, parseAcceptLanguage } from './match.ts';

describe('matchLocale', () => {
  it.each([
    [['de'], 'de'],
    [['PT-br'], 'pt-BR'],
    [['de-CH'], 'de'],
    [['uk'], 'uk-UA'],
    [['pt'], 'pt-BR'],
    [['zh'], 'zh-CN'],
    [['zh-HK'], 'zh-TW'],
    [['zh-Hant'], 'zh-TW'],
    [['sr-Latn'], 'sr-SP'],
    [['xx', 'de-CH', 'en'], 'de'],
    [['not a tag', '*', ''], 'en'],
    [[], 'en'],
  ])('%j gives %s', (wanted, expected) => {
    expect(matchLocale(wanted)).toBe(expected);
  });
});

describe('matchFormatLocale', () => {
  it.each([
    ['en', ['en-GB', 'de'], 'en-GB'],
    ['en', ['en-US', 'en'], 'en'],
    ['en', ['de-CH', 'de'], 'en-CH'],
    ['en', ['fr'], 'en-FR'],
    ['en', ['en', 'de-DE'], 'en-DE'],
    ['en', ['pt-BR'], 'en-001'],
    ['en', ['*'], 'en'],
    ['de', ['de-AT'], 'de-AT'],
    ['zh-TW', ['zh-HK'], 'zh-HK'],
  ] as const)('%s texts for %j have the formats of %s', (locale, wanted, expected) => {
    expect(matchFormatLocale(locale, wanted)).toBe(expected);
  });

  it('keeps the script of the texts', () => {
    expect(matchFormatLocale('zh-TW', ['en-US'])).toMatch(/^zh-Hant/);
  });
});

describe('parseAcceptLanguage', () => {
  it('orders by quality and leaves out what is not wanted', () => {
    expect(parseAcceptLanguage('fr;q=0.5, de-CH, *;q=0.1, en; q=0.8, it;q=0')).toEqual(['de-CH', 'en', 'fr']);
  });

  it('takes an empty header', () => {
    expect(parseAcceptLanguage('')).toEqual([]);
  });
});
