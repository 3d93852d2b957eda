import Box from '@mui/material/Box';
import { SkeletonBar } from '../../ui/SkeletonBar.tsx';
import { fileRowHeight } from './EntryRow.tsx';

/** The list's own shape while it loads. */
export function FileListSkeleton({ rows }: { rows: number }) {
  return (
    <Box
      aria-busy="true"
      sx={{ border: 1, borderColor: 'divider', borderRadius: 1.6, bgcolor: 'background.paper' }}
    >
      {Array.from({ length: rows }, (_, index) => (
        <Box
          key={index}
          sx={{
            display: 'flex',
            alignItems: 'center',
            gap: 2,
            height: fileRowHeight,
            px: 2.5,
            borderTop: index === 0 ? 0 : 1,
            borderColor: 'divider',
          }}
        >
          <SkeletonBar width={38} height={38} />
          <SkeletonBar width={`${30 + ((index * 17) % 30)}%`} height={14} />
        </Box>
      ))}
    </Box>
  );
}
