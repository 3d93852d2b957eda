import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';

interface Props {
  /** A path of `@mdi/js`. */
  path: string;
  /** Pixels */
  size?: number;
  sx?: SxProps<Theme>;
}

/** A decorative icon: the text or label beside it says what it means. */
export function Icon({ path, size = 22, sx = {} }: Props) {
  return (
    <Box
      component="svg"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden
      focusable="false"
      style={{ display: 'block', flex: 'none', fill: 'currentColor' }}
      sx={sx}
    >
      <path d={path} />
    </Box>
  );
}
