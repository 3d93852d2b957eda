import * as z from 'zod/mini';
import { type AuditEntry, audit as endpoints } from '#sdk/contract/audit.js';
import { paginate } from '#sdk/index.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { forTerminal, writeStdout } from '../../io/output.ts';
import { Moment } from '../../options/time-spans.ts';
import { connect } from '../../server/connect.ts';

const { action, result, search } = endpoints.list.query.shape;

const AuditOptions = z.strictObject({
  action,
  result,
  search: search.check(z.meta({ text: 'search_audit' })),
  since: z.optional(Moment),
  until: z.optional(Moment),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000), z.meta({ text: 'limit_audit' }))),
});

/** Number of rows that fit on a screen; programs get all rows unless `--limit` is given. */
const screenful = 50;

/** Prints as it reads, so that any length of log goes through a pipe, and `| head` ends it early. */
export const audit = defineCommand({
  options: AuditOptions,
  async run(context, { options }): Promise<void> {
    const { client } = await connect(context);
    const isTable = context.streams.stdout.isTTY && !context.options.json;
    const { limit = isTable ? screenful : Number.POSITIVE_INFINITY, ...filter } = options;
    let count = 0;
    const { signal } = context;
    const entries = paginate(
      'entries',
      (page) => client.audit.list({ query: { ...filter, ...page } }, { signal }),
      { limit },
    );
    for await (const entry of entries) {
      if (isTable && count === 0) await writeStdout(context, `${headOf(context)}\n`);
      await writeStdout(context, `${isTable ? toRow(entry, context) : JSON.stringify(entry)}\n`);
      count++;
    }
    const { t } = context.translator;
    if (count === 0) context.output.note(t('cli.audit.none'));
    else if (count === limit && options.limit === undefined)
      context.output.note(t('cli.audit.more', { count }));
  },
});

/** Known before the first row: the table is printed as it arrives. */
const columns = [
  { name: 'time', width: 19 },
  { name: 'result', width: 7 },
  { name: 'action', width: 30 },
  { name: 'actor', width: 20 },
  { name: 'address', width: 15 },
  { name: 'subject', width: 0 },
] as const;

function headOf({ translator: { t } }: Context): string {
  return alignRow(columns.map(({ name }) => t(`cli.columns.${name}`).toUpperCase()));
}

function toRow(
  { at, result: outcome, action: what, actor, ip, subject, details }: AuditEntry,
  { translator: { t } }: Context,
): string {
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`);
  const cells = [
    formatTime(at),
    t(`cli.audit.results.${outcome}`),
    what,
    // Without an IP address, it was not a visitor.
    actor?.name ?? (ip === null ? t('cli.audit.host') : '-'),
    ip ?? '-',
    [subject?.name ?? subject?.id ?? '-', ...facts].join('  '),
  ];
  return alignRow(cells.map(forTerminal));
}

function alignRow(cells: readonly string[]): string {
  return cells
    .map((cell, index) => cell.padEnd(columns[index]?.width ?? 0))
    .join('  ')
    .trimEnd();
}

/** `2030-01-31 10:00:00` on the clock of this machine: of one width, and sorted as it reads. */
function formatTime(moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(moment),
  );
}
