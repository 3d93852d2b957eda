import Box from '@mui/material/Box';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { ShareRow } from './ShareRow.tsx';

interface Props {
  shares: readonly OwnerShare[];
  onRemove(share: OwnerShare): void;
}

/** A table on wide screens; on a phone each row becomes a card. */
export function ShareTable({ shares, onRemove }: Props) {
  const { t } = useTranslator();
  return (
    <Box component="table" role="table" sx={tableStyle}>
      <Box component="thead" role="rowgroup">
        <tr role="row">
          <th role="columnheader" scope="col">
            {t('web.shares.columnShare')}
          </th>
          <th role="columnheader" scope="col">
            {t('web.shares.columnState')}
          </th>
          <th role="columnheader" scope="col" data-numeric>
            {t('web.shares.columnFiles')}
          </th>
          <th role="columnheader" scope="col" data-numeric>
            {t('web.shares.columnSize')}
          </th>
          <th role="columnheader" scope="col" data-numeric>
            {t('web.shares.columnVisitors')}
          </th>
          <th role="columnheader" scope="col">
            {t('web.shares.columnExpires')}
          </th>
          <th role="columnheader" scope="col">
            {t('web.shares.columnCreated')}
          </th>
          <th role="columnheader" scope="col" aria-label={t('web.share.columnActions')} />
        </tr>
      </Box>
      <Box component="tbody" role="rowgroup">
        {shares.map((share) => (
          <ShareRow key={share.id} share={share} onRemove={onRemove} />
        ))}
      </Box>
    </Box>
  );
}

const tableStyle = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.9375rem',
  '& th, & td': { textAlign: 'start', p: 1.5, '&:first-of-type': { pl: 2.5 }, '&:last-of-type': { pr: 1.5 } },
  '& [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& th': { typography: 'body2', color: 'text.secondary', fontWeight: 500, whiteSpace: 'nowrap' },
  '& td': { borderTop: 1, borderColor: 'divider' },
  border: { md: '1px solid' },
  borderColor: { md: 'divider' },
  borderRadius: 1.6,
  bgcolor: { md: 'background.paper' },
  display: { xs: 'block', md: 'table' },
  '& thead': { display: { xs: 'none', md: 'table-header-group' } },
  '& tbody': { display: { xs: 'grid', md: 'table-row-group' }, gap: 1.5 },
  '& tbody tr': {
    display: { xs: 'grid', md: 'table-row' },
    gridTemplateColumns: 'auto 1fr',
    columnGap: 2,
    p: { xs: 2, md: 0 },
    border: { xs: '1px solid', md: 0 },
    borderColor: { xs: 'divider', md: 'transparent' },
    borderRadius: { xs: 1.6, md: 0 },
    bgcolor: { xs: 'background.paper', md: 'transparent' },
    '&:hover': { bgcolor: { md: 'action.hover' } },
  },
  '@media (max-width: 899.95px)': {
    '& td': { display: 'contents', border: 0 },
    '& td[data-numeric]': { textAlign: 'start' },
    '& td::before': {
      content: 'attr(data-label)',
      color: 'var(--fs-palette-text-secondary)',
      fontSize: '0.875rem',
      py: '3px',
    },
    '& td[data-full]': { display: 'block', gridColumn: '1 / -1', p: 0, pb: 1 },
    '& td[data-full]::before': { content: 'none' },
    '& td:last-of-type': { display: 'block', gridColumn: '1 / -1', p: 0, pt: 1 },
  },
} as const;
