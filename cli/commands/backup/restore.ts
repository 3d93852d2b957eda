import * as z from 'zod/mini';
import type { RestoreReport } from '#sdk/contract/host/backups.js';
import { formatDuration } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { amountsOf, explained, instanceOptions, noteProgress, targetArgument } from './shared.ts';

export const restore = defineCommand({
  args: [{ ...targetArgument, required: true }],
  options: z.strictObject({
    snapshot: z.optional(z.string().check(z.meta({ value: 'ID' }))),
    keyFrom: z.optional(z.string().check(z.meta({ value: 'FILE' }))),
    dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'backup_restore_dry_run' })),
    ...instanceOptions,
  }),
  async run(context, { args: [target], options }): Promise<RestoreReport> {
    const host = await context.loadHost();
    const onProgress = noteProgress(context, 'cli.backup.restoring');
    return explained(host.backups.restore({ ...options, target, signal: context.signal, onProgress }));
  },
  view: describe,
  exit: ({ damageCount }) => (damageCount > 0 ? 'integrity' : 'ok'),
});

const maxLines = 10;

function describe(report: RestoreReport, context: Context): string[] {
  const { t, locale } = context.translator;
  const { isDryRun, snapshot, database, damageCount, damage, seconds } = report;
  const values = { ...amountsOf(report, context), snapshot, database };
  if (isDryRun) return [t('cli.backup.can_restore', values)];
  const shown = damage.slice(0, maxLines);
  return [
    t('cli.backup.restored', { ...values, time: formatDuration(locale, seconds) }),
    ...(damageCount > 0 ? [t('cli.backup.lost', { count: damageCount })] : []),
    ...shown.map((name) => `    ${name}`),
    ...(damageCount > shown.length
      ? [`    ${t('cli.progress.more', { count: damageCount - shown.length })}`]
      : []),
    t('cli.backup.restored_next'),
  ];
}
