/** Rows of two lines in a card, with something at their start and their end. */
export const rowListStyle = {
  m: 0,
  p: 0,
  listStyle: 'none',
  '& > li': {
    position: 'relative',
    display: 'grid',
    gridTemplateColumns: '52px minmax(0, 1fr) auto',
    alignItems: 'center',
    columnGap: 1.75,
    minHeight: 68,
    px: { xs: 2.25, sm: 2.75 },
    borderTop: 1,
    borderColor: 'divider',
    '&:first-of-type': { borderTop: 0 },
  },
} as const;

const ellipsis = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** The link covers its row. */
export const nameStyle = {
  ...ellipsis,
  display: 'block',
  fontSize: '0.9375rem',
  fontWeight: 560,
  lineHeight: '24px',
  color: 'text.primary',
  textDecoration: 'none',
  '&::after': { content: '""', position: 'absolute', inset: 0 },
  '&:hover': { textDecoration: 'underline', textUnderlineOffset: '0.2em' },
} as const;

export const secondLineStyle = { ...ellipsis, typography: 'body2', color: 'text.caption' } as const;

export const endStyle = { fontSize: '0.9375rem', color: 'text.secondary', whiteSpace: 'nowrap' } as const;

/** A round sign in place of a picture. */
export const signStyle = {
  display: 'grid',
  placeItems: 'center',
  width: 40,
  height: 40,
  borderRadius: '50%',
  bgcolor: 'paper.sunken',
  color: 'text.secondary',
} as const;
