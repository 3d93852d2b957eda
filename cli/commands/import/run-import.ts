import type { ImportOptions, ImportProgress, ImportReport } from '#sdk/contract/host/imports.js';
import { formatBytes, formatNumber } from '#sdk/i18n/format.js';
import type { Context } from '../../context.ts';
import { explainStart } from '../../errors/explain-start.ts';

/** Milliseconds between two lines about the progress. */
const noteEvery = 5000;

export async function runImport(
  context: Context,
  options: Omit<ImportOptions, 'signal' | 'onProgress'>,
): Promise<ImportReport> {
  const { signal } = context;
  const host = await context.loadHost();
  const onProgress = createProgress(context);
  return host.importFrom({ ...options, signal, onProgress }).catch((error: unknown) => {
    throw explainStart(error);
  });
}

/** Says every few seconds what has been stored. */
function createProgress({ output, translator }: Context): (done: ImportProgress) => void {
  const { t, locale } = translator;
  let notedAt = performance.now();
  return ({ files, bytes, total }) => {
    if (performance.now() - notedAt < noteEvery) return;
    notedAt = performance.now();
    output.note(
      t('cli.import.progress', {
        files: formatNumber(locale, files),
        all: formatNumber(locale, total.files),
        size: formatBytes(locale, bytes),
        total: formatBytes(locale, total.bytes),
      }),
    );
  };
}
