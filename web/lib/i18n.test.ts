import { afterEach, expect, it, vi } from 'vitest';
import { formatDate, formatNumber } from '#sdk/i18n/format.js';
import { chooseLocale } from './i18n.tsx';
import { loadTranslator } from './texts.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  [['en-US', 'de'], 'Nov 21, 2025', '1,234.5'],
  [['en-GB', 'de'], '21 Nov 2025', '1,234.5'],
  [['hu-DE'], '21 Nov 2025', '1.234,5'],
  [['xx'], 'Nov 21, 2025', '1,234.5'],
])('has English texts with the formats of the region for %j', async (languages, date, number) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect(chooseLocale()).toBe('en');
  const { formatLocale, t } = await loadTranslator('en');
  expect(formatDate(formatLocale, new Date(2025, 10, 21))).toBe(date);
  expect(formatNumber(formatLocale, 1234.5)).toBe(number);
  expect(t('web.share.fileCount', { count: 1234 })).toBe(`${number.slice(0, 5)} files`);
});
