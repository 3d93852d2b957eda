import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IconNode } from 'lucide';
import type { ReactNode } from 'react';
import { StatusDrawing } from '../feedback/StatusDrawing.tsx';
import { useDocumentTitle } from '../hooks/use-document-title.ts';
import { BrandedFrame } from './BrandedFrame.tsx';

interface Props {
  title: string;
  text?: ReactNode;
  /** On the seal of the drawing beside the form */
  icon: IconNode;
  /** Between the text and the form */
  progress?: ReactNode;
  children: ReactNode;
  /** Other links */
  links?: ReactNode;
}

/** A page with one form. Its title is where the titles of all pages are, so that nothing jumps between them. */
export function FormPage({ title, text, icon, progress, children, links }: Props) {
  useDocumentTitle(title);
  return (
    <BrandedFrame sx={pageStyle}>
      <Box sx={{ minWidth: 0 }}>
        <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
          {title}
        </Typography>
        {text !== undefined && <Typography sx={{ mt: 1, color: 'text.secondary' }}>{text}</Typography>}
        {progress}
        <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5, mt: 3.5 }}>
          {children}
        </Box>
        {links !== undefined && <Box sx={linksStyle}>{links}</Box>}
      </Box>
      <Box aria-hidden data-drawing sx={{ display: 'none' }}>
        <StatusDrawing look="tied" icon={icon} isError={false} />
      </Box>
    </BrandedFrame>
  );
}

/** On a background picture the form is in a card of its own, without the drawing. */
const pageStyle = {
  flex: 1,
  alignContent: 'start',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 440px) minmax(0, 1fr)' },
  columnGap: 8,
  maxWidth: { xs: 480, md: 'none' },
  mx: { xs: 0, md: 'auto' },
  '& > [data-drawing]': {
    display: { md: 'grid' },
    placeItems: 'center',
    alignSelf: 'start',
    minHeight: { md: 480 },
    '& > svg': { width: 380 },
  },
} as const;

const linksStyle = {
  display: 'flex',
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 0.5,
  mt: 3,
  typography: 'body2',
  '& > *': { display: 'inline-flex', alignItems: 'center', minHeight: 32 },
} as const;
