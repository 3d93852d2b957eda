import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSignals, type Signals } from '../db/signals.ts';
import { createLogger } from '../logger.ts';
import { findPostgres } from '../testing/engines/postgres-server.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../testing/open-unit-of-work.ts';
import { databaseIn, openDatabaseIn, useServer } from '../testing/test-database.ts';
import type { JobSpec } from './job.ts';
import { createJobRunner, type JobRunner } from './runner.ts';
import { createSharedSchedule, type SharedScheduleOptions } from './shared-schedule.ts';

const hour = 3_600_000;
const logger = createLogger({ level: 'silent', format: 'json' });

interface Run {
  server: string;
  signal: AbortSignal;
  end(): void;
  fail(error: Error): void;
}

interface Server extends JobRunner {
  /** Dies without a word: its timers and its database are gone. */
  kill(): void;
}

describe.skipIf(findPostgres() === null)('jobs of several servers on PostgreSQL', () => {
  let stopServer: () => Promise<void>;
  let test: TestUnitOfWork;
  let database: ReturnType<typeof openDatabaseIn>;
  let runs: Run[];
  let opened: { runner: JobRunner; signals: Signals }[];

  beforeAll(async () => {
    stopServer = await useServer();
  });
  afterAll(() => stopServer());
  beforeEach(async () => {
    test = await openTestUnitOfWork();
    database = openDatabaseIn(test.dataDir);
    runs = [];
    opened = [];
  });
  afterEach(async () => {
    for (const { runner, signals } of opened) {
      await runner.stop?.();
      await signals.close();
    }
    await database.close();
    await test.close();
  });

  /** A job whose runs end when the test says so, or the server stops. */
  const jobOf = (server: string, changes: Partial<JobSpec> = {}): JobSpec => ({
    name: 'slow',
    everyMs: hour,
    run: (signal) =>
      new Promise((end, fail) => {
        runs.push({ server, signal, end, fail });
        signal.addEventListener('abort', () => fail(signal.reason));
      }),
    ...changes,
  });

  async function open(
    name: string,
    { job, ...options }: Partial<SharedScheduleOptions> & { job?: Partial<JobSpec> } = {},
  ): Promise<Server> {
    const uow = await test.openAnother();
    const signals = createSignals({ database, address: databaseIn(test.dataDir), logger });
    let isDead = false;
    const mortal = {
      ...uow,
      transaction: (work: Parameters<typeof uow.transaction>[0]) =>
        isDead ? new Promise<never>(() => undefined) : uow.transaction(work),
    } as typeof uow;
    const shared = createSharedSchedule({ uow: mortal, signals, logger, ...options });
    const { isWebOnly = false } = options;
    const runner = createJobRunner({ clock: createFakeClock(), logger, shared, isWebOnly });
    runner.add([jobOf(name, job)]);
    const kill = () => {
      isDead = true;
      opened = opened.filter((one) => one.runner !== runner);
      void signals.close();
    };
    opened.push({ runner, signals });
    return { ...runner, kill };
  }

  const runCount = (count: number) => vi.waitFor(() => expect(runs).toHaveLength(count), { timeout: 15_000 });
  const end = (index: number) => runs[index]?.end();
  const isIdle = (server: JobRunner) =>
    vi.waitFor(async () => expect((await server.find('slow'))?.nextRunAt).not.toBeNull());

  it('run on one server at a time, and not once for each', async () => {
    const servers = await Promise.all(['a', 'b', 'c'].map((name) => open(name)));
    const [a, b] = servers as [Server, Server];
    await Promise.all(servers.map(async (server) => server.start?.()));
    await runCount(1);
    expect(await b.find('slow')).toMatchObject({ isRunning: true, nextRunAt: null });
    end(0);
    await isIdle(b);
    const status = await a.find('slow');
    expect(await b.find('slow')).toEqual(status);
    expect(status).toMatchObject({ isRunning: false, hasFailed: false, failures: 0 });
    expect((status?.nextRunAt ?? 0) - (status?.lastFinishedAt ?? 0)).toBeCloseTo(hour, -2);
    // One that starts later does not run what is not due, and runs what somebody asks it for.
    const late = await open('late');
    await late.start?.();
    const asked = late.run('slow');
    await runCount(2);
    end(1);
    await asked;
    expect(runs.map(({ server }) => server)).toEqual([runs[0]?.server, 'late']);
  });

  it('are woken by another server, during a run too', async () => {
    const worker = await open('worker');
    await worker.start?.();
    await runCount(1);
    const other = await open('other', { isWebOnly: true });
    other.wake('slow');
    other.wake('slow');
    await vi.waitFor(async () => {
      expect(await database.reader('jobs').whereNotNull('due_at')).toHaveLength(1);
    });
    end(0);
    await runCount(2);
    end(1);
    await isIdle(worker);
    other.wake('slow');
    await runCount(3);
    expect(runs.map(({ server }) => server)).toEqual(['worker', 'worker', 'worker']);
  });

  it('run once more for whoever asks, after the run of another server', async () => {
    const [a, b] = [await open('a'), await open('b')];
    const first = a.run('slow');
    await runCount(1);
    const asked = b.run('slow');
    expect((await b.find('slow'))?.isRunning).toBe(true);
    end(0);
    await first;
    await runCount(2);
    end(1);
    await asked;
    expect(runs.map(({ server }) => server)).toEqual(['a', 'b']);
  });

  it('run elsewhere for whoever asks a server that runs none', async () => {
    const worker = await open('worker');
    const web = await open('web', { isWebOnly: true });
    await Promise.all([worker, web].map(async (server) => server.start?.()));
    await runCount(1);
    end(0);
    await isIdle(web);
    const asked = web.run('slow');
    await runCount(2);
    runs[1]?.fail(new Error('the disk is gone'));
    await expect(asked).rejects.toThrow('has failed');
    expect(await web.find('slow')).toMatchObject({ hasFailed: true, failures: 1, isRunning: false });
    expect(runs.map(({ server }) => server)).toEqual(['worker', 'worker']);
  });

  it('begin again on another server when theirs was killed, or stops', async () => {
    const times = { lease: 1500, lookEvery: 500 };
    const [a, b, c] = [await open('a', { times }), await open('b', { times }), await open('c', { times })];
    await a.start?.();
    await runCount(1);
    await b.start?.();
    a.kill();
    await runCount(2);
    expect(runs[1]?.server).toBe('b');
    await c.start?.();
    await b.stop?.();
    await runCount(3);
    expect(runs.map(({ server }) => server)).toEqual(['a', 'b', 'c']);
    expect(await c.find('slow')).toMatchObject({ isRunning: true, hasFailed: false, failures: 0 });
  });

  it('stop on a server that was frozen until another one began, and change nothing', async () => {
    const a = await open('a', { times: { lease: 2000 } });
    const b = await open('b');
    const first = a.run('slow').catch((error: unknown) => String(error));
    await runCount(1);
    // As after the end of its lease.
    await database.writer('jobs').update({ owner: 'another', owner_until: 0 });
    const second = b.run('slow');
    await runCount(2);
    expect(await first).toContain('lease');
    expect([runs[0]?.signal.aborted, runs[1]?.signal.aborted]).toEqual([true, false]);
    expect(await b.find('slow')).toMatchObject({ isRunning: true, hasFailed: false });
    end(1);
    await second;
  });

  it('are prolonged for as long as they run', async () => {
    const a = await open('a', { times: { lease: 1000 } });
    const run = a.run('slow');
    await runCount(1);
    const readEnd = async () => {
      const rows: { owner_until: number }[] = await database.reader('jobs').select('owner_until');
      return rows[0]?.owner_until ?? 0;
    };
    const before = await readEnd();
    await vi.waitFor(async () => expect(await readEnd()).toBeGreaterThan(before + 1000), 10_000);
    end(0);
    await run;
  });

  it('of each server run on each, and repairs run at each start', async () => {
    const job = { isOfServer: true };
    for (const name of ['a', 'b']) await (await open(name, { job, isWebOnly: true })).start?.();
    await runCount(2);
    expect(await database.reader('jobs')).toEqual([]);
    const repair = { isDueAtStart: true };
    const c = await open('c', { job: repair });
    await c.start?.();
    await runCount(3);
    end(2);
    await isIdle(c);
    await (await open('d', { job: repair })).start?.();
    await runCount(4);
  });

  it('run although they have run while the clock was ahead', async () => {
    const first = await open('first');
    await first.start?.();
    await runCount(1);
    end(0);
    await isIdle(first);
    first.kill();
    const month = 30 * 24 * hour;
    await database.writer('jobs').update({
      started_at: database.writer.raw('started_at + ?', [month]),
      due_at: database.writer.raw('due_at + ?', [month]),
      owner: 'killed in the middle of a run',
      owner_until: database.writer.raw('started_at + ?', [month + hour]),
    });
    await (await open('second')).start?.();
    await runCount(2);
    expect(runs[1]?.server).toBe('second');
    end(1);
  });
});
