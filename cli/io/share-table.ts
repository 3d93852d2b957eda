import type { OwnerShare } from '#sdk/contract/shares.js';
import { formatBytes, formatDate, formatNumber } from '#sdk/i18n/format.js';
import type { TableColumn } from '../ui/table.ts';
import { forTerminal } from './output.ts';

/** The columns that all lists of shares have. */
export const shareColumns: readonly TableColumn<OwnerShare>[] = [
  { name: 'id', rawOf: ({ id }) => id, cellOf: ({ id }) => id },
  {
    name: 'state',
    rawOf: ({ state }) => state,
    cellOf: ({ state }, { translator: { t } }) => t(`cli.states.${state}`),
    rank: 3,
  },
  {
    name: 'files',
    rawOf: ({ fileCount }) => fileCount,
    cellOf: ({ fileCount }, { translator: { locale } }) => formatNumber(locale, fileCount),
    isNumber: true,
    rank: 4,
  },
  {
    name: 'size',
    rawOf: ({ size }) => size,
    cellOf: ({ size }, { translator: { locale } }) => formatBytes(locale, size),
    isNumber: true,
    rank: 2,
  },
  {
    name: 'expires',
    rawOf: ({ expiresAt }) => expiresAt ?? 'never',
    cellOf: ({ expiresAt }, { translator: { t, locale } }) =>
      expiresAt === null ? t('cli.never') : formatDate(locale, expiresAt),
    rank: 1,
  },
  {
    name: 'visitors',
    rawOf: ({ visitors }) => visitors,
    cellOf: ({ visitors }, { translator: { locale } }) => formatNumber(locale, visitors),
    isNumber: true,
    rank: 5,
  },
  { name: 'link', rawOf: ({ url }) => url },
  {
    name: 'name',
    rawOf: ({ name }) => forTerminal(name ?? ''),
    cellOf: ({ name }) => forTerminal(name ?? ''),
    leastWidth: 16,
  },
];

export const ownShareColumns: readonly TableColumn<OwnerShare>[] = [
  ...shareColumns,
  {
    name: 'kind',
    rawOf: ({ reverseShareId }) => (reverseShareId ? 'received' : 'own'),
    cellOf: ({ reverseShareId }, { translator: { t } }) =>
      t(reverseShareId ? 'cli.share.received' : 'cli.share.own'),
    rank: 6,
  },
];
