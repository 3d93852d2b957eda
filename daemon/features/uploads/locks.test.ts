import { setTimeout } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newUploadId } from '../../crypto/ids.ts';
import type { Database } from '../../db/connection.ts';
import { createSignals } from '../../db/signals.ts';
import { createLogger } from '../../logger.ts';
import { findPostgres } from '../../testing/engines/postgres-server.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { storedShare } from '../../testing/stored-share.ts';
import { databaseIn, openDatabaseIn, useServer } from '../../testing/test-database.ts';
import { createLeaseRepo } from './lease-repo.ts';
import { LeasedLocker } from './leased-locker.ts';
import type { LeaseOptions } from './leases.ts';
import { UploadLocker } from './locker.ts';
import { describeLocks } from './locks.suite.ts';
import type { UploadLease, UploadLocks } from './locks.ts';

const logger = createLogger({ level: 'silent', format: 'json' });
const never = new AbortController().signal;
const writer = { isReader: false, socket: undefined };
const reader = { isReader: true, socket: undefined };

describeLocks('memory', async () => ({ locks: new UploadLocker(), uploads: [newUploadId(), newUploadId()] }));

describe.skipIf(findPostgres() === null)('on PostgreSQL', () => {
  let stop: () => Promise<void>;
  let place: TestUnitOfWork;
  let closings: (() => Promise<void>)[] = [];
  /** Uploads whose earlier writers were shut out of the storage. */
  let shutOut: string[] = [];

  beforeAll(async () => {
    stop = await useServer();
    place = await openTestUnitOfWork();
  }, 60_000);
  beforeEach(() => {
    shutOut = [];
  });
  afterEach(async () => {
    await Promise.all(closings.map((close) => close()));
    closings = [];
  });
  afterAll(async () => {
    await place.close();
    await stop();
  });

  /** The locks of one more server. */
  function open(timing: LeaseOptions['timing'] = {}): UploadLocks & { database: Database } {
    const database = openDatabaseIn(place.dataDir);
    const signals = createSignals({ database, address: databaseIn(place.dataDir), logger });
    closings.push(async () => {
      await signals.close();
      await database.close();
    });
    const locks = new LeasedLocker({
      server: newUploadId(),
      repo: createLeaseRepo(database),
      signals,
      staging: { shutOut: async (id) => void shutOut.push(id) },
      logger,
      timing: { lookEvery: 20, askEvery: 100, ...timing },
    });
    return Object.assign(locks, { database });
  }

  async function begin(): Promise<string> {
    const share = storedShare();
    const id = newUploadId();
    await place.uow.transaction(async ({ shares, uploads }) => {
      await shares.insert(share);
      await uploads.insertMany([
        {
          id,
          shareKey: share.key,
          kind: 'file',
          path: 'a.txt',
          length: 10,
          contentSize: 10,
          fileCount: 1,
          received: 0,
          state: 'receiving',
          concat: null,
          expectedSha256: null,
          isDeferred: false,
          lastModified: null,
          replaces: false,
          createdAt: 0,
          activeAt: 0,
        },
      ]);
    });
    return id;
  }

  const record = (id: string, lease: UploadLease, received: number) =>
    place.uow.transaction(({ uploads }) =>
      uploads.recordReceived({ id: id as ReturnType<typeof newUploadId>, lease }, received, 0),
    );

  describeLocks('leases', async () => ({ locks: open(), uploads: [await begin(), await begin()] }));

  describe('leases of several servers', () => {
    it('ask the writer of another one to end, and hand over', async () => {
      const [here, there] = [open(), open()];
      const id = await begin();
      const order: string[] = [];
      const first = here.of(writer).newLock(id);
      await first.lock(never, async () => {
        order.push('asked');
        await setTimeout(50);
        order.push('ends');
        await first.unlock();
      });
      const second = there.of(writer).newLock(id);
      await second.lock(never, () => undefined);
      order.push('taken');
      expect(order).toEqual(['asked', 'ends', 'taken']);
      expect([await here.isBusy(id), await there.isBusy(id)]).toEqual([true, true]);
      await second.unlock();
      expect([await here.isBusy(id), await there.isBusy(id)]).toEqual([false, false]);
      expect(shutOut).toEqual([]);
    });

    it('have one writer, however many requests of all of them come at once', async () => {
      const servers = [open(), open(), open()];
      const id = await begin();
      let writers = 0;
      const most = { writers: 0 };
      const write = async (locks: UploadLocks) => {
        const lock = locks.of(writer).newLock(id);
        await lock.lock(never, () => undefined);
        most.writers = Math.max(most.writers, ++writers);
        await setTimeout(10);
        writers -= 1;
        await lock.unlock();
      };
      await Promise.all([...servers, ...servers, ...servers].map(write));
      expect(most).toEqual({ writers: 1 });
    });

    it('do not end a writer because of a late signal for the one before', async () => {
      const [here, there] = [open(), open()];
      const signals = createSignals({ database: here.database, address: databaseIn(place.dataDir), logger });
      closings.push(signals.close);
      const id = await begin();
      const before = there.of(writer).newLock(id);
      await before.lock(never, () => undefined);
      const { fence: earlier } = before.lease;
      await before.unlock();
      let asked = 0;
      const lock = here.of(writer).newLock(id);
      await lock.lock(never, () => void (asked += 1));
      const say = (fence: number | null) =>
        signals.send('upload_release', JSON.stringify({ id, fence, isUrgent: true }));
      say(earlier);
      await setTimeout(500);
      expect(asked).toBe(0);
      say(lock.lease.fence);
      await expect.poll(() => asked, { timeout: 5000 }).toBe(1);
      await lock.unlock();
    });

    it('refuse a request after five seconds, when the writer does not end', { timeout: 20_000 }, async () => {
      const [here, there] = [open(), open()];
      const id = await begin();
      const lock = here.of(writer).newLock(id);
      await lock.lock(never, () => undefined);
      await expect(
        there
          .of(writer)
          .newLock(id)
          .lock(never, () => undefined),
      ).rejects.toThrow('upload_locked');
      await expect(there.hold(id, async () => undefined)).rejects.toThrow('upload_locked');
      await lock.unlock();
      await there.hold(id, async () => undefined);
    });

    it('do not disturb a writer of another one whose bytes arrive', async () => {
      const [here, there] = [open(), open()];
      const id = await begin();
      const socket = { bytesRead: 0 };
      let isAsked = false;
      const lock = here.of({ isReader: false, socket }).newLock(id);
      await lock.lock(never, () => void (isAsked = true));
      const arriving = setInterval(() => (socket.bytesRead += 1), 20);
      const question = there.of(reader).newLock(id);
      await question.lock(never, () => undefined);
      await question.unlock();
      clearInterval(arriving);
      expect([isAsked, await there.isBusy(id)]).toEqual([false, true]);
    });

    it('end a silent writer of another one before they answer', async () => {
      const [here, there] = [open(), open()];
      const id = await begin();
      const silent = here.of({ isReader: false, socket: { bytesRead: 7 } }).newLock(id);
      await silent.lock(never, () => silent.unlock());
      const question = there.of(reader).newLock(id);
      await question.lock(never, () => undefined);
      await question.unlock();
      expect(await there.isBusy(id)).toBe(false);
    });

    it('are renewed as long as they are needed', async () => {
      const [here, there] = [open({ lifetime: 500, renewEvery: 100 }), open()];
      const id = await begin();
      const lock = here.of(writer).newLock(id);
      await lock.lock(never, () => undefined);
      await setTimeout(1000);
      expect(await there.isBusy(id)).toBe(true);
      expect(await record(id, lock.lease, 1)).toBe(true);
      await lock.unlock();
    });

    it('pass to another server when they are not renewed, and what the first one still does counts no more', async () => {
      const [frozen, there] = [open({ lifetime: 200, renewEvery: 1500 }), open()];
      const id = await begin();
      const stale = frozen.of(writer).newLock(id);
      let isAsked = false;
      await stale.lock(never, () => void (isAsked = true));
      await setTimeout(300);
      expect(await there.isBusy(id)).toBe(false);
      const lock = there.of(writer).newLock(id);
      isAsked = false;
      await lock.lock(never, () => undefined);
      expect(shutOut).toEqual([id]);
      expect(await record(id, stale.lease, 9)).toBe(false);
      const changes = place.uow.transaction(async ({ uploads }) => [
        await uploads.markCommitted(id as ReturnType<typeof newUploadId>, stale.lease, 0),
        await uploads.removeUnfinished(id as ReturnType<typeof newUploadId>, stale.lease),
      ]);
      expect(await changes).toEqual([false, false]);
      // It wakes up, and finds that it has lost the upload.
      await expect.poll(() => isAsked, { timeout: 5000 }).toBe(true);
      await stale.unlock();
      expect(await record(id, lock.lease, 5)).toBe(true);
      expect(await frozen.isBusy(id)).toBe(true);
      await lock.unlock();
    });

    it('of one that is dead are taken by a question too, which shuts it out', async () => {
      const [dead, there] = [open({ lifetime: 100, renewEvery: 1e6 }), open()];
      const id = await begin();
      await dead
        .of(writer)
        .newLock(id)
        .lock(never, () => undefined);
      await setTimeout(200);
      const question = there.of(reader).newLock(id);
      await question.lock(never, () => undefined);
      await question.unlock();
      expect(shutOut).toEqual([id]);
    });

    it('let one server finish, while others wait for as long as it takes', async () => {
      const servers = [open(), open(), open()];
      const id = await begin();
      let running = 0;
      const finish = (locks: UploadLocks) =>
        locks.finish(id, async () => {
          running += 1;
          expect(running).toBe(1);
          await setTimeout(50);
          running -= 1;
        });
      await Promise.all(servers.map(finish));
    });

    it('answer a question while another server finishes', async () => {
      const [here, there] = [open(), open()];
      const id = await begin();
      const isBusy = await here.finish(id, async () => {
        const question = there.of(reader).newLock(id);
        await question.lock(never, () => undefined);
        await question.unlock();
        return there.isBusy(id);
      });
      expect(isBusy).toBe(true);
    });

    it('are not needed for what is finished or gone', async () => {
      const there = open();
      const id = await begin();
      const gone = newUploadId();
      await open()
        .of(writer)
        .newLock(id)
        .lock(never, () => undefined);
      await place.uow.transaction(({ uploads }) =>
        uploads.markCommitted(id as ReturnType<typeof newUploadId>, { fence: null }, 0),
      );
      for (const one of [id, gone]) {
        await there.hold(one, async ({ fence }) => expect(fence).toBeNull());
        expect(await there.isBusy(one)).toBe(false);
      }
    });
  });
});
