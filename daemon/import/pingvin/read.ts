import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImportFinding, ImportOptions } from '#sdk/contract/host/imports.js';
import { HostError } from '#sdk/contract/host.js';
import type { Logger } from '../../logger.ts';
import { groupBy } from '../groups.ts';
import { type SourceProviders, toLink } from '../links.ts';
import type { Source, SourceReverseShare, SourceUser } from '../model.ts';
import {
  expiryOf,
  flagOf,
  momentOf,
  numberOf,
  openSourceDatabase,
  type Row,
  type SourceDatabase,
  textOf,
} from '../source-database.ts';
import { openConfiguredBucket } from './bucket.ts';
import { readConfigFile } from './config-file.ts';
import { readLogo } from './logo.ts';
import { readSettings } from './settings.ts';
import { type Places, readShares } from './shares.ts';
import { knownTables, versionOf } from './versions.ts';

type Options = Pick<ImportOptions, 'source' | 'bucket' | 's3Endpoint' | 'config' | 'images'>;

const databaseName = 'pingvin-share.db';

/**
 * Reads an instance of Pingvin Share 0.23 to 1.13, or of its successor Pingvin Share X.
 *
 * @throws HostError `import_source_missing`, `import_source_unknown`
 */
export async function readPingvin(options: Options, logger: Logger): Promise<Source> {
  const isFile = (await stat(options.source).catch(() => null))?.isFile() ?? false;
  const file = isFile ? options.source : join(options.source, databaseName);
  const database = await openSourceDatabase(file);
  try {
    const needed = ['User', 'Share', 'File', 'ReverseShare', 'ShareSecurity'];
    if (needed.some((table) => !database.tables.has(table)))
      throw new HostError('import_source_unknown', { folder: file });
    return await read(database, { ...options, folder: dirname(file), logger });
  } finally {
    await database.close();
  }
}

async function read(
  database: SourceDatabase,
  options: Options & { folder: string; logger: Logger },
): Promise<Source> {
  const tables = new Map<string, Row[]>();
  for (const name of knownTables) tables.set(name, await database.rows(name));
  const rowsOf = (name: string) => tables.get(name) ?? [];
  const configFile = await readConfig(options.config);
  const config = readSettings(rowsOf('Config'), configFile);
  const logo = await readLogo(options.images);
  const textAt = (key: string) => configFile.get(key) ?? findText(rowsOf('Config'), key);
  const received = countBy(rowsOf('Share'), 'reverseShareId');
  const reverseShares = rowsOf('ReverseShare').map((row) => toReverseShare(row, received));
  const people = readUsers(rowsOf, {
    microsoft: {
      clientId: textAt('oauth.microsoft-clientId') || null,
      tenant: textAt('oauth.microsoft-tenant') || null,
    },
    oidcIssuer: textAt('oauth.oidc-discoveryUri') || null,
  });
  const places = await findPlaces(rowsOf, textAt, options);
  const shares = readShares(rowsOf, {
    reverseShares: new Map(reverseShares.map((one) => [one.oldId, one])),
    places,
  });
  const migrations = rowsOf('_prisma_migrations').filter((row) => row['finished_at'] !== null);
  return {
    id: `pingvin ${identityOf(migrations, rowsOf('User'))}`,
    version: versionOf(migrations.map((row) => textOf(row['migration_name']) ?? '')),
    users: people.users,
    reverseShares,
    shares: shares.shares,
    settings: [...config.settings, ...logo.settings],
    left: { shares: shares.left, files: shares.filesLeft, settings: config.left + logo.findings.length },
    findings: [
      ...unknownTables(database),
      ...people.findings,
      ...shares.findings,
      ...config.findings,
      ...logo.findings,
    ],
    close: () => places.bucket?.close(),
  };
}

async function findPlaces(
  rowsOf: RowsOf,
  textAt: (key: string) => string | null,
  { folder, bucket: copy, s3Endpoint: endpoint, logger }: Options & { folder: string; logger: Logger },
): Promise<Places> {
  const hasShares = rowsOf('Share').some((row) => row['storageProvider'] === 'S3');
  const bucket =
    copy === undefined ? await openConfiguredBucket({ textAt, hasShares, endpoint }, logger) : null;
  return { folder, copy, bucket, bucketPath: textAt('s3.bucketPath') };
}

