import type { ConfigKey, ConfigValue } from '#sdk/contract/config.js';

/** Reads the effective values of the configuration variables, at most five seconds old. */
export interface ConfigReader {
  get<K extends ConfigKey>(key: K): ConfigValue<K>;
}
