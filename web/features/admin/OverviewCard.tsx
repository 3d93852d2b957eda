import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId } from 'react';
import { layout } from '../../app/theme.ts';

interface Props {
  title: string;
  /** At the end of the title's line */
  aside?: ReactNode;
  /** The content reaches to the edges. */
  isFlush?: boolean;
  /** Takes the whole row. */
  isWide?: boolean;
  /** The target of a link */
  id?: string;
  children: ReactNode;
}

/** One of the cards below the tiles. */
export function OverviewCard({ title, aside, isFlush = false, isWide = false, id, children }: Props) {
  const titleId = useId();
  return (
    <Box component="section" id={id} aria-labelledby={titleId} sx={[cardStyle, isWide && wideStyle]}>
      <Box sx={headStyle}>
        <Typography id={titleId} variant="h3" component="h2" sx={{ mr: 'auto' }}>
          {title}
        </Typography>
        {aside}
      </Box>
      <Box sx={isFlush ? undefined : bodyStyle}>{children}</Box>
    </Box>
  );
}

const cardStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gridTemplateRows: 'auto 1fr',
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  overflow: 'clip',
  scrollMarginTop: 80,
} as const;

const wideStyle = { gridColumn: '1 / -1' } as const;

const headStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: 2,
  minHeight: 64,
  px: { xs: 2.25, sm: 2.75 },
  pt: 0.5,
  color: 'text.secondary',
  fontSize: '0.9375rem',
  '& h2': { color: 'text.primary' },
  '& > a': { display: 'inline-flex', alignItems: 'center', minHeight: layout.touchTarget },
} as const;

const bodyStyle = { px: { xs: 2.25, sm: 2.75 }, pb: { xs: 2.25, sm: 2.75 } } as const;
