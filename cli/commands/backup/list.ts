import * as z from 'zod/mini';
import type { BackupList } from '#sdk/contract/host/backups.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../command.ts';
import type { Context } from '../../context.ts';
import { alignColumns } from '../../ui/columns.ts';
import { explained, instanceOptions, targetArgument } from './shared.ts';

export const list = defineCommand({
  args: [targetArgument],
  options: z.strictObject(instanceOptions),
  async run({ loadHost, signal }, { args: [target], options }): Promise<BackupList> {
    const host = await loadHost();
    return explained(host.backups.list({ ...options, target, signal }));
  },
  view: describe,
});

function describe({ snapshots }: BackupList, { translator: { t, locale } }: Context): string[] {
  if (snapshots.length === 0) return [t('cli.backup.none')];
  const head = ['snapshot', 'objects', 'size', 'version'] as const;
  const rows = snapshots.map(({ id, blobs, bytes, version }) => [
    id,
    formatNumber(locale, blobs),
    formatBytes(locale, bytes),
    version,
  ]);
  return alignColumns([head.map((name) => t(`cli.columns.${name}`).toUpperCase()), ...rows], new Set([1, 2]));
}
