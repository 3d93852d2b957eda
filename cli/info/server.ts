import type { Creator, ShareRules } from '#sdk/contract/config/policies.js';
import { resolveExpiration } from '#sdk/contract/formats/expiration.js';
import type { Client, Context } from '../context.ts';
import { connect } from '../server/connect.ts';
import { readCallersRules, unlessKeyLacksScope } from '../server/share-rules.ts';

/** A server and what it accepts from the one who asks; null: no limit. */
export interface ServerInfo {
  kind: 'server';
  server: string;
  name: string;
  version: string;
  /** Who is signed in; null: nobody. */
  username: string | null;
  /** Whom the limits are for. */
  limitsFor: Creator;
  /** Bytes. */
  maxShareSize: number | null;
  maxFiles: number;
  maxExpirationHours: number | null;
  /** Each share must have a password. */
  needsPassword: boolean;
  /** As the API takes it: `7-days`. At most `maxExpirationHours`. */
  defaultExpiration: string;
  /** Bytes of all shares of the caller; null for guests, too. */
  userQuota: number | null;
  /** Anyone can create an account. */
  allowsRegistration: boolean;
  /** Anyone can create shares. */
  allowsAnonymousShares: boolean;
}

/** Asks the server of the command, which tells this to anyone. */
export async function readServerInfo(context: Context): Promise<ServerInfo> {
  const { client, server } = await connect(context);
  const [{ version }, { user, creator, rules, config }] = await Promise.all([
    client.system.health(),
    readCallersRules(client),
  ]);
  return {
    kind: 'server',
    server,
    name: config('general.appName'),
    version,
    username: user?.username ?? null,
    limitsFor: creator,
    maxShareSize: rules.maxSize || null,
    maxFiles: rules.maxFiles,
    maxExpirationHours: rules.maxHours || null,
    needsPassword: rules.needsPassword,
    defaultExpiration: usualExpiration(rules, new Date()),
    userQuota: user ? await readQuota(client, config('share.userQuota')) : null,
    allowsRegistration: config('share.allowRegistration'),
    allowsAnonymousShares: config('share.allowUnauthenticatedShares'),
  };
}

/** The server shortens the default to the limit. */
function usualExpiration({ defaultExpiration, maxHours }: ShareRules, now: Date): string {
  const end = resolveExpiration(defaultExpiration, now)?.getTime() ?? Number.POSITIVE_INFINITY;
  const isAllowed = maxHours === 0 || end <= now.getTime() + maxHours * 3_600_000;
  return isAllowed ? defaultExpiration : `${maxHours}-hours`;
}

/** An account can have a quota of its own. */
async function readQuota(client: Client, ofInstance: number): Promise<number | null> {
  const usage = await unlessKeyLacksScope(client.users.myUsage());
  return usage ? usage.quota : ofInstance || null;
}
