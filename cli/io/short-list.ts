import type { Translator } from '#sdk/i18n/translate.js';

interface ListShape<T> {
  describe(item: T): string;
  most?: number;
  /** Number of things, if the items are only the first of them. */
  count?: number;
}

/** Lines that name things one by one, at most this many; a last line says how many more there are. */
export function shortList<T>(
  { t }: Translator,
  items: readonly T[],
  { describe, most = 10, count = items.length }: ListShape<T>,
): string[] {
  const lines = items.slice(0, most).map(describe);
  const more = count - lines.length;
  return more > 0 ? [...lines, t('cli.progress.more', { count: more })] : lines;
}
