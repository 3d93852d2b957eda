import { type Creator, creatorOf, type ShareRules, shareRulesFor } from '#sdk/contract/config/policies.js';
import { type ConfigKey, type ConfigValue, readConfigValue } from '#sdk/contract/config.js';
import { AppError } from '#sdk/contract/errors.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import type { Client } from '../context.ts';

type ReadConfig = <K extends ConfigKey>(key: K) => ConfigValue<K>;

/** Reads the configuration that the server tells everyone. What a server of an older version lacks has its default. */
export async function readConfig(client: Client): Promise<ReadConfig> {
  const variables = new Map((await client.configs.list()).map((variable) => [variable.key, variable]));
  return (key) => readConfigValue(key, variables.get(key)?.value ?? variables.get(key)?.defaultValue);
}

/** Who the caller is, and what the server allows for the shares that they create. */
export interface CallersRules {
  user: CurrentUser | null;
  creator: Creator;
  rules: ShareRules;
  config: ReadConfig;
}

export async function readCallersRules(client: Client): Promise<CallersRules> {
  const [config, user] = await Promise.all([readConfig(client), client.users.me()]);
  const creator = creatorOf(user);
  return { user, creator, rules: shareRulesFor(creator, config), config };
}

/** Null for an answer that the key of the caller may not see: one that can only upload sees few of the limits. */
export async function unlessKeyLacksScope<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_scope') return null;
    throw error;
  }
}
