import { type ConfigKey, configKeysOf } from '#sdk/contract/config.js';

/** Prefixes of variables that belong together, by category: each group has its own heading. */
const groups = {
  email: ['shareRecipients', 'reverseShare', 'resetPassword', 'invite'],
  oauth: ['github', 'google', 'microsoft', 'discord', 'oidc'],
  legal: ['imprint', 'privacyPolicy'],
  policies: ['guest', 'user', 'admin'],
} as const;

type GroupTable = typeof groups;
type GroupKey = { [C in keyof GroupTable]: `${C}.${GroupTable[C][number]}` }[keyof GroupTable];

export interface ConfigSection {
  /** Category and group; null for the variables of the category itself. */
  group: GroupKey | null;
  keys: readonly ConfigKey[];
}

const configGroups: readonly GroupKey[] = [
  ...groups.email.map((name) => `email.${name}` as const),
  ...groups.oauth.map((name) => `oauth.${name}` as const),
  ...groups.legal.map((name) => `legal.${name}` as const),
  ...groups.policies.map((name) => `policies.${name}` as const),
];

/** The variables of a category under their headings, in the order of the registry. */
export function sectionsOf(category: string): ConfigSection[] {
  const keys = configKeysOf(category);
  const grouped = configGroups
    .map((group) => ({ group, keys: keys.filter((key) => key.startsWith(group)) }))
    .filter((section) => section.keys.length > 0);
  const own = keys.filter((key) => !grouped.some((section) => section.keys.includes(key)));
  return [...(own.length > 0 ? [{ group: null, keys: own }] : []), ...grouped];
}
