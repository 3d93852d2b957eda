import Box from '@mui/material/Box';
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { phoneScreen } from '../../app/theme.ts';
import { FileTile } from '../../ui/files/FileTile.tsx';
import type { PickedFiles } from '../picked-files.ts';
import { canDraw, usePicture } from '../pictures/use-picture.ts';

/** Pixels */
const side = 68;
const gap = 4;

/** The first pictures of the chosen files, and how many more files there are. */
export function FilmStrip({ files }: { files: PickedFiles }) {
  const pictures = useMemo(() => [...files].filter(([, file]) => canDraw(file)), [files]);
  const [places, setPlaces] = useState(4);
  const strip = useRef<HTMLDivElement>(null);
  const isShown = pictures.length > 1;
  useLayoutEffect(() => {
    if (!isShown || !strip.current || !('ResizeObserver' in window)) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setPlaces(Math.max(1, Math.floor((entry.contentRect.width + gap) / (side + gap))));
    });
    observer.observe(strip.current);
    return () => observer.disconnect();
  }, [isShown]);
  if (!isShown) return null;

  // Files in folders have rows only when their folder is open.
  const haveRows = pictures.some(([path]) => !path.includes('/'));
  const fits = files.size <= places && pictures.length === files.size;
  const shown = pictures.slice(0, fits ? places : Math.max(1, places - 1));
  const rest = files.size - shown.length;
  return (
    <Box ref={strip} aria-hidden sx={[stripStyle, haveRows ? repeatedStyle : {}]}>
      {shown.map(([path, file]) => (
        <StripFrame key={path} file={file} />
      ))}
      {rest > 0 && <Box sx={restStyle}>+{rest}</Box>}
    </Box>
  );
}

function StripFrame({ file }: { file: File }) {
  return <FileTile name={file.name} picture={usePicture(file)} size={side} radius={6} />;
}

const stripStyle = {
  display: 'flex',
  gap: `${gap}px`,
  p: 1.5,
  overflow: 'hidden',
  borderBottom: 1,
  borderColor: 'divider',
} as const;

/** Phones have no room to show pictures twice. */
const repeatedStyle = { [phoneScreen]: { display: 'none' } } as const;

const restStyle = {
  flex: 1,
  display: 'grid',
  placeItems: 'center',
  minWidth: side,
  borderRadius: '6px',
  bgcolor: 'paper.sunken',
  typography: 'body2',
  fontWeight: 560,
  color: 'text.secondary',
} as const;
