import { readFile, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { ImportFinding } from '#sdk/contract/host/imports.js';
import { HostError } from '#sdk/contract/host.js';
import { pathsBelow } from '../folders.ts';
import { groupBy } from '../groups.ts';
import { type SourceProviders, toLink } from '../links.ts';
import type { Source, SourceFile, SourceReverseShare, SourceShare, SourceUser } from '../model.ts';
import {
  flagOf,
  momentOf,
  numberOf,
  openSourceDatabase,
  type Row,
  type SourceDatabase,
  textOf,
} from '../source-database.ts';
import { readConfigFile } from './config-file.ts';
import { readLogo } from './logo.ts';
import { readSettings } from './settings.ts';
import { knownTables, versionOf } from './versions.ts';

interface Options {
  /** The folder of the database, or the database. */
  source: string;
  bucket?: string | undefined;
  config?: string | undefined;
  images?: string | undefined;
}

const databaseName = 'pingvin-share.db';

/**
 * Reads an instance of Pingvin Share 0.23 to 1.13, or of its successor Pingvin Share X.
 *
 * @throws HostError `import_source_missing`, `import_source_unknown`
 */
export async function readPingvin(options: Options): Promise<Source> {
  const isFile = (await stat(options.source).catch(() => null))?.isFile() ?? false;
  const file = isFile ? options.source : join(options.source, databaseName);
  const database = await openSourceDatabase(file);
  try {
    const needed = ['User', 'Share', 'File', 'ReverseShare', 'ShareSecurity'];
    if (needed.some((table) => !database.tables.has(table)))
      throw new HostError('import_source_unknown', { folder: file });
    return await read(database, { ...options, folder: dirname(file) });
  } finally {
    await database.close();
  }
}

async function read(database: SourceDatabase, options: Options & { folder: string }): Promise<Source> {
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
  const places = { folder: options.folder, bucket: options.bucket, bucketPath: textAt('s3.bucketPath') };
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
  };
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
    return user;
  });
  return { users, findings };
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
    totpSecret: flagOf(row['totpVerified']) ? textOf(row['totpSecret']) : null,
    recoveryCodes: [],
    quota: numberOf(row['storageQuotaLimit']),
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
  };
}

function toReverseShare(row: Row, received: ReadonlyMap<string, number>): SourceReverseShare {
  const oldId = textOf(row['id']) ?? '';
  const expiresAt = momentOf(row['shareExpiration']);
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
    expiresAt,
    // There it is one date for the link and what it receives.
    shareExpiration: expiresAt === null ? 'never' : new Date(expiresAt).toISOString(),
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

interface Places {
  folder: string;
  bucket: string | undefined;
  bucketPath: string | null;
}

interface ShareContext {
  reverseShares: ReadonlyMap<string, SourceReverseShare>;
  places: Places;
}

function readShares(rowsOf: RowsOf, context: ShareContext) {
  const files = groupBy(rowsOf('File'), 'shareId');
  const security = groupBy(rowsOf('ShareSecurity'), 'shareId');
  const recipients = groupBy(rowsOf('ShareRecipient'), 'shareId');
  const accounts = groupBy(rowsOf('ShareUserRecipient'), 'shareId');
  const emails = new Map(rowsOf('User').map((row) => [textOf(row['id']), textOf(row['email'])]));
  const findings: ImportFinding[] = [];
  const shares: SourceShare[] = [];
  let filesLeft = 0;
  for (const row of rowsOf('Share')) {
    const id = textOf(row['id']) ?? '';
    const code = whyLeft(row);
    if (code !== null) {
      findings.push({ code, name: id });
      filesLeft += files.get(id)?.length ?? 0;
      continue;
    }
    const addresses = [
      ...(recipients.get(id) ?? []).map((recipient) => textOf(recipient['email'])),
      ...(accounts.get(id) ?? []).map((account) => emails.get(textOf(account['userId'])) ?? null),
    ];
    const share = toShare(row, security.get(id)?.[0] ?? {}, context);
    const own = (files.get(id) ?? []).map((file) => toFile(file, id, context.places));
    shares.push({ ...share, recipients: addresses.filter((address) => address !== null), files: own });
  }
  return { shares, left: rowsOf('Share').length - shares.length, filesLeft, findings };
}

function whyLeft(row: Row): 'share_removed' | 'share_unfinished' | null {
  if (textOf(row['removedReason']) !== null) return 'share_removed';
  return flagOf(row['uploadLocked']) ? null : 'share_unfinished';
}

function toShare(row: Row, security: Row, { reverseShares }: ShareContext): SourceShare {
  const id = textOf(row['id']) ?? '';
  const reverseShare = reverseShares.get(textOf(row['reverseShareId']) ?? '');
  return {
    oldId: id,
    id,
    // Of a received share, the creator is its sender.
    ownerOldId: reverseShare ? reverseShare.ownerOldId : textOf(row['creatorId']),
    reverseShareOldId: reverseShare?.oldId ?? null,
    name: textOf(row['name']),
    description: textOf(row['description']),
    passwordHash: textOf(security['password']),
    maxViews: numberOf(security['maxViews']) || null,
    views: numberOf(row['views']) ?? 0,
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
    expiresAt: momentOf(row['expiration']),
    audience: audienceOf(security, reverseShare),
    recipients: [],
    files: [],
  };
}

function audienceOf(security: Row, reverseShare: SourceReverseShare | undefined): SourceShare['audience'] {
  if (flagOf(security['restrictToRecipients'])) return 'recipients';
  return reverseShare?.isPrivate ? 'owner' : 'anyone';
}

function toFile(row: Row, shareId: string, { folder, bucket, bucketPath }: Places): SourceFile {
  const oldId = textOf(row['id']) ?? '';
  const name = textOf(row['name']) ?? '';
  const prefix = bucketPath ? `${bucketPath}/` : '';
  return {
    oldId,
    path: name,
    size: numberOf(row['size']) ?? 0,
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
    places: [
      ...pathsBelow(join(folder, 'uploads/shares'), `${shareId}/${oldId}`),
      // In a bucket the key has the name, not the id.
      ...(bucket === undefined
        ? []
        : [
            ...pathsBelow(bucket, `${prefix}${shareId}/${name}`),
            ...pathsBelow(bucket, `${shareId}/${name}`),
          ]),
    ],
    links: [],
  };
}
