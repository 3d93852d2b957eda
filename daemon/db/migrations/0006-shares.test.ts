import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { examine } from '../../doctor/examine.ts';
import { counters, reservations } from '../../doctor/invariants/counters.ts';
import { openLocalStore } from '../../storage/local-store.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { type Database, openDatabase } from '../connection.ts';
import { shares } from './0006-shares.ts';
import { migrations } from './index.ts';

let directory: string;
let database: Database;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'fileshare-test-'));
  database = openDatabase({ file: join(directory, 'before.db'), synchronous: 'NORMAL' });
  for (const migration of migrations.slice(0, migrations.indexOf(shares)))
    await migration.up(database.writer);
});
afterEach(async () => {
  await database.close();
  await rm(directory, { recursive: true, force: true });
});

const share = (key: string, more: Record<string, unknown>) =>
  database.writer('shares').insert({
    ...{ key, id: key, id_key: key, state: 'active', created_at: 1, expiration: 'never', active_at: 1 },
    ...more,
  });
const upload = (id: string, more: Record<string, unknown>) =>
  database.writer('uploads').insert({
    ...{ id, share_key: 'draft', path: id, length: 100, content_size: 100, state: 'committed' },
    ...{ created_at: 1, active_at: 1, ...more },
  });
const file = (id: string, more: Record<string, unknown>) =>
  database.writer('files').insert({ id, path: id, sha256: '', crc32: 0, created_at: 1, ...more });

it('counts what was there before, and finds names again', async () => {
  await share('draft', { state: 'draft', declared_size: 900, size: 30, file_count: 1 });
  await database.writer('shares').where({ key: 'draft' }).update({ reserved_size: 70, reserved_count: 1 });
  await share('sent', { name: 'Ärger', declared_size: 50, size: 50, file_count: 1 });
  await upload('bundle', { kind: 'bundle', file_count: 2 });
  await upload('coming', { state: 'receiving', length: 70, content_size: 70 });
  await file('one', { share_key: 'draft', size: 30, pack_id: 'bundle' });
  await file('other', { share_key: 'sent', size: 50 });

  await shares.up(database.writer);

  const rows = await database
    .reader('shares')
    .orderBy('key')
    .select('key', 'dead_size', 'declared_size', 'name_key');
  expect(rows).toEqual([
    { key: 'draft', dead_size: 70, declared_size: 900, name_key: null },
    { key: 'sent', dead_size: 0, declared_size: 0, name_key: 'arger' },
  ]);
  const blobs = await openLocalStore({ directory: join(directory, 'blobs'), fsync: 'off' });
  for (const invariant of [counters, reservations])
    expect((await examine(invariant, { database, blobs, clock: createFakeClock() })).findings).toEqual([]);
});
