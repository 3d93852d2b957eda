import { layout } from '../app/theme.ts';

/** One of the links that lead through the parts of a page; the part that is shown is marked. */
export const tabLinkStyle = {
  display: 'flex',
  alignItems: 'center',
  flex: 'none',
  minHeight: layout.touchTarget,
  px: { xs: 1.25, md: 1.75 },
  borderRadius: 1,
  color: 'text.secondary',
  fontWeight: 520,
  fontSize: '0.9375rem',
  textDecoration: 'none',
  whiteSpace: 'nowrap',
  '&:hover': { color: 'text.primary', bgcolor: 'action.hover' },
  '&.active': { color: 'text.primary', bgcolor: 'action.selected' },
} as const;
