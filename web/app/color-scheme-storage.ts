import {
  colorSchemeChoices,
  readColorScheme,
  saveColorScheme,
  watchColorScheme,
} from '../lib/preferences.ts';

export const modeStorageKey = 'colorScheme';

/**
 * Keeps the theme's mode in our preference. The theme asks for two more keys, the names of its light and dark scheme,
 * which never change here.
 */
export function colorSchemeStorage({ key }: { key: string }) {
  const isMode = key === modeStorageKey;
  return {
    get: (defaultValue: string) => (isMode ? readColorScheme() : defaultValue),
    set: (value: string) => {
      const choice = colorSchemeChoices.find((candidate) => candidate === value);
      if (isMode && choice) saveColorScheme(choice);
    },
    subscribe: (onChange: (value: string) => void) => (isMode ? watchColorScheme(onChange) : () => {}),
  };
}
