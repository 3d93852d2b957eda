import Box from '@mui/material/Box';
import { FiguresSkeleton } from './FiguresSkeleton.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { Loading } from './Loading.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { SkeletonBar } from './SkeletonBar.tsx';

const layouts = { rows: RowsSkeleton, figures: FiguresSkeleton, form: FormSkeleton };

export type PageLayout = keyof typeof layouts;

/** Reserves the space of a page while its code or first data loads. Pages without a layout of this kind stay blank. */
export function PageSkeleton({ layout }: { layout?: PageLayout | undefined }) {
  if (!layout) return <Box aria-busy="true" data-blank="" sx={{ flex: 1, minHeight: '60vh' }} />;
  const Content = layouts[layout];
  return (
    <Loading>
      <Box sx={{ display: 'grid', gap: { xs: 1.5, md: 2.25 } }}>
        <SkeletonBar width="min(260px, 60%)" height={44} />
        <Content />
      </Box>
    </Loading>
  );
}
