import Box from '@mui/material/Box';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useRef, useState } from 'react';
import { useTranslator } from '../lib/i18n.tsx';
import { FormError } from '../ui/FormError.tsx';
import { drawPage } from './draw-page.ts';
import { textLayerStyle } from './text-layer-style.ts';
import { useInSight } from './use-in-sight.ts';

interface Props {
  document: PDFDocumentProxy;
  number: number;
  width: number;
  /** Height by width, until the page itself says. */
  likelyRatio: number;
  downloadUrl: string;
}

/** Holds its place when it is out of sight, and is drawn when it comes near. */
export function PdfPage({ document, number, width, likelyRatio, downloadUrl }: Props) {
  const { t } = useTranslator();
  const place = useRef<HTMLLIElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(likelyRatio);
  const [isFailed, setFailed] = useState(false);
  const draw = useCallback(
    (signal: AbortSignal) => {
      const holder = drawing.current;
      if (!holder) return;
      setFailed(false);
      drawPage({ document, number, width, holder, signal, onRatio: setRatio }).catch(
        () => !signal.aborted && setFailed(true),
      );
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
      sx={{ position: 'relative', bgcolor: '#fff', color: '#000', border: 1, borderColor: 'divider' }}
    >
      <Box ref={drawing} sx={{ position: 'absolute', inset: 0, ...textLayerStyle }} />
      {isFailed && (
        <Box sx={{ position: 'relative', maxWidth: 480, mx: 'auto', p: 2 }}>
          <FormError>
            {t('web.preview.pageFailed', { number })}{' '}
            <Box component="a" href={downloadUrl} download sx={{ color: 'inherit' }}>
              {t('web.preview.downloadInstead')}
            </Box>
          </FormError>
        </Box>
      )}
    </Box>
  );
}
