import { tabularNumbers } from '../../app/theme.ts';

export const figureStyle = {
  ...tabularNumbers,
  fontSize: { xs: '1.75rem', sm: '2.25rem' },
  fontWeight: 650,
  lineHeight: 1.22,
  letterSpacing: '-0.03em',
} as const;

export const tileStyle = {
  position: 'relative',
  display: 'grid',
  alignContent: 'start',
  gap: 0.25,
  minWidth: 0,
  px: { xs: 1.75, sm: 2.5 },
  py: { xs: 1.5, sm: 2 },
  fontSize: '0.9375rem',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const;

/** Half a phone is too narrow for sentences, and the tile beside them would be empty. */
export const wideOnPhones = { gridColumn: { xs: '1 / -1', sm: 'auto' } } as const;
