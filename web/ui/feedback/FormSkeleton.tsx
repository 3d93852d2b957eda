import Box from '@mui/material/Box';
import { SkeletonBar } from './SkeletonBar.tsx';

/** The widths of the labels, in pixels */
const labels = [96, 72, 120];

/** The layout of a card with fields and a button. */
export function FormSkeleton() {
  return (
    <Box sx={cardStyle}>
      {labels.map((width) => (
        <div key={width}>
          <SkeletonBar width={width} height={13} />
          <SkeletonBar width="100%" height={48} />
        </div>
      ))}
      <SkeletonBar width={88} height={44} />
    </Box>
  );
}

const cardStyle = {
  display: 'grid',
  gap: 2,
  p: { xs: 2.25, sm: 3 },
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
} as const;
