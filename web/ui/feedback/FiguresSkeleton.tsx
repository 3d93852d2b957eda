import Box from '@mui/material/Box';
import { SkeletonBar } from './SkeletonBar.tsx';

const tiles = ['shares', 'downloads', 'users', 'health'];
const cards = ['storage', 'activity'];
/** The heights of the bars of a plot, in pixels */
const bars = [72, 104, 88, 140, 120, 164, 96, 152, 184];

/** The layout of an overview: tiles with one figure each, and two cards with a plot. */
export function FiguresSkeleton() {
  return (
    <Box sx={{ display: 'grid', gap: { xs: 1.25, sm: 2 } }}>
      <Box sx={{ ...gridStyle, gridTemplateColumns: { xs: '1fr 1fr', md: 'repeat(4, 1fr)' } }}>
        {tiles.map((name) => (
          <Box key={name} sx={[frameStyle, { px: { xs: 1.75, sm: 2.5 }, py: 2 }]}>
            <SkeletonBar width="48%" height={15} />
            <SkeletonBar width="34%" height={36} />
            <SkeletonBar width="60%" height={13} />
          </Box>
        ))}
      </Box>
      <Box sx={{ ...gridStyle, gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '1fr 1fr' } }}>
        {cards.map((name) => (
          <Box key={name} sx={[frameStyle, { p: { xs: 2.25, sm: 2.75 } }]}>
            <SkeletonBar width="32%" height={18} />
            <SkeletonBar width="54%" height={14} />
            <Box sx={plotStyle}>
              {bars.map((height) => (
                <SkeletonBar key={height} width="6%" height={height} />
              ))}
            </Box>
          </Box>
        ))}
      </Box>
    </Box>
  );
}

const gridStyle = { display: 'grid', gap: 'inherit' } as const;

const plotStyle = {
  display: 'flex',
  alignItems: 'end',
  justifyContent: 'space-between',
  height: 208,
} as const;

const frameStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const;
