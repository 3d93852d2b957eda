import Box from '@mui/material/Box';
import { lazyPart } from '../../lib/loading/lazy-part.tsx';
import type { PageLayout } from './PageOutline.tsx';
import { PartBoundary } from './PartBoundary.tsx';

/** Nobody who opens a share sees the outline of another page: its code is loaded with that of the pages which have one. */
export const PageOutline = lazyPart(async () => (await import('./PageOutline.tsx')).PageOutline);

const blank = <Box aria-busy="true" data-blank="" sx={{ flex: 1, minHeight: '60vh' }} />;

/** Reserves the space of a page while its code or first data loads. Pages without a layout of this kind stay blank. */
export function PageSkeleton({ layout }: { layout?: PageLayout | undefined }) {
  if (!layout) return blank;
  return (
    <PartBoundary fallback={blank} failed={blank}>
      <PageOutline layout={layout} />
    </PartBoundary>
  );
}
