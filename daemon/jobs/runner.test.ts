import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLogger } from '../logger.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import type { JobSpec } from './job.ts';
import { createJobRunner, type JobRunner } from './runner.ts';

const minute = 60_000;

let clock: FakeClock;
let log: string[];
let runner: JobRunner;
let runs: { end(): void; fail(error: Error): void; signal: AbortSignal }[];

/** A job whose runs end when the test says so. */
const slow: JobSpec = {
  name: 'slow',
  everyMs: 10 * minute,
  run: (signal) =>
    new Promise((end, fail) => {
      runs.push({ end, fail, signal });
      signal.addEventListener('abort', () => fail(signal.reason));
    }),
};

beforeEach(() => {
  clock = createFakeClock();
  log = [];
  runs = [];
  const logger = createLogger({
    level: 'info',
    format: 'json',
    destination: { write: (line: string) => void log.push(line) },
  });
  runner = createJobRunner({ clock, logger });
  runner.add([slow, { name: 'quick', everyMs: minute, run: async () => undefined }]);
});
afterEach(() => runner.stop?.());

const status = () => runner.find('slow');

it('never runs a job twice at the same time, and lets who comes meanwhile share one more run', async () => {
  const first = runner.run('slow');
  const others = [runner.run('slow'), runner.run('slow'), runner.run('slow')];
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await first;
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await Promise.all(others);
  expect(runs).toHaveLength(2);
});

it('reports each failed run', async () => {
  const failed: string[] = [];
  const onFailure = async (job: string) => void failed.push(job);
  const logger = createLogger({ level: 'silent', format: 'json' });
  const own = createJobRunner({ clock, logger, onFailure });
  own.add([slow]);
  const run = own.run('slow');
  runs[0]?.fail(new Error('full'));
  await expect(run).rejects.toThrow('full');
  expect(failed).toEqual(['slow']);
});

it('tells how the last run went', async () => {
  expect(await status()).toMatchObject({ isRunning: false, lastStartedAt: null, lastFinishedAt: null });
  const startedAt = clock.now();
  const run = runner.run('slow');
  expect(await status()).toMatchObject({ isRunning: true, lastStartedAt: startedAt, lastFinishedAt: null });
  clock.advance(minute);
  runs[0]?.end();
  await run;
  expect(await status()).toMatchObject({
    isRunning: false,
    lastStartedAt: startedAt,
    lastFinishedAt: startedAt + minute,
    hasFailed: false,
  });
});

it('tells of a failure, with the reason in the log, until a run succeeds', async () => {
  const failing = runner.run('slow');
  runs[0]?.fail(new Error('the disk is gone'));
  await expect(failing).rejects.toThrow('the disk is gone');
  expect(await status()).toMatchObject({ hasFailed: true, isRunning: false });
  expect(log.join('')).toContain('the disk is gone');
  const next = runner.run('slow');
  runs[1]?.end();
  await next;
  expect(await status()).toMatchObject({ hasFailed: false });
});

it('runs the waiting after a failure too', async () => {
  const failing = runner.run('slow');
  const waiting = runner.run('slow');
  runs[0]?.fail(new Error('no'));
  await expect(failing).rejects.toThrow('no');
  await expect.poll(() => runs.length).toBe(2);
  runs[1]?.end();
  await waiting;
});

it('says when it runs next, from the end of a run on, and runs earlier when it is woken', async () => {
  await runner.start?.();
  expect((await status())?.nextRunAt).toBeNull();
  clock.advance(minute);
  runs[0]?.end();
  await expect.poll(async () => (await status())?.nextRunAt).toBe(clock.now() + slow.everyMs);
  runner.wake('slow');
  await expect.poll(() => runs.length).toBe(2);
});

it('does not lose what wakes it during a run', async () => {
  await runner.start?.();
  runner.wake('slow');
  runs[0]?.end();
  await expect.poll(() => runs.length).toBe(2);
});

it('has not failed when the server stops', async () => {
  await runner.start?.();
  await runner.stop?.();
  expect(runs[0]?.signal.aborted).toBe(true);
  expect(await status()).toMatchObject({ hasFailed: false, isRunning: false });
  expect(log).toEqual([]);
});

it('stops when the run that somebody asked for has ended, and begins none after that', async () => {
  let begun = 0;
  let end: () => void = () => undefined;
  /** Continues for a while although it was told to stop. */
  const run = () => {
    begun += 1;
    return new Promise<void>((resolve) => (end = resolve));
  };
  const logger = createLogger({ level: 'silent', format: 'json' });
  const busy = createJobRunner({ clock, logger });
  busy.add([{ name: 'busy', everyMs: minute, run }]);
  const outcomes = Promise.allSettled([busy.run('busy'), busy.run('busy')]);
  let hasStopped = false;
  const stopping = Promise.resolve(busy.stop?.()).then(() => (hasStopped = true));
  await new Promise(setImmediate);
  expect(hasStopped).toBe(false);
  end();
  await stopping;
  expect((await outcomes).map(({ status: outcome }) => outcome)).toEqual(['fulfilled', 'rejected']);
  await expect(busy.run('busy')).rejects.toThrow('aborted');
  expect(begun).toBe(1);
  expect(await busy.find('busy')).toMatchObject({ isRunning: false, hasFailed: false });
});

it('lists jobs by name', async () => {
  expect((await runner.list()).map(({ name }) => name)).toEqual(['quick', 'slow']);
});
