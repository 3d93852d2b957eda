import type { Translator } from '#sdk/i18n/translate.js';

/** Lines that name things one by one, at most this many; a last line says how many more there are. */
export function shortList<T>(
  { t }: Translator,
  items: readonly T[],
  { describe, most = 10 }: { describe(item: T): string; most?: number },
): string[] {
  const more = items.length - most;
  const lines = items.slice(0, most).map(describe);
  return more > 0 ? [...lines, t('cli.progress.more', { count: more })] : lines;
}
