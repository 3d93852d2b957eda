import { createCipheriv, randomBytes, scryptSync } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Database, openDatabase } from '../../db/connection.ts';

/** The tables of Palmr 3.2, as its schema makes them; moments that the import does not read may be missing. */
const tables = [
  `create table users (id text not null primary key, firstName text not null default '', lastName text not null default '',
    username text not null, email text not null, password text, image text, isAdmin boolean not null default false,
    isActive boolean not null default true, createdAt datetime not null, updatedAt datetime not null,
    twoFactorEnabled boolean not null default false, twoFactorSecret text, twoFactorBackupCodes text,
    twoFactorVerified boolean not null default false)`,
  `create table files (id text not null primary key, name text not null, description text, extension text not null,
    size bigint not null, objectName text not null, expiration datetime, userId text not null, folderId text,
    createdAt datetime not null, updatedAt datetime not null)`,
  `create table folders (id text not null primary key, name text not null, description text, objectName text not null,
    parentId text, userId text not null, createdAt datetime not null, updatedAt datetime not null)`,
  `create table shares (id text not null primary key, name text, description text, views integer not null default 0,
    expiration datetime, creatorId text, securityId text not null, createdAt datetime not null, updatedAt datetime not null)`,
  'create unique index shares_securityId_key on shares(securityId)',
  `create table share_security (id text not null primary key, password text, maxViews integer, createdAt datetime,
    updatedAt datetime)`,
  `create table share_aliases (id text not null primary key, alias text not null unique, shareId text not null unique,
    createdAt datetime, updatedAt datetime)`,
  `create table share_recipients (id text not null primary key, email text not null, createdAt datetime,
    updatedAt datetime, shareId text not null)`,
  'create table _ShareFiles (A text not null, B text not null)',
  'create unique index _ShareFiles_AB_unique on _ShareFiles(A, B)',
  'create table _ShareFolders (A text not null, B text not null)',
  'create unique index _ShareFolders_AB_unique on _ShareFolders(A, B)',
  `create table reverse_shares (id text not null primary key, name text, description text, expiration datetime,
    maxFiles integer, maxFileSize bigint, allowedFileTypes text, password text, pageLayout text not null default 'DEFAULT',
    isActive boolean not null default true, nameFieldRequired text not null default 'OPTIONAL',
    emailFieldRequired text not null default 'OPTIONAL', creatorId text not null, createdAt datetime not null,
    updatedAt datetime)`,
  `create table reverse_share_aliases (id text not null primary key, alias text not null unique,
    reverseShareId text not null unique, createdAt datetime, updatedAt datetime)`,
  `create table reverse_share_files (id text not null primary key, name text not null, description text,
    extension text not null, size bigint not null, objectName text not null, uploaderEmail text, uploaderName text,
    reverseShareId text not null, createdAt datetime not null, updatedAt datetime)`,
  `create table auth_providers (id text not null primary key, name text not null, type text not null,
    enabled boolean not null default false, issuerUrl text, clientId text, clientSecret text, redirectUri text, scope text,
    metadata text, autoRegister boolean not null default true)`,
  'create unique index auth_providers_name_key on auth_providers(name)',
  `create table user_auth_providers (id text not null primary key, userId text not null, providerId text not null,
    provider text, externalId text not null, metadata text)`,
  'create unique index user_auth_providers_userId_providerId_key on user_auth_providers(userId, providerId)',
  'create unique index user_auth_providers_providerId_externalId_key on user_auth_providers(providerId, externalId)',
  `create table login_attempts (id text not null primary key, userId text not null unique,
    attempts integer not null default 1, lastAttempt datetime)`,
  `create table password_resets (id text not null primary key, userId text not null, token text not null unique,
    expiresAt datetime not null, used boolean not null default false, createdAt datetime, updatedAt datetime)`,
  `create table trusted_devices (id text not null primary key, userId text not null, deviceHash text not null unique,
    deviceName text, userAgent text, ipAddress text, lastUsedAt datetime, expiresAt datetime not null,
    createdAt datetime, updatedAt datetime)`,
  `create table app_configs (id text not null primary key, key text not null unique, value text not null,
    type text not null default 'string', "group" text not null default 'general')`,
];

/** In version 3.0, the only sign-in provider is in the settings, and the links name it. */
const firstLinks = `create table user_auth_providers (id text not null primary key, userId text not null,
  provider text not null, providerId text, metadata text)`;

type Row = Record<string, string | number | null>;

