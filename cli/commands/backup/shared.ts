import * as z from 'zod/mini';
import type { BackupProgress } from '#sdk/contract/host/backups.js';
import { formatBytes } from '#sdk/i18n/format.js';
import type { MessageKey } from '#sdk/i18n/translate.js';
import type { Argument } from '../../command.ts';
import type { Context } from '../../context.ts';
import { explainStart } from '../../errors/explain-start.ts';
import { quoteWord } from '../../io/quote-word.ts';

/** Options of every command about backups. */
export const instanceOptions = {
  dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
  databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
};

export const targetArgument: Argument = { name: 'target', text: 'backup_target' };

/** Milliseconds between two lines about the progress. */
const noteEvery = 5000;

/** Returns a callback that says every few seconds what has been done. */
export function noteProgress(context: Context, key: MessageKey): (progress: BackupProgress) => void {
  let notedAt = performance.now();
  return (progress) => {
    if (performance.now() - notedAt < noteEvery) return;
    notedAt = performance.now();
    context.output.note(context.translator.t(key, amountsOf(progress, context)));
  };
}

export function amountsOf({ blobs, bytes }: BackupProgress, { translator: { locale } }: Context) {
  return { count: blobs, size: formatBytes(locale, bytes) };
}

/** Explains what the host refuses. */
export function explained<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw explainStart(error);
  });
}

/** Names the damaged snapshots of a target, and the command that removes them. */
export function describeDamaged(
  { target, damagedSnapshots }: { target: string; damagedSnapshots: readonly string[] },
  { translator: { t } }: Context,
): string[] {
  const count = damagedSnapshots.length;
  if (count === 0) return [];
  const options = damagedSnapshots.map((id) => `--remove ${id}`).join(' ');
  const place = quoteWord(target);
  return [
    t('cli.backup.snapshots_damaged', { count, ids: damagedSnapshots.join(', ') }),
    `  → ${t('cli.backup.snapshots_damaged_next', { count, target: place, options })}`,
  ];
}
