import * as z from 'zod/mini';
import type { BackupReport } from '#sdk/contract/host/backups.js';
import { formatDuration } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { forTerminal } from '../../io/output.ts';
import {
  amountsOf,
  describeDamaged,
  explained,
  instanceOptions,
  noteProgress,
  targetArgument,
} from './shared.ts';

export const create = defineCommand({
  args: [targetArgument],
  options: z.strictObject({
    keyTo: z.optional(z.string().check(z.meta({ value: 'FILE' }))),
    startOver: z._default(z.boolean(), false),
    ...instanceOptions,
  }),
  async run(context, { args: [target], options }): Promise<BackupReport> {
    const host = await context.loadHost();
    const onProgress = noteProgress(context, 'cli.backup.copying');
    return explained(host.backups.create({ ...options, target, signal: context.signal, onProgress }));
  },
  view: describe,
  exit: ({ damagedFiles }) => (damagedFiles.length > 0 ? 'integrity' : 'ok'),
});

const maxLines = 10;

function describe(report: BackupReport, context: Context): string[] {
  const { t, locale } = context.translator;
  const { id, target, copied, damaged, damagedFiles, key, keyCopy, seconds } = report;
  const shown = damagedFiles.slice(0, maxLines);
  return [
    t('cli.backup.created', {
      ...amountsOf(report, context),
      id,
      target,
      time: formatDuration(locale, seconds),
    }),
    t('cli.backup.copied', amountsOf(copied, context)),
    ...(damaged > 0 ? [t('cli.backup.damaged', { count: damaged })] : []),
    ...shown.map(({ share, path }) => `    ${forTerminal(`${share}: ${path}`)}`),
    ...(damaged > shown.length ? [`    ${t('cli.progress.more', { count: damaged - shown.length })}`] : []),
    ...describeDamaged(report, context),
    keyCopy === null ? t('cli.backup.key', { key }) : t('cli.backup.key_copied', { file: keyCopy }),
  ];
}
