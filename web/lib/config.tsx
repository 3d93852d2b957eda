import { queryOptions } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import type { ConfigVariable } from '#sdk/contract/config/api.js';
import { type Creator, creatorOf, type ShareRules, shareRulesFor } from '#sdk/contract/config/policies.js';
import { isPublicConfigKey, type PublicConfigKey, readPublicValue } from '#sdk/contract/config/public.js';
import type { ConfigValue } from '#sdk/contract/config.js';
import { client } from './sdk.ts';
import { useCurrentUser } from './session.tsx';

/** Effective values of the instance's public configuration. */
export type Config = <K extends PublicConfigKey>(key: K) => ConfigValue<K>;

export function configFrom(variables: readonly ConfigVariable[]): Config {
  const values = new Map<PublicConfigKey, string | null>();
  // The server has its own default for the public address: the address on which it listens.
  for (const { key, value, defaultValue } of variables) {
    if (isPublicConfigKey(key)) values.set(key, value ?? (defaultValue || null));
  }
  return (key) => readPublicValue(key, values.get(key));
}

/** All defaults: the configuration until the server has responded. */
export const defaultConfig: Config = configFrom([]);

export const ConfigContext = createContext<Config>(defaultConfig);

export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: () => client.configs.list(),
  // A visitor who returns to a tab sees what has changed.
  staleTime: 60_000,
});

export function useConfig(): Config {
  return useContext(ConfigContext);
}

/** What the instance allows for shares of the person at the page, or of another kind of creator. */
export function useShareRules(creator?: Creator): ShareRules {
  const config = useConfig();
  const own = creatorOf(useCurrentUser());
  return shareRulesFor(creator ?? own, config);
}
