import Box from '@mui/material/Box';
import Typography from '@mui/material/Typography';
import type { IconNode } from 'lucide';
import { type ReactNode, useEffect, useRef } from 'react';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import { useDocumentTitle } from '../hooks/use-document-title.ts';
import { BrandedFrame } from '../layout/BrandedFrame.tsx';
import { PartBoundary } from './PartBoundary.tsx';
import type { DrawingLook } from './StatusDrawing.tsx';

// Few visitors see it, and a page about an error must not fail because of its drawing.
const StatusDrawing = lazyPart(async () => (await import('./StatusDrawing.tsx')).StatusDrawing);

interface Props {
  icon: IconNode;
  title: string;
  children?: ReactNode;
  /** Buttons */
  actions?: ReactNode;
  /** Whether something went wrong */
  tone?: 'plain' | 'error';
  /** What the drawing shows of the files */
  look?: DrawingLook;
  /** It replaces what the visitor was just doing: the keyboard and screen readers continue here. */
  isOutcome?: boolean;
}

/** A page with one drawing, one message, and what to do next. Its top is always at the same height. */
export function StatusPage({
  icon,
  title,
  children,
  actions,
  tone = 'plain',
  look = 'loose',
  isOutcome = false,
}: Props) {
  useDocumentTitle(title);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isOutcome) heading.current?.focus();
  }, [isOutcome]);
  return (
    <BrandedFrame sx={pageStyle}>
      <Box sx={contentStyle}>
        <PartBoundary fallback={drawingPlace} failed={drawingPlace}>
          <StatusDrawing look={look} icon={icon} isError={tone === 'error'} />
        </PartBoundary>
        <Typography
          ref={heading}
          variant="h1"
          tabIndex={isOutcome ? -1 : undefined}
          sx={{ mt: 2.25, outline: 'none', overflowWrap: 'anywhere' }}
        >
          {title}
        </Typography>
        <Box sx={textStyle}>{children}</Box>
        {actions && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 1.5, mt: 3.5 }}>
            {actions}
          </Box>
        )}
      </Box>
    </BrandedFrame>
  );
}

const drawingPlace = <Box aria-hidden sx={{ height: 236 }} />;

const pageStyle = {
  flex: 1,
  alignContent: 'start',
  pt: 'clamp(0px, calc(7vh - 40px), 44px)',
  pb: 5,
} as const;

const contentStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  justifyItems: 'center',
  textAlign: 'center',
} as const;

const textStyle = {
  display: 'grid',
  justifyItems: 'center',
  gap: 1,
  mt: 1.5,
  width: '100%',
  typography: 'lead',
  color: 'text.secondary',
  '&, & p': { textWrap: 'balance' },
  '& > p': { m: 0, maxWidth: '40ch' },
} as const;
