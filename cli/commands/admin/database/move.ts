import * as z from 'zod/mini';
import type { DatabaseMoveReport, DatabaseMoveStep } from '#sdk/contract/host/moves.js';
import { formatBytes, formatDuration, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { explainStart } from '../../../errors/explain-start.ts';
import { assertCanConfirm, confirmAction } from '../../../io/confirm.ts';
import { alignColumns } from '../../../ui/columns.ts';

export const move = defineCommand({
  options: z.strictObject({
    to: z.string().check(z.meta({ value: 'URL', text: 'move_to' })),
    dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'move_dry_run' })),
    yes: z._default(z.boolean(), false).check(z.meta({ short: 'y' })),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  }),
  async run(context, { options: { yes, ...options } }): Promise<DatabaseMoveReport> {
    const { dryRun } = options;
    assertCanConfirm(context, yes || dryRun);
    if (!yes && !dryRun) await confirm(context);
    const host = await context.loadHost();
    const { signal } = context;
    const onStep = (step: DatabaseMoveStep) => context.output.note(describeStep(step, context));
    return host.moveDatabase({ ...options, signal, onStep }).catch((error: unknown) => {
      throw explainStart(error);
    });
  },
  view: describeMove,
});

async function confirm(context: Context): Promise<void> {
  const { t } = context.translator;
  const consequences = [
    t('cli.move_database.consequences.changes'),
    t('cli.move_database.consequences.restart'),
  ];
  await confirmAction(context, { consequences, question: t('cli.prompts.continue') });
}

function describeStep(step: DatabaseMoveStep, { translator: { t } }: Context): string {
  switch (step.name) {
    case 'starts_over':
      return t('cli.move_database.starts_over');
    case 'copies':
      return t('cli.move_database.copies', { count: step.rows });
    case 'checks':
      return t('cli.move_database.checks');
  }
}

function describeMove(report: DatabaseMoveReport, context: Context): string[] {
  const { t, locale } = context.translator;
  const { outcome, from, to, version, isEmpty, rows, bytes, variable } = report;
  const time = formatDuration(locale, report.seconds);
  if (outcome === 'examined') {
    return [
      ...tableOf(report, context),
      t('cli.move_database.source', { from, size: formatBytes(locale, bytes) }),
      t('cli.move_database.target', { to, version }),
      t(isEmpty ? 'cli.move_database.empty' : 'cli.move_database.interrupted'),
      t('cli.move_database.estimate', { time }),
    ];
  }
  const done =
    outcome === 'moved'
      ? t('cli.move_database.done', { count: rows, from, to, time })
      : t('cli.move_database.completed', { from, to });
  return [done, t('cli.move_database.next'), '', `  ${variable}`];
}

function tableOf({ tables, rows }: DatabaseMoveReport, { translator: { t, locale } }: Context): string[] {
  const head = [t('cli.columns.table'), t('cli.columns.rows')].map((title) => title.toUpperCase());
  const lines = [...tables, { name: t('cli.move_database.total'), rows }];
  const cells = lines.map((line) => [line.name, formatNumber(locale, line.rows)]);
  return alignColumns([head, ...cells], new Set([1]));
}
