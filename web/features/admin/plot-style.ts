/** The plots in their frames: one over the whole width, the others side by side where there is room. */
export const plotGrid = {
  display: 'grid',
  gap: 2,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
  '& > :first-of-type': { gridColumn: { md: '1 / -1' } },
} as const;

export const plotHeight = 220;

/** Quiet lines, and an area that does not hide them. */
export const plotStyle = {
  '& .MuiChartsGrid-line': { stroke: 'var(--fs-palette-divider)' },
  '& .MuiAreaElement-root': { fillOpacity: 0.12 },
  '& .MuiLineElement-root': { strokeWidth: 2 },
  '& .MuiChartsAxis-tickLabel': { fill: 'var(--fs-palette-text-secondary)' },
} as const;
