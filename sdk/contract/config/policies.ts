import type { ConfigKey, ConfigValue } from '../config.ts';
import type { PublicConfigKey } from './public.ts';
import type { ConfigRow } from './rows.ts';

const publicly = { visibility: 'public' } as const;
const limit = { type: 'number', default: 0, min: 0, ...publicly } as const;
const off = { type: 'boolean', default: false, ...publicly } as const;
const on = { type: 'boolean', default: true, ...publicly } as const;

/** What is allowed to whom: guests have no account; users have one; administrators are users too, unless they have a row. */
export const policyRows = {
  'policies.guestPassword': off,
  'policies.userPassword': off,
  'policies.guestMaxExpiration': { ...limit, max: 876_000, unit: 'hours' },
  'policies.guestDefaultExpiration': {
    type: 'string',
    default: '',
    minLength: 0,
    maxLength: 40,
    format: 'expiration',
    ...publicly,
  },
  'policies.adminAnyExpiration': off,
  'policies.guestMaxSize': { ...limit, max: Number.MAX_SAFE_INTEGER, unit: 'bytes' },
  'policies.guestMaxFiles': { ...limit, max: 1_000_000 },
  'policies.userReverseShares': on,
  'policies.adminReverseShares': on,
  'policies.userTotp': { ...off, visibility: 'admin' },
  'policies.adminTotp': { ...off, visibility: 'admin' },
  'policies.instanceQuota': { ...limit, max: Number.MAX_SAFE_INTEGER, unit: 'bytes', visibility: 'admin' },
} as const satisfies Record<string, ConfigRow>;

/** Who creates a share: somebody without an account, a user, or an administrator. */
export type Creator = 'guest' | 'user' | 'admin';

/** What the instance allows for the shares of a creator. */
export interface ShareRules {
  /** Longest time until a share expires, in hours; 0: no limit. */
  maxHours: number;
  /** The expiry of a share that is created without one: `7-days`. May be longer than `maxHours`. */
  defaultExpiration: string;
  /** Bytes of all files of a share; 0: no limit. */
  maxSize: number;
  maxFiles: number;
  /** A share must have a password. */
  needsPassword: boolean;
}

type ReadConfig = <K extends PublicConfigKey>(key: K) => ConfigValue<K>;

/** An account. With a key that allows less, `isOfAdmin` says whether it is one of an administrator. */
interface Account {
  isAdmin: boolean;
  isOfAdmin?: boolean;
}

const isAdministrators = ({ isAdmin, isOfAdmin = isAdmin }: Account) => isOfAdmin;

export function creatorOf(user: Account | null): Creator {
  if (!user) return 'guest';
  return isAdministrators(user) ? 'admin' : 'user';
}

/** Derives the rules for new shares from the configuration: the server enforces them, clients show them. */
export function shareRulesFor(creator: Creator, config: ReadConfig): ShareRules {
  const rules = {
    maxHours: config('share.maxExpiration'),
    defaultExpiration: config('share.defaultExpiration'),
    maxSize: config('share.maxSize'),
    maxFiles: config('share.maxFiles'),
    needsPassword: config('policies.userPassword'),
  };
  if (creator === 'user') return rules;
  if (creator === 'admin') return config('policies.adminAnyExpiration') ? { ...rules, maxHours: 0 } : rules;
  return {
    maxHours: smaller(rules.maxHours, config('policies.guestMaxExpiration')),
    defaultExpiration: config('policies.guestDefaultExpiration') || rules.defaultExpiration,
    maxSize: smaller(rules.maxSize, config('policies.guestMaxSize')),
    maxFiles: smaller(rules.maxFiles, config('policies.guestMaxFiles')),
    needsPassword: config('policies.guestPassword'),
  };
}

/** Whether an account of this kind may receive files through reverse shares. */
export function allowsReverseShares(user: Account, config: ReadConfig): boolean {
  return isAdministrators(user)
    ? config('policies.adminReverseShares')
    : config('policies.userReverseShares');
}

/** The properties of an account that decide whether it needs two-factor authentication. */
interface AccountFacts {
  isAdmin: boolean;
  hasPassword: boolean;
}

type ReadAnyConfig = <K extends ConfigKey>(key: K) => ConfigValue<K>;

/** Whether the instance requires two-factor authentication of an account. */
export function requiresTotp(account: AccountFacts, config: ReadAnyConfig): boolean {
  const isRequired = account.isAdmin ? config('policies.adminTotp') : config('policies.userTotp');
  return isRequired && !isLeftToProvider(account, config);
}

/**
 * Whether nobody ever asks an account for a code: its provider alone lets it in, and is trusted with that. The directory
 * is no such provider.
 */
export function isLeftToProvider(
  { hasPassword }: Pick<AccountFacts, 'hasPassword'>,
  config: ReadAnyConfig,
): boolean {
  return !hasPassword && config('oauth.ignoreTotp') && !config('ldap.enabled');
}

/** Of two limits of which 0 means none. */
function smaller(one: number, other: number): number {
  return one === 0 || other === 0 ? one + other : Math.min(one, other);
}
