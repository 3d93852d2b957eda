import { describe, expect, it } from 'vitest';
import { matchLocale, parseAcceptLanguage } from './match.ts';

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

describe('parseAcceptLanguage', () => {
  it('orders by quality and leaves out what is not wanted', () => {
    expect(parseAcceptLanguage('fr;q=0.5, de-CH, *;q=0.1, en; q=0.8, it;q=0')).toEqual(['de-CH', 'en', 'fr']);
  });

  it('takes an empty header', () => {
    expect(parseAcceptLanguage('')).toEqual([]);
  });
});
