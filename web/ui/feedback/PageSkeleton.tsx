import Box from '@mui/material/Box';

/** Reserves the space of a page while its code or first data loads; too short to show anything. */
export function PageSkeleton() {
  return <Box aria-busy="true" data-blank="" sx={{ flex: 1, minHeight: '60vh' }} />;
}