async function readConfig(file: string | undefined): Promise<Map<string, string>> {
  if (file === undefined) return new Map();
  const content = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new HostError('import_source_missing', { folder: file }, { cause: error });
  });
  return readConfigFile(content);
}

const findText = (rows: readonly Row[], key: string) =>
  textOf(rows.find((row) => `${row['category']}.${row['name']}` === key)?.['value']);

/** The id of the first migration was made when the database was. */
function identityOf(migrations: readonly Row[], users: readonly Row[]): string {
  return textOf(migrations[0]?.['id']) ?? textOf(users[0]?.['id']) ?? 'unknown';
}

function unknownTables({ tables }: SourceDatabase): ImportFinding[] {
  const known = new Set<string>(knownTables);
  return [...tables]
    .filter((name) => !known.has(name) && !name.startsWith('sqlite_'))
    .map((name) => ({ code: 'table_unknown', name }));
}

function countBy(rows: readonly Row[], column: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const value = textOf(row[column]);
    if (value !== null) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return counts;
}

type RowsOf = (table: string) => Row[];

function readUsers(
  rowsOf: RowsOf,
  providers: SourceProviders,
): { users: SourceUser[]; findings: ImportFinding[] } {
  const links = groupBy(rowsOf('OAuthUser'), 'userId');
  const findings: ImportFinding[] = [];
  const users = rowsOf('User').map((row) => {
    const own = (links.get(textOf(row['id']) ?? '') ?? []).map((link) => ({
      provider: textOf(link['provider']),
      subject: textOf(link['providerUserId']),
      name: textOf(link['providerUsername']),
    }));
    const user = { ...toUser(row), links: own.flatMap((link) => toLink(link, providers) ?? []) };
    for (const link of own.filter((each) => !toLink(each, providers)))
      findings.push({ code: 'user_links_left', name: user.username, detail: link.provider ?? '' });
    if (numberOf(row['shareSizeLimit']) !== null)
      findings.push({ code: 'user_share_limit_left', name: user.username });
    if (isRestricted(row)) findings.push({ code: 'user_permissions_left', name: user.username });
    return user;
  });
  return { users, findings };
}

/** Whether an account may share less than others. */
function isRestricted(row: Row): boolean {
  const mayShare = flagOf(row['allowShare'], true) && flagOf(row['allowCreateReverseShares'], true);
  return !mayShare || Boolean(numberOf(row['maxShares']) || numberOf(row['maxReverseShares']));
}

function toUser(row: Row): Omit<SourceUser, 'links'> {
  // The password of an account of a directory is a random text that nobody knows.
  const isOfDirectory = textOf(row['ldapDN']) !== null;
  return {
    oldId: textOf(row['id']) ?? '',
    username: textOf(row['username']) ?? '',
    email: textOf(row['email']) ?? '',
    passwordHash: isOfDirectory ? null : textOf(row['password']),
    isAdmin: flagOf(row['isAdmin']),
    isDisabled: !flagOf(row['isActivated'], true),
    isOfDirectory,
    totpSecret: flagOf(row['totpVerified']) ? textOf(row['totpSecret']) : null,
    recoveryCodes: [],
    quota: numberOf(row['storageQuotaLimit']),
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
  };
}

function toReverseShare(row: Row, received: ReadonlyMap<string, number>): SourceReverseShare {
  const oldId = textOf(row['id']) ?? '';
  const expiry = expiryOf(row['shareExpiration']);
  const used = received.get(oldId) ?? 0;
  const remaining = numberOf(row['remainingUses']);
  // A limit is at least one, and a link that is used up must stay so.
  const uses = remaining === 0 ? Math.max(1, used) : used;
  return {
    oldId,
    path: `/upload/${textOf(row['token']) ?? oldId}`,
    ownerOldId: textOf(row['creatorId']) ?? '',
    name: null,
    description: null,
    passwordHash: null,
    ...expiry,
    // There it is one date for the link and what it receives.
    shareExpiration: expiry.expiresAt === null ? 'never' : new Date(expiry.expiresAt).toISOString(),
    maxShareSize: numberOf(row['maxShareSize']) || null,
    maxUses: remaining === null ? null : uses + remaining,
    uses,
    sendsNotification: flagOf(row['sendEmailNotification']),
    hasSimpleForm: flagOf(row['simplified']),
    isClosed: false,
    isPrivate: !flagOf(row['publicAccess'], true),
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
  };
}
