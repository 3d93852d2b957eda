import { stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { ImportFinding, ImportOptions } from '#sdk/contract/host/imports.js';
import { HostError } from '#sdk/contract/host.js';
import type { Logger } from '../../logger.ts';
import { groupBy } from '../groups.ts';
import type { Source, SourceReverseShare } from '../model.ts';
import { openSourceBucket } from '../source-bucket.ts';
import {
  expiryOf,
  flagOf,
  momentOf,
  openSourceDatabase,
  type Row,
  type SourceDatabase,
  textOf,
} from '../source-database.ts';
import { readBucketFile } from './bucket.ts';
import { createRecipe } from './encryption.ts';
import { toFile } from './files.ts';
import { readFirstProvider } from './providers.ts';
import { groupReceived } from './received.ts';
import { readSettings } from './settings.ts';
import { readShares } from './shares.ts';
import { readUsers } from './users.ts';

type Options = Pick<ImportOptions, 'source' | 'bucket' | 's3EnvFile' | 'encryptionKey'>;

const knownTables = [
  'users',
  'files',
  'folders',
  'shares',
  'share_security',
  'share_aliases',
  'share_recipients',
  '_ShareFiles',
  '_ShareFolders',
  'reverse_shares',
  'reverse_share_aliases',
  'reverse_share_files',
  'auth_providers',
  'user_auth_providers',
  'app_configs',
  'login_attempts',
  'password_resets',
  'trusted_devices',
  'invite_tokens',
] as const;

/**
 * Reads an instance of Palmr 3.
 *
 * @throws HostError `import_source_missing`, `import_source_unknown`
 */
export async function readPalmr({ source, ...options }: Options, logger: Logger): Promise<Source> {
  const isFile = (await stat(source).catch(() => null))?.isFile() ?? false;
  const file = isFile ? source : join(source, 'prisma/palmr.db');
  const parent = dirname(file);
  const folder = basename(parent) === 'prisma' ? dirname(parent) : parent;
  const database = await openSourceDatabase(file);
  try {
    const needed = ['users', 'files', 'shares', 'share_security', 'share_aliases'];
    if (needed.some((table) => !database.tables.has(table)))
      throw new HostError('import_source_unknown', { folder: file });
    const found = await read(database, { ...options, folder, logger });
    const unread = await findUnreadBucket(folder, options);
    return { ...found, findings: [...unread, ...found.findings] };
  } finally {
    await database.close();
  }
}

/** From version 3.3, files are with an S3 server in the container, whose folder only that server can read. */
async function findUnreadBucket(
  folder: string,
  { bucket, s3EnvFile }: Omit<Options, 'source'>,
): Promise<ImportFinding[]> {
  if (bucket !== undefined || s3EnvFile !== undefined) return [];
  const name = 'minio-data';
  const isThere = (await stat(join(folder, name)).catch(() => null))?.isDirectory() ?? false;
  return isThere ? [{ code: 'bucket_unread', name }] : [];
}

type RowsOf = (table: (typeof knownTables)[number]) => Row[];

async function read(
  database: SourceDatabase,
  { folder, logger, ...options }: Omit<Options, 'source'> & { folder: string; logger: Logger },
): Promise<Source> {
  const tables = new Map<string, Row[]>();
  for (const name of knownTables) tables.set(name, await database.rows(name));
  const rowsOf: RowsOf = (name) => tables.get(name) ?? [];
  const bucket =
    options.s3EnvFile === undefined
      ? null
      : await openSourceBucket(await readBucketFile(options.s3EnvFile), [''], logger);
  const place = { folder, copy: options.bucket, bucket, recipe: createRecipe(options.encryptionKey) };
  const configs = rowsOf('app_configs');
  const links = rowsOf('user_auth_providers');
  const signIn = database.tables.has('auth_providers')
    ? { providers: rowsOf('auth_providers'), links }
    : readFirstProvider(configs, links);
  const config = readSettings(configs, signIn.providers);
  const people = readUsers({ users: rowsOf('users'), ...signIn });
  const reverseShares = rowsOf('reverse_shares').map((row) => toReverseShare(row, rowsOf));
  const shares = readShares(rowsOf, place);
  const ofReverseShare = groupBy(rowsOf('reverse_share_files'), 'reverseShareId');
  const received = reverseShares.flatMap((reverseShare) =>
    groupReceived(ofReverseShare.get(reverseShare.oldId) ?? [], reverseShare).map(({ share, rows }) => ({
      ...share,
      files: rows.map((row) => ({ ...toFile(row, textOf(row['name']) ?? '', place), links: [] })),
    })),
  );
  return {
    id: `palmr ${textOf(rowsOf('users')[0]?.['id']) ?? 'unknown'}`,
    version: versionOf(database.tables),
    users: people.users,
    reverseShares,
    shares: [...shares.shares, ...received],
    settings: config.settings,
    left: { shares: 0, files: shares.filesLeft, settings: config.left },
    findings: [
      ...[...database.tables]
        .filter((name) => !knownTables.some((known) => known === name) && !/^(?:sqlite_|_prisma)/.test(name))
        .map((name): ImportFinding => ({ code: 'table_unknown', name })),
      ...people.findings,
      ...listLooserLimits(rowsOf, reverseShares),
      ...shares.findings,
      ...config.findings,
    ],
    close: () => bucket?.close(),
  };
}

/** Each of these came with a version. */
function versionOf(tables: ReadonlySet<string>): string {
  if (tables.has('invite_tokens')) return 'Palmr 3.3';
  if (tables.has('folders')) return 'Palmr 3.2';
  return tables.has('auth_providers') ? 'Palmr 3.1' : 'Palmr 3.0';
}

function toReverseShare(row: Row, rowsOf: RowsOf): SourceReverseShare {
  const oldId = textOf(row['id']) ?? '';
  const alias = rowsOf('reverse_share_aliases').find((each) => each['reverseShareId'] === oldId)?.['alias'];
  return {
    oldId,
    path: `/r/${textOf(alias) ?? oldId}`,
    ownerOldId: textOf(row['creatorId']) ?? '',
    name: textOf(row['name']),
    description: textOf(row['description']),
    passwordHash: textOf(row['password']),
    ...expiryOf(row['expiration']),
    shareExpiration: 'never',
    maxShareSize: null,
    maxUses: null,
    uses: 0,
    sendsNotification: true,
    hasSimpleForm: false,
    isClosed: !flagOf(row['isActive'], true),
    isPrivate: false,
    createdAt: momentOf(row['createdAt']) ?? Date.now(),
  };
}

/** Limits that do not exist here: without them the reverse share accepts more than before. */
function listLooserLimits(rowsOf: RowsOf, reverseShares: readonly SourceReverseShare[]): ImportFinding[] {
  return rowsOf('reverse_shares').flatMap((row, index): ImportFinding[] => {
    const names = ['maxFiles', 'maxFileSize', 'allowedFileTypes'].filter(
      (name) => textOf(row[name]) !== null,
    );
    const asked = ['nameFieldRequired', 'emailFieldRequired'].filter((name) => row[name] === 'REQUIRED');
    const all = [...names, ...asked];
    const path = reverseShares[index]?.path ?? '';
    return all.length === 0
      ? []
      : [{ code: 'reverse_share_limits_left', name: path, detail: all.join(', ') }];
  });
}
