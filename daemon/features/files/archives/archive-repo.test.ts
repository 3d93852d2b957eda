import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPostgres } from '../../../testing/engines/postgres-server.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../../testing/open-unit-of-work.ts';
import { storedShare } from '../../../testing/stored-share.ts';
import { openDatabaseIn, useServer } from '../../../testing/test-database.ts';
import type { ArchiveRecord } from '../types.ts';

describe.skipIf(findPostgres() === null)('builds of several servers', () => {
  let stop: () => Promise<void>;
  let place: TestUnitOfWork;

  beforeAll(async () => {
    stop = await useServer();
  }, 60_000);
  afterAll(() => stop());
  beforeEach(async () => {
    place = await openTestUnitOfWork();
  });
  afterEach(() => place.close());

  async function request(): Promise<ArchiveRecord> {
    const share = storedShare();
    const times = { dueAt: 0, progressAt: 0, createdAt: 0 };
    const state = {
      state: 'waiting',
      filesVersion: 1,
      level: 6,
      blob: null,
      attempts: 0,
      build: null,
    } as const;
    const archive = { shareKey: share.key, ...state, ...times };
    await place.uow.transaction(async ({ shares, archives }) => {
      await shares.insert(share);
      await archives.save(archive);
    });
    return archive;
  }

  const buildOf = (archive: ArchiveRecord, digit: string) => ({
    ...archive,
    state: 'building' as const,
    build: digit.repeat(32),
  });

  it('of one archive are claimed by one of them, and the others change nothing', async () => {
    const waiting = await request();
    const other = await place.openAnother();
    const [first, second] = [buildOf(waiting, '1'), buildOf(waiting, '2')];
    const claims = await Promise.all([
      place.uow.transaction(({ archives }) => archives.claim(waiting, first)),
      other.transaction(({ archives }) => archives.claim(waiting, second)),
    ]);
    expect(claims.filter(Boolean)).toHaveLength(1);
    const [current, late] = claims[0] ? [first, second] : [second, first];
    const { uow } = place;
    expect(await uow.read.archives.listDue(1, 10)).toEqual([]);
    expect(await uow.transaction(({ archives }) => archives.touch(late, 1))).toBe(false);
    expect(await uow.transaction(({ archives }) => archives.endBuild(late.build, late))).toBe(false);
    expect(await uow.transaction(({ archives }) => archives.touch(current, 1))).toBe(true);
    const ready = { ...current, state: 'ready' as const };
    expect(await uow.transaction(({ archives }) => archives.endBuild(current.build, ready))).toBe(true);
    expect(await uow.read.archives.find(waiting.shareKey)).toMatchObject({ state: 'ready', build: null });
  });

  it('are due again when they have shown no progress for a while, and then are no longer those of the first', async () => {
    const waiting = await request();
    const frozen = buildOf(waiting, '1');
    const { uow } = place;
    await uow.transaction(({ archives }) => archives.claim(waiting, frozen));
    expect(await uow.read.archives.listDue(1, 10)).toEqual([]);
    const database = openDatabaseIn(place.dataDir);
    await database.writer('archives').update({ build_until: 0 });
    await database.close();
    const [due] = await uow.read.archives.listDue(1, 10);
    expect(due).toMatchObject({ state: 'building', build: frozen.build });
    const next = buildOf(waiting, '2');
    expect(await uow.transaction(({ archives }) => archives.claim(due ?? waiting, next))).toBe(true);
    expect(await uow.transaction(({ archives }) => archives.touch(frozen, 1))).toBe(false);
  });
});
