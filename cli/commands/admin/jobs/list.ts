import * as z from 'zod/mini';
import type { Job } from '#sdk/contract/jobs.js';
import { formatDateTime, formatDuration } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../server/connect.ts';
import { alignColumns } from '../../../ui/columns.ts';

export const list = defineCommand({
  options: z.strictObject({}),
  async run(context) {
    const { client } = await connect(context);
    return client.jobs.list();
  },
  view: ({ jobs }, context) =>
    context.streams.stdout.isTTY ? tableOf(jobs, context) : jobs.map(toTabbedLine),
});

function tableOf(jobs: readonly Job[], { translator: { t, locale } }: Context): string[] {
  const timeOf = (time: string | null) => (time === null ? '' : formatDateTime(locale, time));
  const columns = ['job', 'state', 'last_run', 'next_run', 'every'] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = jobs.map((job) => [
    job.name,
    t(`cli.jobs.states.${stateOf(job)}`),
    timeOf(job.lastFinishedAt),
    timeOf(job.nextRunAt),
    formatDuration(locale, job.everySeconds),
  ]);
  const notices = jobs.flatMap(({ name, notice }) =>
    notice === null ? [] : [t(`cli.jobs.notices.${notice}`, { name })],
  );
  return [...alignColumns([head, ...rows], new Set()), ...notices];
}

/** For pipes: name, state, end of the last run, begin of the next, seconds between, notice. */
function toTabbedLine(job: Job): string {
  const { name, lastFinishedAt, nextRunAt, everySeconds, notice } = job;
  return [name, stateOf(job), lastFinishedAt ?? '', nextRunAt ?? '', everySeconds, notice ?? ''].join('\t');
}

export function stateOf({ isRunning, hasFailed, notice, lastFinishedAt }: Job) {
  if (isRunning) return 'running';
  if (hasFailed) return 'failed';
  if (notice !== null) return 'held';
  return lastFinishedAt === null ? 'waiting' : 'done';
}
