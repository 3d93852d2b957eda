import { randomUUID } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { hash } from '@node-rs/argon2';
import { openDatabase } from '../../db/connection.ts';

/** The tables of Pingvin Share 1.13, with the columns that Pingvin Share X 2.0 added, as its migrations leave them. */
const tables = [
  `create table _prisma_migrations (id text primary key not null, checksum text not null default '',
    finished_at datetime, migration_name text not null, logs text, rolled_back_at datetime,
    started_at datetime not null default current_timestamp, applied_steps_count integer unsigned not null default 0)`,
  `create table User (id text not null primary key, createdAt datetime not null default current_timestamp,
    updatedAt datetime not null, username text not null, email text not null, password text,
    isAdmin boolean not null default false, ldapDN text, shareSizeLimit text, storageQuotaLimit text,
    allowShare boolean not null default true, allowCreateReverseShares boolean not null default true, maxShares integer,
    maxReverseShares integer, totpEnabled boolean not null default false, totpVerified boolean not null default false,
    totpSecret text, isActivated boolean not null default true, activationToken text, activationTokenExpiresAt datetime,
    fullname text default '')`,
  'create unique index User_username_key on User(username)',
  'create unique index User_email_key on User(email)',
  'create unique index User_ldapDN_key on User(ldapDN)',
  `create table OAuthUser (id text not null primary key, provider text not null, providerUserId text not null,
    providerUsername text not null, userId text not null)`,
  `create table Share (id text not null primary key, createdAt datetime not null default current_timestamp, name text,
    uploadLocked boolean not null default false, isZipReady boolean not null default false,
    views integer not null default 0, expiration datetime not null, description text, removedReason text, creatorId text,
    reverseShareId text, storageProvider text not null default 'LOCAL', updatedAt datetime,
    scanStatus text not null default 'PENDING', blockedAt datetime, blockedReason text)`,
  `create table ShareSecurity (id text not null primary key, createdAt datetime not null default current_timestamp,
    password text, maxViews integer, shareId text unique, restrictToRecipients boolean not null default false)`,
  'create table ShareRecipient (id text not null primary key, email text not null, shareId text not null)',
  `create table ShareUserRecipient (id text not null primary key, createdAt datetime not null default current_timestamp,
    userId text not null, shareId text not null)`,
  'create unique index ShareUserRecipient_userId_shareId_key on ShareUserRecipient(userId, shareId)',
  `create table File (id text not null primary key, createdAt datetime not null default current_timestamp,
    name text not null, size text not null, shareId text not null)`,
  `create table ReverseShare (id text not null primary key, createdAt datetime not null default current_timestamp,
    token text not null unique, shareExpiration datetime not null, maxShareSize text not null,
    sendEmailNotification boolean not null, remainingUses integer not null, simplified boolean not null default false,
    publicAccess boolean not null default true, creatorId text not null)`,
  `create table Config (updatedAt datetime not null, name text not null, category text not null, type text not null,
    defaultValue text not null default '', value text, obscured boolean not null default false,
    secret boolean not null default true, locked boolean not null default false, "order" integer not null,
    primary key (name, category))`,
  `create table ShareAccessLog (id text not null primary key, createdAt datetime not null default current_timestamp,
    event text not null, ip text not null, shareId text not null)`,
  'create table Surprise (id integer primary key)',
];

type Row = Record<string, string | number | null>;

/** An instance of Pingvin Share in a folder of its own. */
export interface PingvinInstance {
  folder: string;
  add(table: string, row: Row): Promise<void>;
  addUser(username: string, changes?: Row): Promise<string>;
  /** Adds a share with one file for each text. */
  addShare(id: string, changes?: Row, files?: Readonly<Record<string, string>>): Promise<string[]>;
  protect(shareId: string, changes: Row): Promise<void>;
  addReverseShare(creatorId: string, changes?: Row): Promise<{ id: string; token: string }>;
  set(category: string, name: string, value: string): Promise<void>;
  close(): Promise<void>;
}

export const oldPassword = 'correct horse battery';

const cheap = { memoryCost: 4096, timeCost: 3, parallelism: 4 };

/** Hashes as old and new versions make them; the kinds of argon2 are d, i and id. */
export const hashOldPassword = (algorithm: 0 | 1 | 2 = 2) => hash(oldPassword, { ...cheap, algorithm });

export const day = 86_400_000;

export async function createPingvin(): Promise<PingvinInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-pingvin-'));
  const database = openDatabase(
    { engine: 'sqlite', file: join(folder, 'pingvin-share.db') },
    { synchronous: 'NORMAL' },
  );
  const { writer } = database;
  for (const table of tables) await writer.raw(table);
  await writer('_prisma_migrations').insert([
    { id: randomUUID(), migration_name: '20221013212615_cascade', finished_at: 1 },
    { id: randomUUID(), migration_name: '20260430143733_add_user_share_recipients', finished_at: 1 },
  ]);
  const password = await hashOldPassword();
  const createdAt = Date.now() - 30 * day;

  const add: PingvinInstance['add'] = async (table, row) => void (await writer(table).insert(row));
  const instance: PingvinInstance = {
    folder,
    add,
    async addUser(username, changes = {}) {
      const id = randomUUID();
      const email = `${username}@example.org`;
      await add('User', { id, createdAt, updatedAt: createdAt, username, email, password, ...changes });
      return id;
    },
    async addShare(id, changes = {}, files = { 'a.txt': `content of ${id}` }) {
      await add('Share', { id, createdAt, uploadLocked: 1, expiration: 0, ...changes });
      const ids: string[] = [];
      for (const [name, text] of Object.entries(files)) {
        const fileId = randomUUID();
        ids.push(fileId);
        await add('File', {
          id: fileId,
          createdAt,
          name,
          size: String(Buffer.byteLength(text)),
          shareId: id,
        });
        const path = join(folder, 'uploads/shares', id, fileId);
        await mkdir(dirname(path), { recursive: true });
        await writeFile(path, text);
      }
      return ids;
    },
    protect: (shareId, changes) => add('ShareSecurity', { id: randomUUID(), createdAt, shareId, ...changes }),
    async addReverseShare(creatorId, changes = {}) {
      const [id, token] = [randomUUID(), randomUUID()];
      const row = { sendEmailNotification: 0, remainingUses: 5, maxShareSize: '1000000', shareExpiration: 0 };
      await add('ReverseShare', { id, createdAt, token, creatorId, ...row, ...changes });
      return { id, token: String(changes['token'] ?? token) };
    },
    set: (category, name, value) =>
      add('Config', { updatedAt: createdAt, name, category, type: 'string', value, order: 0 }),
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
  return instance;
}
