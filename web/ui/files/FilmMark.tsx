import Box from '@mui/material/Box';
import { Play as playIcon } from 'lucide';
import { Icon } from '../icons/Icon.tsx';

/** Tells the frame of a film from a photo; lies in the lower corner of its positioned parent. */
export function FilmMark({ size }: { size: number }) {
  return (
    <Box component="i" sx={markStyle} style={{ width: size, height: size, margin: size / 5 }}>
      <Icon icon={playIcon} size={Math.round(size * 0.56)} sx={{ fill: 'currentColor' }} />
    </Box>
  );
}

const markStyle = {
  position: 'absolute',
  right: 0,
  bottom: 0,
  zIndex: 1,
  display: 'grid',
  placeItems: 'center',
  borderRadius: '50%',
  bgcolor: 'rgb(0 0 0 / 62%)',
  color: '#fff',
  pointerEvents: 'none',
} as const;
