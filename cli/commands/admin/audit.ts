import * as z from 'zod/mini';
import { type AuditEntry, audit as endpoints } from '#sdk/contract/audit.js';
import { paginate } from '#sdk/index.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { forTerminal, writeStdout } from '../../io/output.ts';
import { Moment } from '../../options/time-spans.ts';
import { connect } from '../../server/connect.ts';
import { gap, joinCells, padCell } from '../../ui/columns.ts';
import {
  cellText,
  columnsOption,
  fitColumns,
  headOf,
  type TableColumn,
  terminalWidth,
} from '../../ui/table.ts';

const { action, result, search } = endpoints.list.query.shape;

/** The widths are known before the first row: the table is printed as it arrives. */
const columns: readonly (TableColumn<AuditEntry> & { width: number })[] = [
  { name: 'time', width: 19, rawOf: ({ at }) => at, cellOf: ({ at }) => formatTime(at) },
  {
    name: 'result',
    width: 7,
    rawOf: (entry) => entry.result,
    cellOf: (entry, { translator: { t } }) => t(`cli.audit.results.${entry.result}`),
    rank: 2,
  },
  {
    name: 'action',
    width: 30,
    rawOf: (entry) => entry.action,
    cellOf: (entry) => entry.action,
    leastWidth: 24,
  },
  {
    name: 'actor',
    width: 20,
    rawOf: ({ actor }) => forTerminal(actor?.name ?? ''),
    // Without an IP address, it was not a visitor.
    cellOf: ({ actor, ip }, { translator: { t } }) =>
      forTerminal(actor?.name ?? (ip === null ? t('cli.audit.host') : '-')),
    leastWidth: 12,
  },
  { name: 'address', width: 15, rawOf: ({ ip }) => ip ?? '', cellOf: ({ ip }) => ip ?? '-', rank: 3 },
  { name: 'subject', width: 40, rawOf: describeSubject, cellOf: describeSubject, rank: 1, leastWidth: 12 },
];

const AuditOptions = z.strictObject({
  action,
  result,
  search: search.check(z.meta({ text: 'search_audit' })),
  since: z.optional(Moment),
  until: z.optional(Moment),
  limit: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000_000), z.meta({ text: 'limit_audit' }))),
  columns: columnsOption(columns),
});

/** Columns of the last cell where the terminal does not tell its width. */
const longest = 1000;

/** Number of rows that fit on a screen; programs get all rows unless `--limit` is given. */
const screenful = 50;

/** Prints as it reads, so that any length of log goes through a pipe, and `| head` ends it early. */
export const audit = defineCommand({
  options: AuditOptions,
  async run(context, { options }): Promise<void> {
    const { client } = await connect(context);
    const isTable = context.streams.stdout.isTTY && !context.options.json;
    const { limit = isTable ? screenful : Number.POSITIVE_INFINITY, columns: chosen, ...filter } = options;
    const print = printerOf(context, chosen, isTable);
    let count = 0;
    const { signal } = context;
    const entries = paginate(
      'entries',
      (page) => client.audit.list({ query: { ...filter, ...page } }, { signal }),
      { limit },
    );
    for await (const entry of entries) {
      if (count === 0 && print.head !== null) await writeStdout(context, `${print.head}\n`);
      await writeStdout(context, `${print.lineOf(entry)}\n`);
      count++;
    }
    const { t } = context.translator;
    if (count === 0) context.output.note(t('cli.audit.none'));
    else if (count === limit && options.limit === undefined)
      context.output.note(t('cli.audit.more', { count }));
  },
});

interface Printer {
  head: string | null;
  lineOf(entry: AuditEntry): string;
}

/** Prints a table on a terminal, and JSON lines or the chosen columns for programs. */
function printerOf(context: Context, chosen: readonly string[] | undefined, isTable: boolean): Printer {
  const selected = chosen?.flatMap((name) => columns.find((column) => column.name === name) ?? []);
  if (!isTable) {
    const isJson = context.options.json || !selected;
    const fieldsOf = (entry: AuditEntry) => selected?.map(({ rawOf }) => rawOf(entry)).join('\t') ?? '';
    return { head: null, lineOf: (entry) => (isJson ? JSON.stringify(entry) : fieldsOf(entry)) };
  }
  const width = terminalWidth(context);
  const fitted = fitColumns(selected ?? columns, { width, keepsAll: Boolean(chosen) });
  const used = fitted.slice(0, -1).reduce((sum, column) => sum + column.width + gap, 0);
  // The last column takes what is left.
  const rest = Math.min(longest, Math.max(width - used, fitted.at(-1)?.width ?? 0));
  const join = (cellOf: (column: (typeof columns)[number]) => string) =>
    joinCells(
      fitted.map((column, index) =>
        padCell(cellOf(column), index === fitted.length - 1 ? rest : column.width, false),
      ),
    );
  return {
    head: join(({ name }) => headOf(context.translator, name)),
    lineOf: (entry) => join((column) => cellText(column, entry, context)),
  };
}

function describeSubject({ subject, details }: AuditEntry): string {
  const facts = Object.entries(details).map(([name, value]) => `${name}=${value}`);
  return forTerminal([subject?.name ?? subject?.id ?? '-', ...facts].join('  '));
}

/** `2030-01-31 10:00:00` on the clock of this machine: of one width, and sorted as it reads. */
function formatTime(moment: string): string {
  return new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(moment),
  );
}