export interface PalmrInstance {
  folder: string;
  add(table: string, row: Row): Promise<void>;
  addUser(username: string, changes?: Row): Promise<string>;
  /** Adds a file of an account; stored as `bytes`, if those are not its own. */
  addFile(userId: string, name: string, more?: { text?: string; bytes?: Buffer; row?: Row }): Promise<string>;
  /** Returns the keys of files in the order of their ids. */
  keysOf(fileIds: readonly string[]): Promise<string[]>;
  addShare(
    alias: string | null,
    fileIds: readonly string[],
    more?: { row?: Row; security?: Row },
  ): Promise<string>;
  addReverseShare(alias: string, creatorId: string, row?: Row): Promise<string>;
  /** Adds a file that somebody has sent to a reverse share. */
  addReceived(reverseShareId: string, name: string, row?: Row): Promise<void>;
  close(): Promise<void>;
}

/** bcrypt of "correct horse battery", made by libxcrypt. */
export const oldHash = '$2a$04$abcdefghijklmnopqrstuuqREtd3VJD2QVZbuFskFSLk6eRIrQoOS';

let made = 0;

/** Returns an id of the form that Palmr makes. */
export const newCuid = () => `clq${String((made += 1)).padStart(10, '0')}${randomBytes(6).toString('hex')}`;

export async function createPalmr({ isFirst = false } = {}): Promise<PalmrInstance> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-palmr-'));
  await mkdir(join(folder, 'prisma'));
  const file = join(folder, 'prisma/palmr.db');
  const database: Database = openDatabase({ engine: 'sqlite', file }, { synchronous: 'NORMAL' });
  const made = isFirst
    ? [...tables.filter((table) => !table.includes('auth_providers')), firstLinks]
    : tables;
  for (const table of made) await database.writer.raw(table);
  const now = Date.now() - 86_400_000;
  const dates = { createdAt: now, updatedAt: now };
  const add: PalmrInstance['add'] = async (table, row) => void (await database.writer(table).insert(row));
  const store = async (objectName: string, bytes: Buffer) => {
    const path = join(folder, 'uploads', objectName.replaceAll(/[^A-Za-z0-9\-_./]/g, '_'));
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, bytes);
  };
  return {
    folder,
    add,
    async addUser(username, changes = {}) {
      const id = newCuid();
      await add('users', {
        id,
        username,
        email: `${username}@example.org`,
        password: oldHash,
        ...dates,
        ...changes,
      });
      return id;
    },
    async addFile(userId, name, { text = `content of ${name}`, bytes = Buffer.from(text), row = {} } = {}) {
      const id = newCuid();
      const objectName = `${userId}/${now}-${name}`;
      const size = Buffer.byteLength(text);
      await add('files', { id, name, extension: 'txt', size, objectName, userId, ...dates, ...row });
      await store(objectName, bytes);
      return id;
    },
    async keysOf(fileIds) {
      const rows: { id: string; objectName: string }[] = await database
        .reader('files')
        .whereIn('id', fileIds);
      return fileIds.map((id) => rows.find((row) => row.id === id)?.objectName ?? '');
    },
    async addShare(alias, fileIds, { row = {}, security = {} } = {}) {
      const [id, securityId] = [newCuid(), newCuid()];
      await add('share_security', { id: securityId, ...security });
      await add('shares', { id, securityId, ...dates, ...row });
      if (alias !== null) await add('share_aliases', { id: newCuid(), alias, shareId: id });
      for (const fileId of fileIds) await add('_ShareFiles', { A: fileId, B: id });
      return id;
    },
    async addReverseShare(alias, creatorId, row = {}) {
      const id = newCuid();
      await add('reverse_shares', { id, creatorId, createdAt: now, ...row });
      await add('reverse_share_aliases', { id: newCuid(), alias, reverseShareId: id });
      return id;
    },
    async addReceived(reverseShareId, name, row = {}) {
      const bytes = Buffer.from(`content of ${name}`);
      const objectName = `reverse-shares/${reverseShareId}/${now}-${name}`;
      const file = { id: newCuid(), name, extension: 'txt', size: bytes.length, objectName };
      await add('reverse_share_files', { ...file, reverseShareId, ...dates, ...row });
      await store(objectName, bytes);
    },
    async close() {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Encrypts like Palmr 3.0 to 3.1. */
export function encrypt(text: string, key: string): Buffer {
  const iv = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', scryptSync(key, 'salt', 32), iv);
  return Buffer.concat([iv, cipher.update(text), cipher.final()]);
}
