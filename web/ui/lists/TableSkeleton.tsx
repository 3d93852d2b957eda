import Box from '@mui/material/Box';
import { SkeletonBar } from '../feedback/SkeletonBar.tsx';

const rows = [38, 52, 30, 44];

/** A placeholder for a table that is loading. */
export function TableSkeleton() {
  return (
    <Box
      aria-busy="true"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 2, bgcolor: 'background.paper' }}
    >
      {rows.map((width) => (
        <Box key={width} sx={{ px: 2.5, py: 2, '& + &': { borderTop: 1, borderColor: 'divider' } }}>
          <SkeletonBar width={`${width}%`} height={14} />
          <SkeletonBar width={`${width / 2}%`} height={14} />
        </Box>
      ))}
    </Box>
  );
}
