import ButtonBase from '@mui/material/ButtonBase';
import { useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import type { ViewerProps } from '../preview-kinds.ts';

/** Fits the screen; a click shows every pixel, and scrolls. */
export function ImageView({ file, url, onUnsupported }: ViewerProps) {
  const { t } = useTranslator();
  const [isZoomed, setZoomed] = useState(false);
  return (
    <ButtonBase
      aria-label={t(isZoomed ? 'web.preview.fit' : 'web.preview.zoom')}
      aria-pressed={isZoomed}
      onClick={() => setZoomed(!isZoomed)}
      sx={{
        display: isZoomed ? 'block' : 'grid',
        placeItems: 'center',
        width: isZoomed ? 'max-content' : '100%',
        height: isZoomed ? 'max-content' : '100%',
        minWidth: '100%',
        minHeight: isZoomed ? '100%' : 0,
        p: { xs: 0, sm: 2 },
        cursor: isZoomed ? 'zoom-out' : 'zoom-in',
        '& img': {
          display: 'block',
          m: 'auto',
          maxWidth: isZoomed ? 'none' : '100%',
          maxHeight: isZoomed ? 'none' : '100%',
          minHeight: 0,
          objectFit: 'contain',
          borderRadius: 0.5,
        },
      }}
    >
      <img src={url} alt={file.name} onError={onUnsupported} />
    </ButtonBase>
  );
}
