import * as z from 'zod/mini';
import { type StorageMoveReport, storageKinds } from '#sdk/contract/host/moves.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import { defineCommand } from '../../../command.ts';
import type { Context } from '../../../context.ts';
import { explainStart } from '../../../errors/explain-start.ts';

/** Milliseconds between two lines about the progress. */
const noteEvery = 5000;

export const move = defineCommand({
  options: z.strictObject({
    to: z.enum(storageKinds).check(z.meta({ text: 'storage_to' })),
    dryRun: z._default(z.boolean(), false).check(z.meta({ text: 'storage_dry_run' })),
    dataDir: z.optional(z.string().check(z.meta({ value: 'DIR' }))),
    databaseUrl: z.optional(z.string().check(z.meta({ value: 'URL' }))),
  }),
  async run(context, { options }): Promise<StorageMoveReport> {
    const { signal } = context;
    const host = await context.loadHost();
    const onProgress = createProgress(context);
    return host.moveStorage({ ...options, signal, onProgress }).catch((error: unknown) => {
      throw explainStart(error);
    });
  },
  view: describeMove,
  exit: ({ unreadable }) => (unreadable.length > 0 ? 'integrity' : 'ok'),
});

/** Says every few seconds what has been moved. */
function createProgress({ output, translator }: Context): (moved: StorageMoveReport['moved']) => void {
  let notedAt = performance.now();
  return (moved) => {
    if (performance.now() - notedAt < noteEvery) return;
    notedAt = performance.now();
    output.note(translator.t('cli.storage_move.moved', valuesOf(moved, translator)));
  };
}

function describeMove({ moved, left, unreadable }: StorageMoveReport, { translator }: Context): string[] {
  const { t, locale } = translator;
  const isEmpty = moved.blobs + left.blobs + left.unfinished === 0;
  if (isEmpty) return [t('cli.storage_move.nothing')];
  return [
    ...(moved.blobs > 0 ? [t('cli.storage_move.moved', valuesOf(moved, translator))] : []),
    ...(left.blobs > 0 ? [t('cli.storage_move.left', valuesOf(left, translator))] : []),
    ...(left.requests > 0
      ? [
          t('cli.storage_move.requests', {
            count: left.requests,
            number: formatNumber(locale, left.requests),
          }),
        ]
      : []),
    ...(left.unfinished > 0 ? [t('cli.storage_move.unfinished', { count: left.unfinished })] : []),
    ...(unreadable.length > 0 ? [t('cli.storage_move.unreadable', { count: unreadable.length })] : []),
  ];
}

function valuesOf({ blobs, bytes }: StorageMoveReport['moved'], { locale }: Context['translator']) {
  return { count: blobs, size: formatBytes(locale, bytes) };
}
