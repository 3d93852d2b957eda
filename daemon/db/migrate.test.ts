import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { newFileId, newShareKey } from '../crypto/ids.ts';
import { findViolationsIn } from '../testing/check-invariants.ts';
import { type Database, type DatabaseAddress, openDatabase } from './connection.ts';
import { migrate } from './migrate.ts';
import { migrations } from './migrations.ts';

let folder: string;
let address: DatabaseAddress;
let database: Database;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  address = { engine: 'sqlite', file: join(folder, 'fileshare.db') };
  database = openDatabase(address, { synchronous: 'NORMAL' });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true, force: true });
});

const now = Date.now();
const hash = 'ab'.repeat(32);

/** Migrates up to the step `last`, as the version left the database whose last step it was. */
async function migrateTo(last: string): Promise<void> {
  const { writer } = database;
  await writer.raw('create table migrations (name text primary key, applied_at integer not null)');
  for (const { name, up } of migrations.filter((step) => step.name <= last)) {
    await writer.transaction(up);
    await writer('migrations').insert({ name, applied_at: now });
  }
}

async function addShare(state: string, values: Record<string, unknown>): Promise<string> {
  const key = newShareKey();
  const id = `share-${key.slice(0, 8)}`;
  const times = { created_at: now, active_at: now, completed_at: state === 'draft' ? null : now };
  await database
    .writer('shares')
    .insert({ key, id, id_key: id, state, expiration: 'never', ...times, ...values });
  return key;
}

async function addFile(
  share: string,
  path: string,
  values: { size: number; pack?: string; offset?: number },
) {
  const { size, pack = null, offset = 0 } = values;
  const id = newFileId();
  const about = { sha256: hash, crc32: 0, created_at: now, pack_id: pack, pack_offset: offset };
  await database.writer('files').insert({ id, share_key: share, path, size, ...about });
  if (!pack) await addBlob(id, size);
}

async function addUpload(share: string, values: Record<string, unknown>): Promise<string> {
  const id = newFileId();
  const about = { path: 'sent', length: 10, content_size: 10, created_at: now, active_at: now };
  await database.writer('uploads').insert({ id, share_key: share, ...about, ...values });
  return id;
}

async function addBlob(id: string, size: number): Promise<void> {
  const shard = join(folder, 'blobs', id.slice(0, 2));
  await mkdir(shard, { recursive: true });
  await writeFile(join(shard, id), 'x'.repeat(size));
}

const shareOf = (key: string) => database.reader('shares').where({ key }).first();

it('takes over the shares of the version before as they are', async () => {
  await migrateTo('0005-accounts');
  const open = await addShare('active', {
    name: 'Été à ÖRLIKON',
    size: 30,
    file_count: 2,
    declared_size: 900,
  });
  await addFile(open, 'a', { size: 10 });
  await addFile(open, 'b', { size: 20 });
  // 400 bytes of the bundle were replaced; another bundle lost its last file.
  const bundled = await addShare('active', { size: 100, file_count: 1 });
  const sent = { kind: 'bundle', state: 'committed', file_count: 2 };
  const pack = await addUpload(bundled, { ...sent, content_size: 500 });
  await addBlob(pack, 500);
  await addFile(bundled, 'kept', { size: 100, pack, offset: 400 });
  await addUpload(bundled, { ...sent, content_size: 70 });
  const draft = await addShare('draft', { declared_size: 5000, reserved_size: 10, reserved_count: 1 });
  await addUpload(draft, { state: 'receiving' });
  const purged = await addShare('removed', { removed_at: now, purged_at: now });

  await migrate(database, address);

  expect(await findViolationsIn(folder, database)).toEqual([]);
  expect(await shareOf(open)).toMatchObject({ name_key: 'ete a orlikon', declared_size: 0, dead_size: 0 });
  expect(await shareOf(bundled)).toMatchObject({ name_key: null, dead_size: 400 });
  expect(await shareOf(draft)).toMatchObject({ declared_size: 5000, reserved_size: 10, adding_at: null });
  expect(await shareOf(purged)).toMatchObject({ dead_size: 0, max_size: null, archive_downloads: 0 });
});

