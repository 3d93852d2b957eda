/** What a visitor chose about the page. Cookies tell the server, so that the next page comes right at once. */

export const colorSchemeChoices = ['light', 'dark', 'system'] as const;
export type ColorSchemeChoice = (typeof colorSchemeChoices)[number];

const oneYearInSeconds = 31_536_000;

const names = {
  language: { cookie: 'language', storage: 'locale' },
  colorScheme: { cookie: 'color_scheme', storage: 'colorScheme' },
} as const;

export function readLanguage(): string | undefined {
  return readCookie(names.language.cookie);
}

export function saveLanguage(code: string): void {
  writeCookie(names.language.cookie, code);
  writeStorage(names.language.storage, code);
}

export function readColorScheme(): ColorSchemeChoice {
  const stored = readStorage(names.colorScheme.storage) ?? readCookie(names.colorScheme.cookie);
  return colorSchemeChoices.find((choice) => choice === stored) ?? 'system';
}

export function saveColorScheme(choice: ColorSchemeChoice): void {
  writeCookie(names.colorScheme.cookie, choice);
  writeStorage(names.colorScheme.storage, choice);
}

/** Calls back when another tab changes the colour scheme. */
export function watchColorScheme(onChange: (choice: ColorSchemeChoice) => void): () => void {
  const handleStorage = (event: StorageEvent) => {
    if (event.key === names.colorScheme.storage) onChange(readColorScheme());
  };
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}

function readCookie(name: string): string | undefined {
  const pair = document.cookie.split('; ').find((part) => part.startsWith(`${name}=`));
  return pair === undefined ? undefined : decodeURIComponent(pair.slice(name.length + 1));
}

function writeCookie(name: string, value: string): void {
  const secure = window.location.protocol === 'https:' ? '; secure' : '';
  // The Cookie Store API is not available on plain http
  document.cookie = `${name}=${encodeURIComponent(value)}; path=/; max-age=${oneYearInSeconds}; samesite=lax${secure}`;
}

// Storage throws where a visitor's browser forbids it; a preference is not worth an error page.
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
    // The cookie still holds the choice.
  }
}
