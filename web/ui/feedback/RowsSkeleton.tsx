import Box from '@mui/material/Box';
import { SkeletonBar } from './SkeletonBar.tsx';

interface Props {
  /** Each row begins with a stack of prints. */
  hasPrints?: boolean;
}

/** The widths of the names, in percent */
const rows = [46, 62, 38, 54, 42, 58];

/** The layout of a table: on wide screens with its head and columns, on a phone only the first column. */
export function RowsSkeleton({ hasPrints = false }: Props) {
  return (
    <Box sx={frameStyle}>
      <Box sx={headStyle}>
        <SkeletonBar width={72} height={12} />
      </Box>
      {rows.map((width) => (
        <Box key={width} sx={rowStyle}>
          {hasPrints && <SkeletonBar width={52} height={44} />}
          <Box sx={{ flex: 1, minWidth: 0 }}>
            <SkeletonBar width={`${width}%`} height={15} />
            <SkeletonBar width={`${width * 0.6}%`} height={12} />
          </Box>
          <Box sx={columnsStyle}>
            <SkeletonBar width={64} height={13} />
            <SkeletonBar width={96} height={13} />
            <SkeletonBar width={80} height={13} />
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const frameStyle = {
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  bgcolor: 'background.paper',
  overflow: 'clip',
} as const;

const headStyle = { display: { xs: 'none', md: 'flex' }, alignItems: 'center', height: 46, px: 2.5 } as const;

const rowStyle = {
  display: 'flex',
  alignItems: 'center',
  gap: 1.75,
  minHeight: 72,
  px: { xs: 1.75, md: 2.5 },
  borderTop: { md: 1 },
  borderColor: { md: 'divider' },
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const;

const columnsStyle = { display: { xs: 'none', md: 'flex' }, gap: 7, pr: 6 } as const;
