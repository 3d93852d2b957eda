import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { Print, type PrintedFile } from './Print.tsx';

interface Props {
  /** From back to front, at most five; the last one is the main one. `null` is blank paper. */
  files: readonly (PrintedFile | null)[];
  /** The height of the box */
  sx?: SxProps<Theme>;
}

interface Place {
  left: string;
  top: string;
  width: string;
  height: string;
  angle: number;
}

const main: Place = { left: '22%', top: '13%', width: '64%', height: '58%', angle: -1.6 };

/** Where the prints lie in the box, by their number. The main one is on top and hardly turned. */
const arrangements: readonly (readonly Place[])[] = [
  [],
  [{ left: '12%', top: '8%', width: '76%', height: '76%', angle: -1.6 }],
  [
    { left: '4%', top: '4%', width: '38%', height: '70%', angle: -8 },
    { ...main, left: '26%' },
  ],
  [
    { left: '2%', top: '6%', width: '34%', height: '68%', angle: -8 },
    { left: '62%', top: '40%', width: '34%', height: '54%', angle: 6 },
    { ...main, left: '18%' },
  ],
  [
    { left: '2%', top: '4%', width: '32%', height: '69%', angle: -8 },
    { left: '66%', top: '2%', width: '33%', height: '52%', angle: 8 },
    { left: '9%', top: '50%', width: '47%', height: '48%', angle: 4 },
    main,
  ],
  [
    { left: '1%', top: '4%', width: '32%', height: '69%', angle: -8 },
    { left: '66%', top: '0%', width: '33%', height: '52%', angle: 8 },
    { left: '9%', top: '46%', width: '47%', height: '49%', angle: 4 },
    { left: '71%', top: '44%', width: '24%', height: '52%', angle: -5 },
    main,
  ],
];

/** The files of a share as a small fan of prints. */
export function PrintFan({ files, sx = {} }: Props) {
  const places = arrangements[Math.min(files.length, arrangements.length - 1)] ?? [];
  return (
    <Box aria-hidden sx={[fanStyle, ...[sx].flat()]}>
      {places.map(({ angle, ...place }, index) => (
        <Print
          key={`${place.left} ${place.top}`}
          file={files[index] ?? undefined}
          sx={{ ...place, rotate: `${angle}deg`, animationDelay: `${index * 50}ms` }}
        />
      ))}
    </Box>
  );
}

const fanStyle = {
  position: 'relative',
  height: 396,
  '@keyframes deal': { from: { opacity: 0, transform: 'translateY(28px) scale(0.96)', rotate: '0deg' } },
  '& > *': { animation: 'deal 420ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards' },
} as const;
