import Box from '@mui/material/Box';
import type { ReactNode } from 'react';
import { FiguresSkeleton } from './FiguresSkeleton.tsx';
import { FormSkeleton } from './FormSkeleton.tsx';
import { Loading } from './Loading.tsx';
import { RowsSkeleton } from './RowsSkeleton.tsx';
import { SkeletonBar } from './SkeletonBar.tsx';

const layouts = {
  rows: () => titled(<RowsSkeleton />),
  figures: () => titled(<FiguresSkeleton />),
  form: () => titled(<FormSkeleton />),
  sheet: () => <Box sx={sheetStyle} />,
  request: Request,
  hero: Hero,
  entry: Entry,
  settings: Settings,
};

export type PageLayout = keyof typeof layouts;

/** What a page looks like, without its content. */
export function PageOutline({ layout }: { layout: PageLayout }) {
  const Content = layouts[layout];
  return (
    <Loading>
      <Content />
    </Loading>
  );
}

function titled(content: ReactNode) {
  return (
    <Box sx={{ display: 'grid', gap: { xs: 1.5, md: 2.25 } }}>
      <SkeletonBar width="min(260px, 60%)" height={44} />
      {content}
    </Box>
  );
}

/** Sentence and title beside the sheet for files */
function Request() {
  return (
    <Box sx={requestStyle}>
      <Lines />
      <Box sx={sheetStyle} />
    </Box>
  );
}

/** A headline beside a picture */
function Hero() {
  return (
    <Box sx={[heroStyle, { minHeight: { md: 560 } }]}>
      <Lines />
      <Box sx={[sheetStyle, { minHeight: 360 }]} />
    </Box>
  );
}

function Lines() {
  return (
    <Box sx={{ display: 'grid', gap: 1.5 }}>
      <SkeletonBar width="86%" height={56} />
      <SkeletonBar width="58%" height={56} />
      <SkeletonBar width="72%" height={18} />
      <SkeletonBar width={168} height={56} />
    </Box>
  );
}

/** One form, as of signing in, beside the place of its drawing */
function Entry() {
  return (
    <Box sx={entryStyle}>
      <SkeletonBar width="min(260px, 60%)" height={48} />
      {[96, 72].map((width) => (
        <div key={width}>
          <SkeletonBar width={width} height={13} />
          <SkeletonBar width="100%" height={48} />
        </div>
      ))}
      <SkeletonBar width="100%" height={52} />
    </Box>
  );
}

/** A column of categories beside a form, in the whole window */
function Settings() {
  return (
    <Box sx={settingsStyle}>
      <Box sx={categoriesStyle}>
        {categories.map((width) => (
          <SkeletonBar key={width} width={width} height={20} />
        ))}
      </Box>
      <Box sx={{ maxWidth: 808, px: { xs: 2, sm: 3, md: 6 }, pt: { xs: 3, md: 5 } }}>
        {titled(<FormSkeleton />)}
      </Box>
    </Box>
  );
}

/** The widths of their names, in pixels */
const categories = [124, 88, 136, 72, 112, 96, 148];

const sheetStyle = {
  minHeight: 'max(440px, 60dvh)',
  border: 1,
  borderColor: 'paper.edge',
  borderRadius: '28px',
  bgcolor: 'background.paper',
} as const;

const heroStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 1fr) minmax(0, 1.06fr)' },
  gap: { xs: 4.25, md: 4.5, lg: 9 },
  alignItems: 'center',
} as const;

const requestStyle = {
  ...heroStyle,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 5fr) minmax(0, 6fr)' },
} as const;

const entryStyle = {
  display: 'grid',
  gap: 2.5,
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'minmax(0, 440px)' },
  maxWidth: { xs: 480, md: 'none' },
} as const;

const settingsStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: '264px minmax(0, 1fr)' },
  minHeight: '100dvh',
} as const;

const categoriesStyle = {
  display: { xs: 'none', md: 'grid' },
  alignContent: 'start',
  gap: 3,
  px: 3.5,
  py: 3,
  borderRight: 1,
  borderColor: 'divider',
  bgcolor: 'background.paper',
} as const;
