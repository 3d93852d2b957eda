import Box from '@mui/material/Box';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useRef, useState } from 'react';
import { useTranslator } from '../lib/i18n.tsx';
import { drawPage } from './draw-page.ts';
import { textLayerStyle } from './text-layer-style.ts';
import { useInSight } from './use-in-sight.ts';

interface Props {
  document: PDFDocumentProxy;
  number: number;
  width: number;
  /** Height by width, until the page itself says. */
  likelyRatio: number;
}

/** Holds its place when it is out of sight, and is drawn when it comes near. */
export function PdfPage({ document, number, width, likelyRatio }: Props) {
  const { t } = useTranslator();
  const place = useRef<HTMLLIElement>(null);
  const [ratio, setRatio] = useState(likelyRatio);
  const draw = useCallback(
    (signal: AbortSignal) => {
      const holder = place.current;
      if (!holder) return;
      drawPage({ document, number, width, holder, signal }).then(setRatio, () => undefined);
    },
    [document, number, width],
  );
  useInSight(place, draw);
  return (
    <Box
      component="li"
      ref={place}
      aria-label={t('web.preview.page', { number, count: document.numPages })}
      style={{ width, height: Math.round(width * ratio) }}
      sx={{
        position: 'relative',
        bgcolor: '#fff',
        color: '#000',
        border: 1,
        borderColor: 'divider',
        ...textLayerStyle,
      }}
    />
  );
}
