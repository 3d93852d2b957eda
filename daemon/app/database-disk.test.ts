import { stat } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { byHost } from '../features/audit/log.ts';
import { createCaller } from '../testing/browser.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { errorOf, type SignedIn, signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { usesServer } from '../testing/test-database.ts';

// The disk of a database server is that server's concern.
describe.skipIf(usesServer())('the disk of the database', () => {
  const ballast = 100_000;
  const floor = 50_000;
  const plenty = 10_000_000;

  let clock: FakeClock;
  /** Free bytes of the database's disk in addition to the ballast. */
  let room: number;
  let instance: TestApp;
  let admin: SignedIn;

  beforeEach(async () => {
    clock = createFakeClock(Date.now());
    room = plenty;
    instance = await startApp({
      clock,
      databaseDisk: {
        ballast,
        floor,
        freeBytes: async () => room + ballast - (await ballastBytes()),
      },
    });
    await tend();
    admin = await signInAs(instance, instance.admin);
  });

  afterEach(async () => {
    room = plenty;
    expect(await findViolations(instance.app)).toEqual([]);
    await instance.stop();
  });

  const ballastBytes = async () =>
    (await stat(`${instance?.dataDir}/fileshare.db.ballast`).catch(() => null))?.size ?? 0;

  const tend = () => instance.app.jobs.run('database.ballast');
  const call = (path: string, options: Parameters<ReturnType<typeof createCaller>>[1] = {}) =>
    createCaller(instance.url)(path, { headers: admin?.headers ?? {}, ...options });

  async function readiness(): Promise<[number, unknown]> {
    const { status, body } = await call('/health/ready');
    return [status, (body as { params?: { reason?: unknown } }).params?.reason];
  }

  const notice = async () => (await instance.app.jobs.find('database.ballast'))?.notice;

  async function publishShare() {
    const draft = await createDraft(instance, {}, admin.headers);
    await upload(instance, draft, { path: 'a.txt', text: '0123456789' });
    expect(await publish(instance, draft)).toBe(200);
    return draft;
  }

  describe('a disk of the database without room', () => {
    it('takes nothing new, and keeps doing all the rest', async () => {
      const share = await publishShare();
      const draft = await createDraft(instance, {}, admin.headers);
      expect(await readiness()).toEqual([200, undefined]);
      room = 0;
      expect(await readiness()).toEqual([503, 'database_full']);
      const created = await call('/shares', { json: {} });
      expect([created.status, errorOf(created)]).toEqual([507, 'storage_full']);
      const begun = await upload(instance, draft, { path: 'b.txt', text: 'new' });
      expect([begun.status, begun.error]).toEqual([507, 'storage_full']);

      expect((await call(`/shares/${share.id}/token`, { json: {} })).status).toBe(200);
      expect((await signInAs(instance, instance.admin)).accessToken).toBeTruthy();
      expect((await call(`/shares/${share.id}`, { method: 'DELETE' })).status).toBe(204);
      await instance.app.jobs.run('shares.purge');

      room = plenty;
      expect(await readiness()).toEqual([200, undefined]);
      expect((await upload(instance, draft, { path: 'b.txt', text: 'new' })).status).toBe(201);
      expect(await publish(instance, draft)).toBe(200);
    });

    it('is told to the administrator', async () => {
      room = 0;
      await tend();
      expect(await notice()).toBe('database_full');
      expect((await call('/statistics')).body).toMatchObject({
        isDatabaseFull: true,
        availableBytes: 0,
        jobs: { held: 1 },
      });
      room = plenty;
      await tend();
      expect(await notice()).toBeNull();
      expect((await call('/statistics')).body).toMatchObject({ isDatabaseFull: false, jobs: { held: 0 } });
    });
  });

  describe('the ballast', () => {
    it('is there after the start, every byte of it on the disk', async () => {
      const { size, blocks } = await stat(`${instance.dataDir}/fileshare.db.ballast`);
      expect(size).toBe(ballast);
      expect(blocks * 512).toBeGreaterThanOrEqual(ballast);
    });

    it('is given up when hardly a byte is free, is not counted as room, and comes back with space', async () => {
      room = 0;
      await tend();
      expect(await ballastBytes()).toBe(0);
      expect(await readiness()).toEqual([503, 'database_full']);
      // It is not created as soon as it just fits.
      room = floor - 1;
      await tend();
      expect(await ballastBytes()).toBe(0);
      expect(await readiness()).toEqual([503, 'database_full']);
      room = floor + 1;
      await tend();
      expect(await ballastBytes()).toBe(ballast);
      expect(await readiness()).toEqual([200, undefined]);
    });

    it('is given up at the start when nothing else is free: the database needs space to be opened', async () => {
      await instance.app.stop();
      room = 0;
      const atOpening: number[] = [];
      const freeBytes = async () => {
        atOpening.push(await ballastBytes());
        return room + ballast - (await ballastBytes());
      };
      const { dataDir } = instance;
      instance = await startApp({ clock, dataDir, databaseDisk: { ballast, floor, freeBytes } });
      expect(atOpening[0]).toBe(ballast);
      expect(await ballastBytes()).toBe(0);
    });

    it('is given up for the change that has found no space, which then succeeds', async () => {
      // The disk has no space for the first text; the second stands for a retry after space was freed.
      await writeInNoSpace(['x'.repeat(1_000_000), 'x']);
      expect(await ballastBytes()).toBe(0);
      const { entries } = (await call('/audit?action=job.run')).body as { entries: unknown[] };
      expect(entries).toMatchObject([{ details: { text: 'x' } }]);
    });

    it('does not hide that the disk is full when even that does not help', async () => {
      const text = 'x'.repeat(1_000_000);
      await expect(writeInNoSpace([text, text])).rejects.toMatchObject({ code: 'SQLITE_FULL' });
      expect(await ballastBytes()).toBe(0);
    });

    /** A change that writes the first text, and the next one at each retry. */
    async function writeInNoSpace(texts: string[]): Promise<void> {
      const { database, uow, audit } = instance.app.core;
      const limitPages = (pages: number) => database.writer.raw(`PRAGMA max_page_count = ${pages}`);
      await limitPages(1);
      try {
        await uow.transaction((repos) =>
          audit.note(repos.audit, byHost, { action: 'job.run', details: { text: texts.shift() ?? '' } }),
        );
      } finally {
        await limitPages(1_000_000);
      }
      expect(texts).toEqual([]);
    }
  });

  describe('a database that cannot be written', () => {
    const setReadOnly = (is: 'ON' | 'OFF') =>
      instance.app.core.database.writer.raw(`PRAGMA query_only = ${is}`);
    const writtenAt = () => instance.app.core.uow.read.instance.read('written_at');

    it('is not ready, and ready again without a restart', async () => {
      await setReadOnly('ON');
      expect(await readiness()).toEqual([503, 'database']);
      expect(await readiness()).toEqual([503, 'database']);
      await setReadOnly('OFF');
      expect(await readiness()).toEqual([200, undefined]);
    });

    it('is found out by a write, at most twice a minute', async () => {
      expect(await writtenAt()).toBeNull();
      expect(await readiness()).toEqual([200, undefined]);
      const first = clock.now();
      expect(await writtenAt()).toBe(first);
      clock.advance(29_000);
      await setReadOnly('ON');
      expect(await readiness()).toEqual([200, undefined]);
      clock.advance(2000);
      expect(await readiness()).toEqual([503, 'database']);
      await setReadOnly('OFF');
      expect(await readiness()).toEqual([200, undefined]);
      expect(await writtenAt()).toBe(clock.now());
    });
  });
});
