import { findConfigProblem } from '#sdk/contract/config/problems.js';
import {
  type ConfigKey,
  type ConfigRow,
  configKeys,
  configRegistry,
  isSecret,
} from '#sdk/contract/config.js';
import type { Seal } from '../../crypto/seal.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import type { Logger } from '../../logger.ts';
import { findLacking } from './requirements.ts';

interface Deps {
  /** The texts that the environment sets; they take precedence over stored ones. */
  locked: ReadonlyMap<ConfigKey, string>;
  /** The known languages. */
  locales: readonly string[];
  /** Without it secrets cannot be opened and have their default values. */
  seal: Seal | null;
  logger: Logger;
}

export type Texts = ReadonlyMap<ConfigKey, string>;

/** Converts between the texts of the variables and the rows of the database, which may be older than this program. */
export interface StoredTexts {
  /**
   * Returns the effective texts: without those that are no longer valid, and without variables that are on but lack a
   * required one.
   */
  read(stored: ReadonlyMap<string, string>): Texts;
  /** Returns the variables that are stored as on, but are off because one of these is missing. */
  findHeldOff(stored: ReadonlyMap<string, string>, requirements: readonly ConfigKey[]): ConfigKey[];
  /** Returns the stored form of a text: that of a secret is sealed. */
  toStored(key: ConfigKey, text: string): string;
}

export function createStoredTexts({ locked, locales, seal, logger }: Deps): StoredTexts {
  const complaints = new Set<ConfigKey>();

  /** Warns once, not at every read. */
  function complain(key: ConfigKey, problem: string): void {
    if (complaints.has(key)) return;
    complaints.add(key);
    logger.warn({ key }, problem);
  }

  function readEntry(key: ConfigKey, stored: string | undefined): [ConfigKey, string][] {
    const text = locked.get(key) ?? (stored === undefined ? undefined : open(key, stored));
    if (text === undefined) return [];
    if (!findConfigProblem(key, text, locales)) return [[key, text]];
    // Another version had wider limits.
    complain(key, 'a stored configuration value is no longer valid; using the default');
    return [];
  }

  function open(key: ConfigKey, stored: string): string | undefined {
    if (!isSecret(configRegistry[key])) return stored;
    try {
      return seal?.open(stored, sealPurposes.config(key));
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      complain(
        key,
        `stored secret cannot be opened (${reason}): start with the right secret key or set it again`,
      );
      return undefined;
    }
  }

  /**
   * Turns off variables that were turned on while a required one was emptied by the environment or by an older version,
   * and then the variables that require them.
   */
  function dropIncomplete(texts: Map<ConfigKey, string>): void {
    const textOf = (key: ConfigKey) => texts.get(key) ?? String(configRegistry[key].default);
    const found = configKeys.map((on) => ({ on, lacking: findLacking(on, textOf) }));
    const first = found.find(({ lacking }) => lacking.length > 0);
    if (!first) return;
    complain(first.on, `is on but lacks ${first.lacking.join(', ')}: it stays off`);
    texts.delete(first.on);
    dropIncomplete(texts);
  }

  const readAll = (stored: ReadonlyMap<string, string>) =>
    new Map(configKeys.flatMap((key) => readEntry(key, stored.get(key))));

  function read(stored: ReadonlyMap<string, string>): Texts {
    const texts = readAll(stored);
    dropIncomplete(texts);
    return texts;
  }

  return {
    read,

    findHeldOff(stored, requirements) {
      const texts = read(stored);
      return [...readAll(stored).keys()].filter((key) => {
        const { requires = [] }: ConfigRow = configRegistry[key];
        return !texts.has(key) && !locked.has(key) && requirements.some((name) => requires.includes(name));
      });
    },

    toStored(key, text) {
      if (!isSecret(configRegistry[key])) return text;
      if (!seal) throw new Error('secrets cannot be stored without the secret key');
      return seal.seal(text, sealPurposes.config(key));
    },
  };
}
