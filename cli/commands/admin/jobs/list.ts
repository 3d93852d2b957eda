import * as z from 'zod/mini';
import type { Job } from '#sdk/contract/jobs.js';
import { formatDateTime, formatDuration } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { connect } from '../../../server/connect.ts';
import { codeColumn, textColumn } from '../../../ui/column-kinds.ts';
import { columnsOption, listLines, type TableColumn } from '../../../ui/table.ts';

const columns: readonly TableColumn<Job>[] = [
  textColumn('job', ({ name }) => name),
  codeColumn('state', stateOf, { keyOf: (state) => `cli.jobs.states.${state}` }),
  {
    name: 'last_run',
    rawOf: ({ lastFinishedAt }) => lastFinishedAt ?? '',
    cellOf: ({ lastFinishedAt }, context) => describeTime(lastFinishedAt, context),
    rank: 1,
  },
  {
    name: 'next_run',
    rawOf: ({ nextRunAt }) => nextRunAt ?? '',
    cellOf: ({ nextRunAt }, context) => describeTime(nextRunAt, context),
    rank: 3,
  },
  {
    name: 'every',
    rawOf: ({ everySeconds }) => everySeconds,
    cellOf: ({ everySeconds }, { translator: { locale } }) => formatDuration(locale, everySeconds),
    rank: 2,
  },
  { name: 'notice', rawOf: ({ notice }) => notice ?? '' },
];

export const list = defineCommand({
  options: z.strictObject({ columns: columnsOption(columns) }),
  async run(context) {
    const { client } = await connect(context);
    return client.jobs.list();
  },
  view: ({ jobs }, context, options) => [
    ...listLines(jobs, context, { columns, chosen: options?.columns }),
    ...(context.streams.stdout.isTTY ? noticesOn(jobs, context) : []),
  ],
});

function noticesOn(jobs: readonly Job[], { translator: { t } }: Context): string[] {
  return jobs.flatMap(({ name, notice }) =>
    notice === null ? [] : [t(`cli.jobs.notices.${notice}`, { name })],
  );
}

function describeTime(time: string | null, { translator: { locale } }: Context): string {
  return time === null ? '' : formatDateTime(locale, time);
}

export function stateOf({ isRunning, hasFailed, notice, lastFinishedAt }: Job) {
  if (isRunning) return 'running';
  if (hasFailed) return 'failed';
  if (notice !== null) return 'held';
  return lastFinishedAt === null ? 'waiting' : 'done';
}
