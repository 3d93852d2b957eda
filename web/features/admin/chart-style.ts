import { axisClasses } from '@mui/x-charts/ChartsAxis';
import { chartsGridClasses } from '@mui/x-charts/ChartsGrid';
import { lineClasses } from '@mui/x-charts/LineChart';

/** Light lines, and an area that does not hide them. */
export const chartStyle = {
  [`& .${chartsGridClasses.line}`]: { stroke: 'var(--fs-palette-divider)' },
  // Ticks only keep the labels away from the plot.
  [`& .${axisClasses.root} .${axisClasses.tick}`]: { stroke: 'transparent' },
  [`& .${lineClasses.area}`]: { fillOpacity: 0.12 },
  [`& .${lineClasses.line}`]: { strokeWidth: 2 },
} as const;

export const tickLabelStyle = { fill: 'var(--fs-palette-text-secondary)', fontSize: 12 } as const;
