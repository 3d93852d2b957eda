import Box from '@mui/material/Box';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { BareCheckbox } from '../../ui/lists/BareCheckbox.tsx';
import { SortableHeader } from '../../ui/lists/SortableHeader.tsx';
import { tableStyle } from '../../ui/lists/table-style.ts';
import { ShareRow } from './ShareRow.tsx';
import { type ShareFilters, type ShareSort, sortBy } from './share-filters.ts';
import type { BatchAction } from './use-batch.ts';
import type { Selection } from './use-selection.ts';
import type { ListedShare, ShareScope } from './use-share-list.ts';

interface Props {
  scope: ShareScope;
  shares: readonly ListedShare[];
  filters: ShareFilters;
  selection: Selection;
  onFilter(filters: ShareFilters): void;
  onAction(action: BatchAction, share: ListedShare): void;
}

interface Column {
  label: MessageKey;
  sort?: ShareSort;
  isNumeric?: boolean;
  /** Only in the list of all users' shares */
  isForAll?: boolean;
}

const columns: readonly Column[] = [
  { label: 'web.shares.columnShare', sort: 'name' },
  { label: 'web.shares.columnOwner', isForAll: true },
  { label: 'web.shares.columnState' },
  { label: 'web.shares.columnSize', sort: 'size', isNumeric: true },
  { label: 'web.shares.columnVisitors', sort: 'visitors', isNumeric: true },
  { label: 'web.shares.columnDownloads', isNumeric: true },
  { label: 'web.shares.columnExpires', sort: 'expiresAt' },
  { label: 'web.shares.columnCreated', sort: 'createdAt' },
];

/** A table on wide screens; on a phone each row becomes a card. */
export function ShareTable({ scope, shares, filters, selection, onFilter, onAction }: Props) {
  const { t } = useTranslator();
  const isPartly = selection.shares.length > 0 && !selection.isAll;
  return (
    <Box
      component="table"
      role="table"
      aria-label={t(scope === 'all' ? 'web.shares.titleOfAll' : 'web.shares.title')}
      sx={shareTableStyle}
    >
      <Box component="thead" role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            <BareCheckbox
              label={t('web.shares.selectAll')}
              isChecked={selection.isAll}
              isPartly={isPartly}
              onChange={selection.setAll}
            />
          </th>
          {columns
            .filter(({ isForAll }) => !isForAll || scope === 'all')
            .map(({ label, sort, isNumeric = false }) =>
              sort ? (
                <SortableHeader
                  key={label}
                  label={t(label)}
                  isNumeric={isNumeric}
                  direction={directionOf(filters, sort)}
                  onSort={() => onFilter(sortBy(filters, sort))}
                />
              ) : (
                <th key={label} role="columnheader" scope="col" {...(isNumeric && { 'data-numeric': true })}>
                  {t(label)}
                </th>
              ),
            )}
          <th role="columnheader" scope="col" aria-label={t('web.share.columnActions')} />
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {shares.map((share) => (
          <ShareRow
            key={share.id}
            scope={scope}
            share={share}
            isSelected={selection.has(share.id)}
            onSelect={(isSelected) => selection.set(share.id, isSelected)}
            onAction={onAction}
            onOwner={(owner) => onFilter({ ...filters, owner })}
          />
        ))}
      </Box>
    </Box>
  );
}

function directionOf(filters: ShareFilters, sort: ShareSort) {
  if (filters.sort !== sort) return undefined;
  return filters.isDescending ? 'descending' : 'ascending';
}

const phone = '@media (max-width: 899.95px)';

/** The checkbox is in the first column, and in the upper corner of a card. */
const shareTableStyle = {
  ...tableStyle,
  '& td:first-of-type, & th:first-of-type': { width: 44, p: 0.5, pr: 0 },
  '& th': { ...tableStyle['& th'], lineHeight: 1.3 },
  '& tbody tr[aria-selected=true]': { bgcolor: 'action.selected' },
  [phone]: {
    ...tableStyle[phone],
    '& td:first-of-type': { position: 'absolute', top: 6, left: 6, display: 'block', width: 'auto', p: 0 },
    '& td:first-of-type::before': { content: 'none' },
    '& td[data-full]': { display: 'block', gridColumn: '1 / -1', p: 0, pb: 1, pl: 4.5 },
    '& tr:has(td[data-corner]) td[data-full]': { pr: 5 },
  },
} as const;
