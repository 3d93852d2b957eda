import Box from '@mui/material/Box';
import { notPhoneScreen, phoneScreen } from '../../app/theme.ts';
import { SkeletonBar } from '../../ui/feedback/SkeletonBar.tsx';
import { PrintFan } from '../../ui/files/PrintFan.tsx';

const blankPrints = [null, null, null, null, null];
/** The widths of the names, in percent */
const rows = [46, 32, 58, 40];

/** The layout of a share on blank paper, while it is loaded. The number of files is not known at first. */
export function BlankShare({ fileCount }: { fileCount?: number }) {
  if (fileCount === 1) {
    return (
      <Box aria-busy="true" data-blank="" sx={[breathing, oneStyle]}>
        <Box sx={deskStyle} />
        <Lines />
      </Box>
    );
  }
  return (
    <Box aria-busy="true" data-blank="" sx={{ display: 'grid', gap: 4 }}>
      <Box sx={[breathing, heroStyle]}>
        <Lines />
        <PrintFan
          files={blankPrints}
          sx={{ maxWidth: 637, width: '100%', justifySelf: 'end', [phoneScreen]: { order: -1 } }}
        />
      </Box>
      <BlankFiles />
    </Box>
  );
}

/** The place of the files, as high as the list of them as far as it is on the screen. */
export function BlankFiles({ fileCount = 100 }: { fileCount?: number }) {
  const height = aroundRows + fileCount * rowHeight;
  return (
    <Box aria-busy="true" data-blank="" sx={breathing} style={{ height: `min(${height}px, 100dvh)` }}>
      <Box sx={toolbarStyle} />
      <Box sx={listStyle}>
        {rows.slice(0, fileCount).map((width) => (
          <Box key={width} sx={rowStyle}>
            <SkeletonBar width={44} height={44} />
            <SkeletonBar width={`${width}%`} height={14} />
          </Box>
        ))}
      </Box>
    </Box>
  );
}

function Lines() {
  return (
    <Box sx={{ display: 'grid', gap: 2, alignContent: 'center', pt: { xs: 0, md: 2 } }}>
      <SkeletonBar width="52%" height={24} />
      <SkeletonBar width="86%" height={64} />
      <SkeletonBar width="94%" height={18} />
      <SkeletonBar width="70%" height={18} />
      <SkeletonBar width={264} height={56} />
    </Box>
  );
}

const rowHeight = 64;
/** The height of the toolbar, the header and the borders, in pixels */
const aroundRows = 112;

const breathing = {
  '@keyframes breathe': { '50%': { opacity: 0.55 } },
  animation: 'breathe 1.6s ease-in-out infinite',
} as const;

const heroStyle = {
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 5fr) minmax(0, 6fr)',
  gap: 4,
  alignItems: 'center',
  [notPhoneScreen]: { mt: -1.5, pb: 2 },
  [phoneScreen]: { gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;

const oneStyle = {
  display: 'grid',
  gridTemplateColumns: { xs: 'minmax(0, 1fr) 280px', md: 'minmax(0, 1fr) 320px', lg: 'minmax(0, 1fr) 380px' },
  gap: 6,
  mt: -1,
  [phoneScreen]: { gridTemplateColumns: 'minmax(0, 1fr)' },
} as const;

const deskStyle = {
  height: 'clamp(420px, calc(100dvh - 128px), 900px)',
  borderRadius: '28px',
  bgcolor: 'paper.well',
  [phoneScreen]: { height: 'min(430px, 60dvh)' },
} as const;

const toolbarStyle = { height: 64 } as const;

const rowStyle = { display: 'flex', alignItems: 'center', gap: 2, height: rowHeight, px: 2 } as const;

const listStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: '20px',
  bgcolor: 'background.paper',
} as const;
