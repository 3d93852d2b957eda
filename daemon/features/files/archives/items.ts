import { readCatalogues } from '#sdk/i18n/catalogue.js';
import { createTranslator } from '#sdk/i18n/translate.js';
import type { ArchiveText } from '../../../transfer/zip/layout.ts';
import type { FileRecord } from '../types.ts';

/** The items of an archive, in their order. */
export type ArchiveItem = { kind: 'file'; file: FileRecord } | ({ kind: 'text' } & ArchiveText);

// Always in one language: the same files must produce the same archive.
const { t } = createTranslator('en', readCatalogues('en'));

/**
 * Lists the items of an archive. Files that are known to be damaged are left out; a text at the end names them, so that
 * recipients notice in time.
 */
export async function* listArchiveItems(
  batches: AsyncIterable<FileRecord[]> | Iterable<FileRecord[]>,
): AsyncGenerator<ArchiveItem[]> {
  const damaged: FileRecord[] = [];
  for await (const batch of batches) {
    damaged.push(...batch.filter((file) => file.damagedAt !== null));
    yield batch.filter((file) => file.damagedAt === null).map((file) => ({ kind: 'file', file }));
  }
  if (damaged.length > 0) yield [noteOn(damaged)];
}

function noteOn(damaged: readonly FileRecord[]): ArchiveItem {
  const paths = damaged.map(({ path }) => path).join('\n');
  const [before, after] = [t('archive.damagedBefore', { count: damaged.length }), t('archive.damagedAfter')];
  return {
    kind: 'text',
    path: t('archive.damagedName'),
    text: `${before}\n\n${paths}\n\n${after}\n`,
    modified: damaged.reduce((latest, { damagedAt }) => Math.max(latest, damagedAt ?? 0), 0),
  };
}
