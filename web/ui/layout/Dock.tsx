import Box from '@mui/material/Box';
import type { ReactNode } from 'react';

/** The main action of a page: in its place on wide screens, along the lower edge on narrow ones. */
export function Dock({ children }: { children: ReactNode }) {
  return (
    <Box data-foot data-dock sx={dockStyle}>
      {children}
    </Box>
  );
}

/** The one button of a dock: as high as the bar allows, and as wide as the screen. */
export const dockedButtonStyle = { minHeight: { xs: 54, md: 44 } } as const;

const dockStyle = {
  display: 'grid',
  gap: 1.5,
  position: { xs: 'fixed', md: 'static' },
  inset: 'auto 0 0',
  zIndex: { xs: 'appBar', md: 'auto' },
  px: { xs: 1.75, md: 0 },
  pt: { xs: 1.25, md: 0 },
  pb: { xs: 'calc(12px + env(safe-area-inset-bottom))', md: 0 },
  borderTop: { xs: '1px solid var(--fs-palette-divider)', md: 0 },
  bgcolor: { xs: 'background.paper', md: 'transparent' },
} as const;
