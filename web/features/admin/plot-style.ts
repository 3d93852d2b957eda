/** The figures that can be plotted. */
export const plotNames = ['shares', 'transfers'] as const;

export type PlotName = (typeof plotNames)[number];

export const plotHeight = 208;
