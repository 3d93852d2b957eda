import Box from '@mui/material/Box';
import type { SxProps, Theme } from '@mui/material/styles';
import { phoneScreen } from '../../app/theme.ts';
import { Print, type PrintedFile } from './Print.tsx';

interface Props {
  /** From back to front, at most five; the last one is the main one. `null` is blank paper. */
  files: readonly (PrintedFile | null)[];
  /** Place and width of the box; the height follows. */
  sx?: SxProps<Theme>;
}

/** Left, top, width and height in pixels of the drawing, and the angle in degrees. */
type Place = readonly [left: number, top: number, width: number, height: number, angle: number];

interface Drawing {
  width: number;
  height: number;
  /** Where the prints lie, by their number. The main one is on top and hardly turned. */
  arrangements: readonly (readonly Place[])[];
}

/** Beside a text */
const wide: Drawing = {
  width: 637,
  height: 396,
  arrangements: [
    [],
    [[96, 34, 440, 296, -2.5]],
    [
      [30, 44, 214, 290, -8],
      [170, 60, 420, 264, -2],
    ],
    [
      [24, 34, 204, 280, -9],
      [392, 128, 216, 226, 7],
      [134, 62, 400, 246, -2.5],
    ],
    [
      [20, 34, 196, 272, -9],
      [420, 10, 206, 206, 8],
      [58, 196, 288, 190, 5],
      [140, 54, 396, 238, -2.5],
    ],
    [
      [19, 34, 196, 272, -9],
      [420, 8, 206, 206, 8],
      [446, 176, 146, 206, -5],
      [57, 196, 288, 196, 5],
      [140, 52, 392, 228, -2.5],
    ],
  ],
};

/** Over the whole width of a phone; some prints leave the screen. */
const narrow: Drawing = {
  width: 390,
  height: 292,
  arrangements: [
    [],
    [[59, 34, 272, 200, -2.5]],
    [
      [10, 42, 142, 196, -8],
      [92, 62, 274, 176, -2],
    ],
    [
      [-8, 34, 134, 184, -9],
      [262, 96, 138, 158, 7],
      [64, 60, 264, 168, -2.5],
    ],
    [
      [-16, 34, 132, 182, -9],
      [257, 14, 146, 146, 8],
      [16, 146, 196, 132, 5],
      [66, 62, 264, 160, -2.5],
    ],
    [
      [-16, 34, 132, 182, -9],
      [257, 14, 146, 146, 8],
      [289, 130, 104, 146, -5],
      [16, 150, 188, 128, 5],
      [66, 62, 264, 156, -2.5],
    ],
  ],
};

/** The proportions of the places by the number of prints: width by height, from back to front. */
export const fanRatios = wide.arrangements.map((places) =>
  places.map(([, , width, height]) => width / height),
);

/** More prints than this have no place. */
export const mostPrints = fanRatios.length - 1;

/** The files of a share as a small fan of prints. */
export function PrintFan({ files, sx = {} }: Props) {
  const count = Math.min(files.length, mostPrints);
  const phone = narrow.arrangements[count] ?? [];
  return (
    <Box aria-hidden sx={[fanStyle, ...[sx].flat()]}>
      {wide.arrangements[count]?.map((place, index) => (
        <Print
          key={place.join()}
          file={files[index] ?? undefined}
          sx={{
            ...placeStyle(place, wide),
            ...(count - index > unlabelledFrom && glyphOnlyStyle),
            [phoneScreen]: placeStyle(phone[index] ?? place, narrow),
            animationDelay: `${index * 50}ms`,
          }}
        />
      ))}
    </Box>
  );
}

/** From the fourth print below the main one on, others cover the lower edge. */
const unlabelledFrom = 3;

const glyphOnlyStyle = { '& span': { visibility: 'hidden' } } as const;

/** In parts of the drawing, so that the fan is drawn in any size. */
function placeStyle([left, top, width, height, angle]: Place, drawing: Drawing) {
  const part = (pixels: number, whole: number) => `${(pixels / whole) * 100}%`;
  return {
    left: part(left, drawing.width),
    top: part(top, drawing.height),
    width: part(width, drawing.width),
    height: part(height, drawing.height),
    rotate: `${angle}deg`,
    // The type stands on the side that other prints leave free.
    '& > div': { alignItems: left + width / 2 < drawing.width / 2 ? 'flex-start' : 'flex-end' },
  };
}

const fanStyle = {
  position: 'relative',
  containerType: 'inline-size',
  aspectRatio: `${wide.width} / ${wide.height}`,
  [phoneScreen]: { aspectRatio: `${narrow.width} / ${narrow.height}` },
  '@keyframes deal': { from: { opacity: 0, transform: 'translateY(28px) scale(0.96)', rotate: '0deg' } },
  '& > *': { animation: 'deal 420ms cubic-bezier(0.2, 0.8, 0.2, 1) backwards' },
} as const;
