import { isLocaleCode, type LocaleCode } from '#sdk/i18n/locales.js';

/** The visitor's preferences. The server reads them from cookies, so that the next page is right from the start. */

export const colorSchemeChoices = ['light', 'dark', 'system'] as const;
export type ColorSchemeChoice = (typeof colorSchemeChoices)[number];

const oneYearInSeconds = 31_536_000;

const names = {
  language: { cookie: 'language', storage: 'locale' },
  colorScheme: { cookie: 'color_scheme', storage: 'colorScheme' },
} as const;

/** A language, or the one that the browser requests. */
export type LanguageChoice = LocaleCode | 'system';

export function languageChoiceOf(text: string | null | undefined): LanguageChoice {
  return isLocaleCode(text) ? text : 'system';
}

export function readLanguage(): LanguageChoice {
  const known = [readCookie(names.language.cookie), readStorage(names.language.storage)];
  return languageChoiceOf(known.find(isLocaleCode));
}

export function saveLanguage(choice: LanguageChoice): void {
  // Without the cookie, the server uses the browser's languages.
  writeCookie(names.language.cookie, choice === 'system' ? null : choice);
  writeStorage(names.language.storage, choice);
}

/** Unless something is chosen here, the choice known to the server applies: it has rendered the page that way. */
export function readColorScheme(): ColorSchemeChoice {
  const known = [readStorage(names.colorScheme.storage), readCookie(names.colorScheme.cookie)];
  return known.find(isFixedScheme) ?? 'system';
}

export function saveColorScheme(choice: ColorSchemeChoice): void {
  writeCookie(names.colorScheme.cookie, choice);
  writeStorage(names.colorScheme.storage, choice);
}

/** Browsers drop cookies after a year, and those that guard privacy much sooner: every visit keeps what was chosen. */
export function renewPreferences(): void {
  const language = readLanguage();
  if (language !== 'system') saveLanguage(language);
  const colorScheme = readColorScheme();
  if (colorScheme !== 'system') saveColorScheme(colorScheme);
}

/** Calls back when another tab changes the colour scheme. */
export function watchColorScheme(onChange: (choice: ColorSchemeChoice) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === names.colorScheme.storage) onChange(readColorScheme());
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

function isFixedScheme(value: string | null): value is 'light' | 'dark' {
  return value === 'light' || value === 'dark';
}

function readCookie(name: string): string | null {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair?.slice(name.length + 1) ?? null;
}

/** The values are plain words. Null removes the cookie. */
function writeCookie(name: string, value: string | null): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  const maxAge = value === null ? 0 : oneYearInSeconds;
  // The Cookie Store API is not available on plain http
  document.cookie = `${name}=${value ?? ''}; path=/; max-age=${maxAge}; samesite=lax${secure}`;
}

// Storage throws if a visitor's browser forbids it; a preference does not justify an error page.
function readStorage(key: string): string | null {
  try {
    return window.localStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeStorage(key: string, value: string): void {
  try {
    window.localStorage.setItem(key, value);
  } catch {
    // The cookie still contains the choice.
  }
}
