import Box from '@mui/material/Box';
import GlobalStyles from '@mui/material/GlobalStyles';
import type { SxProps, Theme } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { useConfig } from '../../lib/config.tsx';

interface Props {
  children: ReactNode;
  /** The layout where there is no picture */
  sx?: SxProps<Theme>;
}

/**
 * The place of a page with one message or form: a card on the background picture of the instance, or plainly on the page
 * if there is none. No text lies on the picture itself: the footer becomes a bar of paper.
 */
export function BrandedFrame({ children, sx = {} }: Props) {
  const cover = useConfig()('general.cover');
  if (cover === '') return <Box sx={[frameStyle, ...[sx].flat()]}>{children}</Box>;
  return (
    <>
      <GlobalStyles styles={backgroundOf(cover)} />
      <Box sx={[frameStyle, cardStyle]}>{children}</Box>
    </>
  );
}

const frameStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  width: '100%',
  mx: 'auto',
} as const;

const cardStyle = {
  maxWidth: 480,
  m: 'auto',
  px: { xs: 3, sm: 4.5 },
  py: { xs: 3, sm: 4.5 },
  borderRadius: '28px',
  bgcolor: 'background.paper',
  boxShadow: 'var(--fs-shadow-float)',
} as const;

/** A layer of its own: on phones, a fixed background would grow with the page. */
function backgroundOf(cover: string) {
  return {
    body: { background: 'none' },
    'body::before': {
      content: '""',
      position: 'fixed',
      inset: 0,
      zIndex: -1,
      background: `url(${JSON.stringify(cover)}) center / cover`,
    },
    '#root > footer': {
      paddingBlock: 4,
      backgroundColor: 'color-mix(in oklab, var(--fs-palette-background-default) 94%, transparent)',
    },
  };
}
