import type { ConfigKey, ConfigValue } from '#sdk/contract/config.js';

/** The effective values of the configuration variables, as of at most five seconds ago. */
export interface ConfigReader {
  get<K extends ConfigKey>(key: K): ConfigValue<K>;
}
