/**
 * A table on wide screens; on a phone each row becomes a card, with the name of the column (`data-label`) before each
 * value. Cells with `data-full` have their own line, those with `data-corner` are in the upper corner, and a last one
 * without a name (buttons) is at the lower edge. Roles must be explicit: with another layout, rows and cells lose
 * theirs.
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
  '& tbody': { display: { xs: 'grid', md: 'table-row-group' }, gap: 1.5 },
  '& tbody tr': {
    position: { xs: 'relative', md: 'static' },
    display: { xs: 'grid', md: 'table-row' },
    gridTemplateColumns: 'auto 1fr',
    columnGap: 2,
    alignItems: 'baseline',
    p: { xs: 2, md: 0 },
    border: { xs: '1px solid', md: 0 },
    borderColor: { xs: 'divider', md: 'transparent' },
    borderRadius: { xs: 2, md: 0 },
    bgcolor: { xs: 'background.paper', md: 'transparent' },
    '&:hover': { bgcolor: { md: 'action.hover' } },
  },
  '@media (max-width: 899.95px)': {
    '& td': { display: 'contents', height: 'auto', border: 0 },
    '& td[data-numeric]': { textAlign: 'start' },
    '& td::before': {
      content: 'attr(data-label)',
      color: 'var(--fs-palette-text-secondary)',
      fontSize: '0.875rem',
      py: '3px',
    },
    '& td[data-full]': { display: 'block', gridColumn: '1 / -1', p: 0, pb: 1 },
    '& td[data-full]::before': { content: 'none' },
    '& td:last-of-type:not([data-label], [data-corner])': {
      display: 'block',
      gridColumn: '1 / -1',
      p: 0,
      pt: 1,
    },
    '& td[data-corner]': { display: 'block', position: 'absolute', top: 6, right: 6, p: 0 },
    '& tr:has(td[data-corner]) td[data-full]': { pr: 5 },
  },
} as const;
