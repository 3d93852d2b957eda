import Box from '@mui/material/Box';
import { Panel } from '../../ui/Panel.tsx';
import { SkeletonBar } from '../../ui/SkeletonBar.tsx';
import { plotGrid, plotHeight } from './plot-style.ts';

/** Holds the place of the plots while the code that draws them loads. */
export function PlotSkeleton() {
  return (
    <Box aria-busy="true" sx={plotGrid}>
      {['stored', 'shares', 'transfers'].map((name) => (
        <Panel key={name}>
          <SkeletonBar width="40%" height={14} />
          <SkeletonBar width="100%" height={plotHeight} />
        </Panel>
      ))}
    </Box>
  );
}
