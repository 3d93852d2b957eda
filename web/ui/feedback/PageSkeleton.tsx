import Box from '@mui/material/Box';

/** Holds the place of a page while its code or first data loads; too short to draw anything. */
export function PageSkeleton() {
  return <Box aria-busy="true" sx={{ flex: 1, minHeight: '60vh' }} />;
}
