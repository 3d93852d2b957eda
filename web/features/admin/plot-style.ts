/** The grid of plots: the first over the whole width, the others side by side on wide screens. */
export const plotGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '& > :first-of-type': { gridColumn: { md: '1 / -1' } },
} as const;

export const plotHeight = 220;
