import * as z from 'zod/mini';
import type { BackupList } from '#sdk/contract/host/backups.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { alignColumns } from '../../ui/columns.ts';
import { describeDamaged, explained, instanceOptions, targetArgument } from './shared.ts';

export const list = defineCommand({
  args: [targetArgument],
  options: z.strictObject(instanceOptions),
  async run({ loadHost, signal }, { args: [target], options }): Promise<BackupList> {
    const host = await loadHost();
    return explained(host.backups.list({ ...options, target, signal }));
  },
  view: describe,
});

function describe(report: BackupList, context: Context): string[] {
  const { t, locale } = context.translator;
  const whole = report.snapshots.map(({ id, blobs, bytes, version }) => [
    id,
    formatNumber(locale, blobs),
    formatBytes(locale, bytes),
    version,
  ]);
  const damaged = report.damagedSnapshots.map((id) => [id, '-', '-', t('cli.backup.snapshot_damaged')]);
  const rows = [...whole, ...damaged].toSorted(([a = ''], [b = '']) => (a < b ? -1 : 1));
  if (rows.length === 0) return [t('cli.backup.none')];
  const head = ['snapshot', 'objects', 'size', 'version'] as const;
  const names = head.map((name) => t(`cli.columns.${name}`).toUpperCase());
  return [...alignColumns([names, ...rows], new Set([1, 2])), ...describeDamaged(report, context)];
}
