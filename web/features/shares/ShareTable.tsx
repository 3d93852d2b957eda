import Box from '@mui/material/Box';
import type { MessageKey } from '#sdk/i18n/translate.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { visuallyHidden } from '../../ui/layout/visually-hidden.ts';
import { BareCheckbox } from '../../ui/lists/BareCheckbox.tsx';
import { SortableHeader } from '../../ui/lists/SortableHeader.tsx';
import { listScreen, tableStyle } from '../../ui/lists/table-style.ts';
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
  /** Narrowest and widest, in pixels; the share has what is left */
  width?: readonly [number, number];
  isNumeric?: boolean;
  /** Only in the list of all users' shares */
  isForAll?: boolean;
}

const columns: readonly Column[] = [
  { label: 'web.shares.columnShare', sort: 'name' },
  { label: 'web.shares.columnOwner', width: [104, 140], isForAll: true },
  { label: 'web.shares.columnSize', sort: 'size', width: [108, 124], isNumeric: true },
  { label: 'web.shares.columnOpened', sort: 'visitors', width: [136, 168] },
  { label: 'web.shares.columnExpires', sort: 'expiresAt', width: [160, 174] },
  { label: 'web.shares.columnCreated', sort: 'createdAt', width: [132, 132] },
];

/** A table on wide screens; on a phone each row has two lines. */
export function ShareTable({ scope, shares, filters, selection, onFilter, onAction }: Props) {
  const { t } = useTranslator();
  const shown = columns.filter(({ isForAll }) => !isForAll || scope === 'all');
  const isPartly = selection.shares.length > 0 && !selection.isAll;
  return (
    <Box
      component="table"
      role="table"
      aria-label={t(scope === 'all' ? 'web.shares.titleOfAll' : 'web.shares.title')}
      sx={shareTableStyle}
    >
      <colgroup>
        <col width={52} />
        {shown.map(({ label, width }) => (
          <col key={label} style={width && { width: widthBetween(width) }} />
        ))}
        <col width={64} />
      </colgroup>
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
          {shown.map(({ label, sort, isNumeric = false }) =>
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
          <th role="columnheader" scope="col">
            <Box component="span" sx={visuallyHidden}>
              {t('web.share.columnActions')}
            </Box>
          </th>
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

/** The widest on screens of 1280 pixels and more. */
function widthBetween([narrowest, widest]: readonly [number, number]): string {
  return `clamp(${narrowest}px, ${(widest / 1280) * 100}vw, ${widest}px)`;
}

function directionOf(filters: ShareFilters, sort: ShareSort) {
  if (filters.sort !== sort) return undefined;
  return filters.isDescending ? 'descending' : 'ascending';
}

/** On a phone the checkbox lies on the stack of prints and shows when it is checked. */
const shareTableStyle = {
  ...tableStyle,
  tableLayout: { md: 'fixed' },
  '& th': { ...tableStyle['& th'], lineHeight: 1.3 },
  '& td': { ...tableStyle['& td'], height: 72, color: 'text.secondary', fontVariantNumeric: 'tabular-nums' },
  // In one line where there is space: the texts of some languages are half as long again.
  '& td[data-column]': { textWrap: 'balance' },
  '& td b': { color: 'text.primary', fontWeight: 500 },
  '& td:first-of-type, & th:first-of-type': { width: 52, p: 0.5, pl: 1, pr: 0 },
  '& td[data-spare], & th:nth-last-of-type(2), & col:nth-last-of-type(2)': {
    display: { md: 'none', lg: 'revert' },
  },
  '& tbody tr[aria-selected=true]': { bgcolor: 'action.selected' },
  [listScreen]: {
    ...tableStyle[listScreen],
    '& colgroup': { display: 'none' },
    '& td[data-box]': {
      display: 'block',
      position: 'absolute',
      left: 18,
      top: 16,
      width: 44,
      p: 0,
      zIndex: 1,
    },
    '& td[data-box] input:not(:checked, :focus-visible)': { opacity: 0 },
    '& td[data-box]:has(:checked, :focus-visible) label': { bgcolor: 'background.paper', borderRadius: 1 },
  },
} as const;
