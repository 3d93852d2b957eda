import * as z from 'zod/mini';
import type { VerifyReport } from '#sdk/contract/host/backups.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import {
  amountsOf,
  describeDamaged,
  explained,
  instanceOptions,
  noteProgress,
  targetArgument,
} from './shared.ts';

export const verify = defineCommand({
  args: [targetArgument],
  options: z.strictObject({
    deep: z._default(z.boolean(), false).check(z.meta({ text: 'backup_deep' })),
    ...instanceOptions,
  }),
  async run(context, { args: [target], options }): Promise<VerifyReport> {
    const host = await context.loadHost();
    const onProgress = noteProgress(context, 'cli.backup.examining');
    return explained(host.backups.verify({ ...options, target, signal: context.signal, onProgress }));
  },
  view: describe,
  exit: ({ damageCount }) => (damageCount > 0 ? 'integrity' : 'ok'),
});

const maxLines = 10;

function describe(report: VerifyReport, context: Context): string[] {
  const { t } = context.translator;
  const { snapshots, isDeep, damageCount, damage } = report;
  if (damageCount === 0) {
    const { count, size } = amountsOf(report, context);
    const objects = t('cli.backup.objects', { count });
    return [
      t('cli.backup.intact', { count: snapshots, objects, size }),
      ...(isDeep ? [] : [t('cli.backup.only_sizes')]),
    ];
  }
  const shown = damage.slice(0, maxLines);
  const hasLostBlobs = damage.some(({ name }) => !name.startsWith('snapshots/'));
  return [
    t('cli.backup.broken', { count: damageCount }),
    ...shown.map(({ name, reason }) => `    ${t(`cli.backup.damage.${reason}`, { name })}`),
    ...(damageCount > shown.length
      ? [`    ${t('cli.progress.more', { count: damageCount - shown.length })}`]
      : []),
    ...(hasLostBlobs ? [`  → ${t('cli.backup.broken_next')}`] : []),
    ...describeDamaged(report, context),
  ];
}
