import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes, formatDate, formatNumber } from '#sdk/i18n/format.js';
import type { Context } from '../context.ts';
import { alignColumns } from '../ui/columns.ts';
import { forTerminal } from './output.ts';

/** A further column of a list of shares: its head and its cells. */
export interface ShareColumn<S extends OwnerShare> {
  name: 'owner';
  cellOf(share: S): string;
}

/** For people; the name is last, because its width on the screen is not known. */
export function shareTable<S extends OwnerShare>(
  shares: readonly S[],
  { translator: { t, locale } }: Context,
  extra?: ShareColumn<S>,
): string[] {
  if (shares.length === 0) return [];
  const columns = [
    'id',
    'state',
    'files',
    'size',
    'expires',
    'visitors',
    extra?.name ?? 'kind',
    'name',
  ] as const;
  const head = columns.map((column) => t(`cli.columns.${column}`).toUpperCase());
  const rows = shares.map((share) => [
    share.id,
    t(`cli.states.${share.state}`),
    formatNumber(locale, share.fileCount),
    formatBytes(locale, share.size),
    share.expiresAt === null ? t('cli.never') : formatDate(locale, share.expiresAt),
    formatNumber(locale, share.visitors),
    extra
      ? forTerminal(extra.cellOf(share))
      : t(share.reverseShareId ? 'cli.share.received' : 'cli.share.own'),
    forTerminal(share.name ?? ''),
  ]);
  return alignColumns([head, ...rows], new Set([2, 3, 5]));
}

/** For pipes: id, state, files, bytes, expiry, visitors, link, name, and what a list adds of its own. */
export function shareLine(share: OwnerShare, ...extra: readonly string[]): string {
  const { id, state, fileCount, size, expiresAt, visitors, url, name } = share;
  return [
    id,
    state,
    fileCount,
    size,
    expiresAt ?? 'never',
    visitors,
    url,
    forTerminal(name ?? ''),
    ...extra,
  ].join('\t');
}
