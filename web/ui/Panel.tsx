import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';

/** A quiet card beside the content. */
export function Panel({ children, sx }: { children: ReactNode; sx?: SxProps<Theme> }) {
  return (
    <Box
      sx={{
        display: 'grid',
        gap: 2.5,
        p: { xs: 2.5, sm: 3 },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1.8,
        bgcolor: 'background.paper',
        ...sx,
      }}
    >
      {children}
    </Box>
  );
}
