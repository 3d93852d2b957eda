import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { Timestamp } from './formats/primitives.ts';

/** The reasons why a job is on hold until an administrator decides. */
export const jobNotices = ['clock_jump', 'database_full', 'backup_failed', 'scanner_failed'] as const;
export type JobNotice = (typeof jobNotices)[number];

/** Recurring work of the server. Times and results are recorded since the server started. */
export const Job = z.strictObject({
  /** Name of the job, such as `shares.purge`. */
  name: z.string(),
  /** Seconds between the end of a run and the start of the next. */
  everySeconds: z.number(),
  isRunning: z.boolean(),
  lastStartedAt: z.nullable(Timestamp),
  lastFinishedAt: z.nullable(Timestamp),
  /** True if the last run failed; the reason is in the server's log. */
  hasFailed: z.boolean(),
  nextRunAt: z.nullable(Timestamp),
  notice: z.nullable(z.enum(jobNotices)),
});
export type Job = z.output<typeof Job>;

export const jobs = {
  list: defineEndpoint({
    method: 'GET',
    path: '/jobs',
    access: 'admin',
    apiKey: 'admin',
    summary: 'List jobs and their last results',
    response: z.strictObject({ jobs: z.array(Job) }),
    errors: [],
  }),
  run: defineEndpoint({
    method: 'POST',
    path: '/jobs/:name/run',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Run a job now, or after its current run. Responds when the job is done, or after ten seconds',
    params: z.strictObject({ name: z.string().check(z.maxLength(60)) }),
    response: Job,
    errors: ['job_not_found'],
  }),
};
