import Box from '@mui/material/Box';

/** A placeholder for a text or picture that is loading. */
export function SkeletonBar({ width, height }: { width: number | string; height: number }) {
  return (
    <Box sx={{ my: 0.5, flex: 'none', borderRadius: 0.8, bgcolor: 'paper.well' }} style={{ width, height }} />
  );
}
