import { afterEach, expect, it, vi } from 'vitest';
import {
  readColorScheme,
  readLanguage,
  renewPreferences,
  saveColorScheme,
  saveLanguage,
} from './preferences.ts';

/** What the page hands to the browser; the browser of the tests shows no more than name and value. */
const written = () => vi.spyOn(document, 'cookie', 'set');

afterEach(() => {
  vi.restoreAllMocks();
  saveLanguage('system');
  document.cookie = 'color_scheme=; max-age=0; path=/';
  localStorage.clear();
});

it('follows browser and system while nothing is chosen, and writes no cookie', () => {
  const cookie = written();
  renewPreferences();
  expect([readLanguage(), readColorScheme()]).toEqual(['system', 'system']);
  expect(cookie).not.toHaveBeenCalled();
});

it('keeps a choice for a year, for this site only, in the browser and for the server', () => {
  const cookie = written();
  saveLanguage('de');
  saveColorScheme('dark');
  expect(cookie.mock.calls.flat()).toEqual([
    'language=de; path=/; max-age=31536000; samesite=lax',
    'color_scheme=dark; path=/; max-age=31536000; samesite=lax',
  ]);
  expect([localStorage.getItem('locale'), localStorage.getItem('colorScheme')]).toEqual(['de', 'dark']);
  expect([readLanguage(), readColorScheme()]).toEqual(['de', 'dark']);
});

it('takes the cookie of the language away when the browser decides again', () => {
  saveLanguage('de');
  saveLanguage('system');
  expect(document.cookie).not.toContain('language=de');
  expect(localStorage.getItem('locale')).toBe('system');
  expect(readLanguage()).toBe('system');
});

it('goes by the scheme that the server was given when the browser kept none', () => {
  document.cookie = 'color_scheme=dark; path=/';
  expect(readColorScheme()).toBe('dark');
  localStorage.setItem('colorScheme', 'light');
  expect(readColorScheme()).toBe('light');
});

it('renews the cookies of what was chosen', () => {
  localStorage.setItem('colorScheme', 'dark');
  localStorage.setItem('locale', 'fr');
  renewPreferences();
  expect(document.cookie).toContain('language=fr');
  expect(document.cookie).toContain('color_scheme=dark');
});

it.each(['language=%E0%A4%A', 'language=klingon', 'color_scheme=pink'])('does not mind %s', (cookie) => {
  document.cookie = `${cookie}; path=/`;
  expect([readLanguage(), readColorScheme()]).toEqual(['system', 'system']);
  document.cookie = `${cookie}; path=/; max-age=0`;
});
