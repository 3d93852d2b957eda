import { shownState } from '#sdk/contract/shares/shown-state.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { codeColumn, countColumn, sizeColumn, textColumn, timeColumn } from '../ui/column-kinds.ts';
import type { TableColumn } from '../ui/table.ts';

/** The columns that all lists of shares have. */
export const shareColumns: readonly TableColumn<OwnerShare>[] = [
  textColumn('id', ({ id }) => id),
  codeColumn('state', shownState, { keyOf: (state) => `cli.states.${state}`, rank: 3 }),
  countColumn('files', ({ fileCount }) => fileCount, { rank: 4 }),
  sizeColumn('size', ({ size }) => size, { rank: 2 }),
  timeColumn('expires', ({ expiresAt }) => expiresAt, { isDay: true, rank: 1 }),
  countColumn('visitors', ({ visitors }) => visitors, { rank: 5 }),
  { name: 'link', rawOf: ({ url }) => url },
  textColumn('name', ({ name }) => name, { leastWidth: 16 }),
];

export const ownShareColumns: readonly TableColumn<OwnerShare>[] = [
  ...shareColumns,
  codeColumn('kind', ({ reverseShareId }) => (reverseShareId ? 'received' : 'own'), {
    keyOf: (kind) => (kind === 'own' ? 'cli.share.own' : 'cli.share.received'),
    rank: 6,
  }),
];
