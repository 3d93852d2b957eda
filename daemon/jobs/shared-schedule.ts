import { setTimeout } from 'node:timers/promises';
import { newRunId } from '../crypto/ids.ts';
import type { Signals } from '../db/signals.ts';
import type { UnitOfWork } from '../db/unit-of-work.ts';
import type { Logger } from '../logger.ts';
import type { JobSpec } from './job.ts';
import type { JobClaim, JobOutcome, JobRepo } from './job-repo.ts';
import { holdLease } from './lease.ts';
import type { JobRun, JobSchedule } from './schedule.ts';

export interface SharedScheduleOptions {
  uow: UnitOfWork<{ jobs: JobRepo }>;
  signals: Signals;
  logger: Logger;
  /** Runs none of the jobs: other servers do. */
  isWebOnly?: boolean;
  times?: Partial<typeof defaultTimes>;
}

/** Milliseconds. */
const defaultTimes = {
  /** A run whose server does not prolong it for so long has ended: another one may begin. */
  lease: 30_000,
  /** A signal may be lost, so each server looks by itself as well. */
  lookEvery: 30_000,
  /** Between two tries, and while somebody waits for the run of another server. */
  askEvery: 500,
};

/** Jobs of several servers on one database: each run belongs to one of them, and all see when the next one is due. */
export function createSharedSchedule(options: SharedScheduleOptions): JobSchedule {
  const { uow, signals, logger, isWebOnly = false } = options;
  const times = { ...defaultTimes, ...options.times };
  const entered = new Set<string>();
  const waking = new Map<string, boolean>();

  async function enter(jobs: readonly JobSpec[], isStart: boolean): Promise<void> {
    const names = jobs.map(({ name }) => name);
    if (!isStart && names.every((name) => entered.has(name))) return;
    const due = isStart ? jobs.filter(({ isDueAtStart }) => isDueAtStart).map(({ name }) => name) : [];
    await uow.transaction((repos) => repos.jobs.enter(names, due));
    for (const name of names) entered.add(name);
  }

  const claim = (run: JobClaim, asked: boolean) =>
    uow.transaction(({ jobs }) => jobs.claim(run, { asked, lease: times.lease }));

  async function begin(run: JobClaim, { asked, signal }: JobRun): Promise<boolean> {
    while (!(await claim(run, asked))) {
      if (!asked) return false;
      await setTimeout(times.askEvery, undefined, { signal });
    }
    return true;
  }

  async function tryToBegin(run: JobClaim, options: JobRun): Promise<boolean> {
    try {
      return await begin(run, options);
    } catch (error) {
      if (!options.signal.aborted) logger.warn({ job: run.name, err: error }, 'a job could not begin');
      throw error;
    }
  }

  async function finish(run: JobClaim, outcome: JobOutcome): Promise<void> {
    try {
      await uow.transaction(({ jobs }) => jobs.finish(run, outcome));
    } catch (error) {
      logger.warn({ job: run.name, err: error }, 'the end of a job could not be noted');
    }
    if (outcome.result === 'stopped') signals.send('jobs', run.name);
  }

  async function runHere(job: JobSpec, options: JobRun): Promise<void> {
    const { name, everyMs } = job;
    const { signal, work } = options;
    const run = { name, owner: newRunId() };
    if (!(await tryToBegin(run, options))) return;
    const lease = holdLease({
      milliseconds: times.lease,
      signal,
      renew: () => uow.transaction(({ jobs }) => jobs.renew(run, times.lease)),
    });
    let result: JobOutcome['result'] = 'failed';
    try {
      await work(lease.signal);
      result = 'done';
    } finally {
      lease.end();
      if (lease.isLost()) logger.warn({ job: name }, 'a job was stopped: another server may run it');
      if (lease.signal.aborted) result = 'stopped';
      await finish(run, { result, everyMs, notice: job.notice?.() ?? null });
    }
  }

  /** Waits for a run that another server begins from now on. */
  async function runElsewhere({ name }: JobSpec, signal: AbortSignal): Promise<void> {
    const since = await uow.read.jobs.now();
    wake(name);
    for (;;) {
      await setTimeout(times.askEvery, undefined, { signal });
      const history = (await uow.read.jobs.list()).get(name);
      if (!history || history.isRunning || (history.lastStartedAt ?? 0) < since) continue;
      if (history.hasFailed) throw new Error(`the job ${name} has failed on another server`);
      return;
    }
  }

  /** One at a time for each job: many requests may wake the same one. */
  function wake(name: string): void {
    const isBusy = waking.has(name);
    waking.set(name, isBusy);
    if (!isBusy) void wakeOnce(name);
  }

  async function wakeOnce(name: string): Promise<void> {
    try {
      const isNews = await uow.transaction(({ jobs }) => jobs.wake(name));
      if (isNews) signals.send('jobs', name);
    } catch (error) {
      logger.warn({ job: name, err: error }, 'a job could not be woken');
    }
    const again = waking.get(name);
    waking.delete(name);
    if (again) wake(name);
  }

  return {
    start: (jobs) => enter(jobs, true),

    async run(job, run) {
      await enter([job], false);
      await (isWebOnly ? runElsewhere(job, run.signal) : runHere(job, run));
    },

    async untilDue({ name }) {
      try {
        const left = (await uow.read.jobs.untilDue(name)) ?? 0;
        // What does not begin although it is due is not tried all the time.
        return Math.min(Math.max(left, times.askEvery), times.lookEvery);
      } catch (error) {
        logger.warn({ job: name, err: error }, 'when a job is due could not be read');
        return times.lookEvery;
      }
    },

    wake,
    // No text: the sender cannot know which.
    listen: (listener) => signals.on('jobs', (text) => listener(text || null)),
    read: () => uow.read.jobs.list(),
  };
}
