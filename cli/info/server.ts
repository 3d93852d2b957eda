import type { Context } from '../context.ts';
import { connect } from '../server/connect.ts';
import { readCallersRules } from '../server/share-rules.ts';

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
  const [{ version }, { rules, config }] = await Promise.all([
    client.system.health(),
    readCallersRules(client),
  ]);
  return {
    kind: 'server',
    server,
    name: config('general.appName'),
    version,
    maxShareSize: rules.maxSize || null,
    maxFiles: rules.maxFiles,
    maxExpirationHours: rules.maxHours || null,
    needsPassword: rules.needsPassword,
    defaultExpiration: rules.defaultExpiration,
    userQuota: config('share.userQuota') || null,
    allowsRegistration: config('share.allowRegistration'),
    allowsAnonymousShares: config('share.allowUnauthenticatedShares'),
  };
}
