import ButtonBase from '@mui/material/ButtonBase';
import { useRef, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import type { ViewerProps } from '../preview-kinds.ts';
import { shownPicture } from '../shown-picture.ts';
import { useZoom } from './use-zoom.ts';

/** Moving pictures stand still in a smaller copy. */
const moving = ['image/gif', 'image/apng'];

/** Fits the screen, as a smaller copy if there is one; enlarged, it is the file itself. */
export function ImageView({ file, url, pictureUrl, onUnsupported }: ViewerProps) {
  const { t } = useTranslator();
  const frame = useRef<HTMLButtonElement>(null);
  const [isOriginal, setOriginal] = useState(pictureUrl === undefined || moving.includes(file.type));
  const { view, isZoomed, handlers } = useZoom(frame, file.thumbnail ?? undefined);
  if (isZoomed && !isOriginal) setOriginal(true);
  const { width, height } = file.thumbnail ?? {};
  return (
    <ButtonBase
      ref={frame}
      aria-label={t(isZoomed ? 'web.preview.fit' : 'web.preview.zoom')}
      aria-pressed={isZoomed}
      data-zoomed={isZoomed || undefined}
      {...handlers}
      sx={[frameStyle, { cursor: isZoomed ? 'zoom-out' : 'zoom-in' }]}
    >
      <img
        src={isOriginal ? url : pictureUrl}
        alt={file.name}
        width={width}
        height={height}
        draggable={false}
        onError={isOriginal ? onUnsupported : () => setOriginal(true)}
        style={{ transform: isZoomed ? `translate(${view.x}px, ${view.y}px) scale(${view.scale})` : 'none' }}
      />
    </ButtonBase>
  );
}

const frameStyle = {
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) / minmax(0, 1fr)',
  placeItems: 'center',
  width: '100%',
  height: '100%',
  overflow: 'hidden',
  // Every finger is for the picture.
  touchAction: 'none',
  '& img': {
    display: 'block',
    width: 'auto',
    height: 'auto',
    maxWidth: '100%',
    maxHeight: '100%',
    objectFit: 'contain',
    borderRadius: '4px',
    viewTransitionName: shownPicture,
  },
} as const;
