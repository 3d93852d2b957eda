import Box from '@mui/material/Box';
import { memo, useMemo } from 'react';
import { progressTransition } from '../../app/theme.ts';
import { forward } from '../../lib/direction.ts';
import { FilmMark } from '../../ui/files/FilmMark.tsx';
import { cropOf, fileTypeOf, typeIcons } from '../../ui/files/file-type.ts';
import { Icon } from '../../ui/icons/Icon.tsx';
import type { UploadItem } from '../list/upload-items.ts';
import type { PickedFiles } from '../picked-files.ts';
import { usePicture } from '../pictures/use-picture.ts';
import { framesOf, ratioOfFrame } from './contact-frames.ts';

interface Props {
  files: PickedFiles;
  items: ReadonlyMap<string, UploadItem>;
  /** Nothing moves at the moment, and nobody has paused. */
  isWaiting: boolean;
}

/**
 * The files as a contact sheet that develops: a frame is grey until it is sent, and its colour comes with the bytes. The
 * progress bar says the same to screen readers.
 */
export function ContactSheet({ files, items, isWaiting }: Props) {
  const frames = useMemo(() => framesOf(files), [files]);
  return (
    <Box aria-hidden data-waiting={isWaiting || undefined} data-count={sizeOf(frames.length)} sx={sheetStyle}>
      {frames.map((frame) => (
        <Frame
          key={frame.shown}
          name={frame.shown}
          file={files.get(frame.shown)}
          percent={Math.floor(ratioOfFrame(frame, items) * 100)}
        />
      ))}
    </Box>
  );
}

/** The fewer files, the larger their frames. */
function sizeOf(count: number): 'one' | 'few' | 'many' | 'most' {
  if (count === 1) return 'one';
  if (count <= 9) return 'few';
  return count <= 35 ? 'many' : 'most';
}

interface FrameProps {
  name: string;
  file: File | undefined;
  percent: number;
}

const Frame = memo(function Frame({ name, file, percent }: FrameProps) {
  const picture = usePicture(file);
  const isMoving = percent > 0 && percent < 100;
  return (
    <Box sx={frameStyle}>
      {percent < 100 && <Content name={name} picture={picture} isLate />}
      {percent > 0 && (
        <Box style={{ transform: movedBy(percent - 100) }} sx={wipeStyle}>
          <Box style={{ transform: movedBy(100 - percent) }} sx={movingStyle}>
            <Content name={name} picture={picture} />
          </Box>
        </Box>
      )}
      {isMoving && (
        <Box style={{ transform: movedBy(percent) }} sx={movingStyle}>
          <Box data-edge sx={edgeStyle} />
        </Box>
      )}
    </Box>
  );
});

/** @param percent of its width */
function movedBy(percent: number): string {
  return `translateX(${forward() * percent}%)`;
}

function Content({
  name,
  picture,
  isLate = false,
}: {
  name: string;
  picture: string | undefined;
  isLate?: boolean;
}) {
  const type = fileTypeOf(name);
  const late = isLate ? lateStyle : {};
  if (picture !== undefined)
    return (
      <>
        <Box component="img" src={picture} alt="" style={cropOf(type)} sx={[layerStyle, late]} />
        {type === 'film' && <FilmMark size={12} />}
      </>
    );
  return (
    <Box sx={[layerStyle, swatchStyle, { bgcolor: `types.${type}.solid` }, late]}>
      <Icon icon={typeIcons[type]} size={22} />
    </Box>
  );
}

const sheetStyle = {
  display: 'grid',
  gridTemplateColumns: 'repeat(7, 1fr)',
  gap: { xs: '4px', md: '6px' },
  alignContent: 'center',
  '&[data-count=one]': { gridTemplateColumns: 'minmax(0, 420px)', justifyContent: 'center' },
  '&[data-count=most]': { gridTemplateColumns: 'repeat(10, 1fr)' },
  '&[data-count=few]': { gridTemplateColumns: 'repeat(3, 1fr)' },
  '&[data-waiting] [data-edge]': { bgcolor: 'warning.line' },
} as const;

const frameStyle = {
  position: 'relative',
  aspectRatio: '4 / 3',
  borderRadius: { xs: '4px', md: '5px' },
  overflow: 'hidden',
  bgcolor: 'paper.well',
} as const;

const layerStyle = {
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  objectFit: 'cover',
} as const;

/** Only transforms move, in opposite directions: the compositor draws them without the thread that sends the files. */
const movingStyle = { ...layerStyle, transition: progressTransition } as const;

const wipeStyle = { ...movingStyle, overflow: 'hidden' } as const;

const lateStyle = { filter: 'grayscale(1) contrast(0.75)', opacity: 0.3 } as const;

const swatchStyle = { display: 'grid', placeItems: 'center', color: '#fff' } as const;

const edgeStyle = {
  position: 'absolute',
  insetBlock: 0,
  width: 3,
  ml: '-1px',
  bgcolor: 'primary.main',
} as const;
