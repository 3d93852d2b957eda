import type { ConfigVariable } from '#sdk/contract/config/api.js';
import { creatorOf, shareRulesFor } from '#sdk/contract/config/policies.js';
import { type ConfigKey, readConfigValue } from '#sdk/contract/config.js';
import type { Context } from '../context.ts';
import { connect } from '../server/connect.ts';

/** A server and what it accepts from the one who asks; null: no limit. */
export interface ServerInfo {
  kind: 'server';
  server: string;
  name: string;
  version: string;
  /** Bytes. */
  maxShareSize: number | null;
  maxFiles: number;
  maxExpirationHours: number | null;
  /** Each share must have a password. */
  needsPassword: boolean;
  /** As the API takes it: `7-days`. */
  defaultExpiration: string;
  /** Bytes of all shares of one user. */
  userQuota: number | null;
  /** Anyone can create an account. */
  allowsRegistration: boolean;
  /** Anyone can create shares. */
  allowsAnonymousShares: boolean;
}

/** Asks the server of the command, which tells this to anyone. */
export async function readServerInfo(context: Context): Promise<ServerInfo> {
  const { client, server } = await connect(context);
  const [{ version }, variables, user] = await Promise.all([
    client.system.health(),
    client.configs.list(),
    client.users.me(),
  ]);
  const text = (key: ConfigKey) => textOf(variables, key);
  // A server of an older version lacks some of them.
  const rules = shareRulesFor(creatorOf(user), (key) => {
    const variable = variables.find((candidate) => candidate.key === key);
    return readConfigValue(key, variable?.value ?? variable?.defaultValue);
  });
  return {
    kind: 'server',
    server,
    name: text('general.appName'),
    version,
    maxShareSize: rules.maxSize || null,
    maxFiles: rules.maxFiles,
    maxExpirationHours: rules.maxHours || null,
    needsPassword: rules.needsPassword,
    defaultExpiration: rules.defaultExpiration,
    userQuota: Number(text('share.userQuota')) || null,
    allowsRegistration: text('share.allowRegistration') === 'true',
    allowsAnonymousShares: text('share.allowUnauthenticatedShares') === 'true',
  };
}

function textOf(variables: readonly ConfigVariable[], key: ConfigKey): string {
  const variable = variables.find((candidate) => candidate.key === key);
  if (!variable) throw new Error(`the server does not tell ${key}`);
  return variable.value ?? variable.defaultValue;
}
