import {
  type ConfigKey,
  type ConfigValue,
  configEnvName,
  configKeys,
  configRegistry,
  readConfigValue,
} from '#sdk/contract/config.js';
import type { VariableState } from './present.ts';
import type { ConfigReader } from './reader.ts';
import type { Texts } from './stored-texts.ts';

/** The effective values as they were last read. */
export interface ConfigValues extends ConfigReader {
  /** Returns the name of the environment variable that locks a variable, or null. */
  lockedBy(key: ConfigKey): string | null;
  /** Returns the text that applies when nothing is set. */
  fallbackOf(key: ConfigKey): string;
  stateOf(key: ConfigKey): VariableState;
  setDefault<K extends ConfigKey>(key: K, value: ConfigValue<K>): void;
  /** Returns stored texts, with those that the server's environment locks in place of the stored ones. */
  withLocks(stored: ReadonlyMap<string, string>): ReadonlyMap<string, string>;
  /** Takes over what was read, and returns the variables whose text has changed. */
  replace(texts: Texts, locks: ReadonlyMap<string, string>): ConfigKey[];
}

/** @param locked the texts that the environment of this process sets and locks */
export function createConfigValues(locked: Texts): ConfigValues {
  const defaults = new Map<ConfigKey, number | boolean | string>();
  let texts = locked;
  /** The texts that the server's environment locks: a command on its machine may have a different environment. */
  let lockedAtServer: ReadonlyMap<string, string> = new Map();

  const lockedBy = (key: ConfigKey) =>
    locked.has(key) || lockedAtServer.has(key) ? configEnvName(key) : null;

  const fallbackOf = (key: ConfigKey) => String(defaults.get(key) ?? configRegistry[key].default);

  return {
    lockedBy,
    fallbackOf,

    get<K extends ConfigKey>(key: K): ConfigValue<K> {
      const text = texts.get(key);
      const fallback = defaults.get(key);
      // `setDefault` accepted it with the type of the variable.
      return text === undefined && fallback !== undefined
        ? (fallback as ConfigValue<K>)
        : readConfigValue(key, text);
    },

    stateOf: (key) => ({
      text: texts.get(key) ?? null,
      fallback: fallbackOf(key),
      lockedBy: lockedBy(key),
    }),

    setDefault: (key, value) => void defaults.set(key, value),
    withLocks: (stored) => new Map([...stored, ...lockedAtServer]),

    replace(next, locks) {
      const changed = configKeys.filter((key) => next.get(key) !== texts.get(key));
      texts = next;
      lockedAtServer = locks;
      return changed;
    },
  };
}
