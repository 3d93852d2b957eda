/** Where tables become lists. */
export const listScreen = '@media (max-width: 899.95px)';

/**
 * A table on wide screens; on a phone a list in one card with two lines for each row: the cell with `data-name`, the
 * cells with `data-end` (one value, or buttons), and none of the others. What matters of those is said again in the
 * first cell, in an element with `data-summary` that only phones show; `data-wide` is shown on wide screens only. Roles
 * must be explicit: with another layout, rows and cells lose theirs.
 */
export const tableStyle = {
  width: '100%',
  borderCollapse: 'separate',
  borderSpacing: 0,
  fontSize: '0.875rem',
  '& th, & td': { textAlign: 'start', p: 1.5, '&:first-of-type': { pl: 2.5 }, '&:last-of-type': { pr: 1.5 } },
  '& [data-numeric]': { textAlign: 'end', fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
  '& th': {
    typography: 'body2',
    height: 46,
    py: 0,
    color: 'text.caption',
    fontWeight: 560,
    whiteSpace: 'nowrap',
  },
  '& td': { height: 64, py: 1, borderTop: 1, borderColor: 'divider' },
  border: { md: '1px solid' },
  borderColor: { md: 'divider' },
  borderRadius: 2,
  overflow: { md: 'clip' },
  bgcolor: { md: 'background.paper' },
  display: { xs: 'block', md: 'table' },
  '& thead': { display: { xs: 'none', md: 'table-header-group' } },
  '& tbody tr:hover': { bgcolor: { md: 'action.hover' } },
  '& [data-narrow]': { display: { md: 'none' } },
  '& [data-summary]': {
    display: { md: 'none' },
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: 'text.caption',
    fontSize: '0.875rem',
  },
  [listScreen]: {
    '& tbody': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      border: '1px solid',
      borderColor: 'divider',
      borderRadius: 2,
      bgcolor: 'background.paper',
      overflow: 'clip',
    },
    '& tbody tr': {
      position: 'relative',
      display: 'grid',
      gridAutoFlow: 'column',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gridAutoColumns: 'auto',
      alignItems: 'center',
      columnGap: 1,
      minHeight: 72,
      pl: 1.75,
      pr: 0.75,
    },
    '& tbody tr + tr': { borderTop: '1px solid', borderColor: 'divider' },
    '& td': { display: 'none', height: 'auto', p: 0, border: 0 },
    '& td:first-of-type': { pl: 0 },
    '& td:last-of-type': { pr: 0 },
    '& td[data-name]': { display: 'block', py: 1, minWidth: 0 },
    '& td[data-end]': { display: 'block' },
    '& [data-wide]': { display: 'none' },
  },
} as const;
