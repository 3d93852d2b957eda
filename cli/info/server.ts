import type { ConfigVariable } from '#sdk/contract/config/api.js';
import type { ConfigKey } from '#sdk/contract/config.js';
import type { Context } from '../context.ts';
import { connect } from '../server/connect.ts';

/** A server and what it accepts; null: no limit. */
export interface ServerInfo {
  kind: 'server';
  server: string;
  name: string;
  version: string;
  /** Bytes. */
  maxShareSize: number | null;
  maxFiles: number;
  maxExpirationHours: number | null;
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
  const [{ version }, variables] = await Promise.all([client.system.health(), client.configs.list()]);
  const text = (key: ConfigKey) => textOf(variables, key);
  const limit = (key: ConfigKey) => Number(text(key)) || null;
  return {
    kind: 'server',
    server,
    name: text('general.appName'),
    version,
    maxShareSize: limit('share.maxSize'),
    maxFiles: Number(text('share.maxFiles')),
    maxExpirationHours: limit('share.maxExpiration'),
    defaultExpiration: text('share.defaultExpiration'),
    userQuota: limit('share.userQuota'),
    allowsRegistration: text('share.allowRegistration') === 'true',
    allowsAnonymousShares: text('share.allowUnauthenticatedShares') === 'true',
  };
}

function textOf(variables: readonly ConfigVariable[], key: ConfigKey): string {
  const variable = variables.find((candidate) => candidate.key === key);
  if (!variable) throw new Error(`the server does not tell ${key}`);
  return variable.value ?? variable.defaultValue;
}