it('counts what came before day by day, as far as it is still there', async () => {
  await migrateTo('0006-shares');
  const times = (at: number) => ({ created_at: at, completed_at: at });
  const open = await addShare('active', { ...times(Date.UTC(2026, 0, 1, 23, 59)), size: 30, file_count: 2 });
  await addShare('removed', { ...times(Date.UTC(2026, 0, 1)), removed_at: now, purged_at: now });
  await addShare('draft', {});
  await addFile(open, 'a', { size: 10 });
  await addFile(open, 'b', { size: 20 });
  await database
    .writer('files')
    .where({ path: 'b' })
    .update({ created_at: Date.UTC(2026, 0, 2) });
  const today = new Date(now).toISOString().slice(0, 10);

  await migrate(database, address);

  const figures = await database.reader('daily_figures').orderBy(['day', 'name']).select();
  expect(figures).toEqual([
    { day: '2026-01-01', name: 'shares', value: 2 },
    { day: '2026-01-02', name: 'uploadedBytes', value: 20 },
    { day: '2026-01-02', name: 'uploads', value: 1 },
    { day: today, name: 'uploadedBytes', value: 10 },
    { day: today, name: 'uploads', value: 1 },
  ]);
});

it('takes everyone who was mailed so far for a mail of the share', async () => {
  await migrateTo('0008-social-sign-in');
  const key = await addShare('active', {});
  for (const state of ['sent', 'failed', 'queued', 'waiting']) {
    const about = { share_key: key, email_key: state, email: state, state, changed_at: now };
    await database.writer('share_recipients').insert(about);
  }
  await migrate(database, address);
  expect(await shareOf(key)).toMatchObject({ mailed_count: 3 });
});

const pagedByKey = [
  ['purged_at < 100', 'shares_purged'],
  ['adding_at is not null and active_at < 100', 'shares_adding'],
];

it.each(pagedByKey)('pages through shares with %s by an index', async (condition, index) => {
  await migrate(database, address);
  const plan: { detail: string }[] = await database.reader.raw(
    `explain query plan select * from shares where ${condition} and key > '' order by key limit 500`,
  );
  expect(plan.map(({ detail }) => detail).join()).toContain(index);
});

const summed = [
  ['all shares', "sum(state = 'active'), sum(file_count), sum(size + dead_size)", '1'],
  ['an account', 'sum(max(size + reserved_size, declared_size) + dead_size)', "owner_id = 'x'"],
  ['the largest', 'rowid', "state <> 'removed' order by size desc limit 10"],
];

it.each(summed)('sums %s from an index alone', async (_name, columns, condition) => {
  await migrate(database, address);
  const plan: { detail: string }[] = await database.reader.raw(
    `explain query plan select ${columns} from shares where purged_at is null and ${condition}`,
  );
  expect(plan.map(({ detail }) => detail).join()).toContain('COVERING INDEX shares_held');
});

it('requests thumbnails of the pictures that are there, and of nothing else', async () => {
  await migrateTo('0010-upload-tokens');
  const key = await addShare('active', { size: 30, file_count: 4 });
  for (const path of ['a.JPG', 'folder/b.png', 'c.svg']) await addFile(key, path, { size: 10 });
  await addFile(key, 'empty.png', { size: 0 });
  await migrate(database, address);
  const rows: { path: string }[] = await database
    .reader('thumbnails')
    .join('files', 'files.id', 'file_id')
    .where({ state: 'waiting' })
    .orderBy('path')
    .select('path');
  expect(rows.map(({ path }) => path)).toEqual(['a.JPG', 'folder/b.png']);
  expect(await findViolationsIn(folder, database)).toEqual([]);
});
