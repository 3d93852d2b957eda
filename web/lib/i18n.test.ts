import { afterEach, expect, it, vi } from 'vitest';
import { chooseLocale } from './i18n.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

it.each([
  [['en-GB', 'de'], 'en'],
  [['de-CH', 'de'], 'en'],
  [['xx'], 'en'],
])('has texts and formats of one language for %j', (languages, locale) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect(chooseLocale()).toBe(locale);
});
