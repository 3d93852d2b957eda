import Box from '@mui/material/Box';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormError } from '../../ui/feedback/FormError.tsx';
import { useInViewport } from '../../ui/hooks/use-in-viewport.ts';
import { drawPage } from './draw-page.ts';

interface Props {
  document: PDFDocumentProxy;
  number: number;
  /** Pixels, before it is enlarged */
  width: number;
  zoom: number;
  /** Height by width, until the page is loaded */
  likelyRatio: number;
  downloadUrl: string;
}

/** Keeps its space when it is out of view, and is rendered when it comes near. */
export function PdfPage({ document, number, width, zoom, likelyRatio, downloadUrl }: Props) {
  const { t } = useTranslator();
  const place = useRef<HTMLLIElement>(null);
  const drawing = useRef<HTMLDivElement>(null);
  const [ratio, setRatio] = useState(likelyRatio);
  const [isFailed, setFailed] = useState(false);
  const [isNear, setNear] = useState(false);
  const handleEnter = useCallback((signal: AbortSignal) => {
    setNear(true);
    signal.addEventListener('abort', () => setNear(false), { once: true });
  }, []);
  useInViewport(place, handleEnter);
  const drawnWidth = Math.round(width * zoom);
  useEffect(() => {
    const holder = drawing.current;
    if (!holder) return undefined;
    if (!isNear) return holder.replaceChildren();
    const drawn = new AbortController();
    const { signal } = drawn;
    drawPage({ document, number, width: drawnWidth, holder, signal, onRatio: setRatio }).then(
      () => setFailed(false),
      () => !signal.aborted && setFailed(true),
    );
    return () => drawn.abort();
  }, [document, number, drawnWidth, isNear]);
  return (
    <Box
      component="li"
      ref={place}
      aria-label={t('web.preview.page', { number, count: document.numPages })}
      style={{ width: enlarged(width), height: enlarged(width * ratio) }}
      sx={{ position: 'relative', bgcolor: '#fff', color: '#000', boxShadow: 'var(--fs-shadow-print)' }}
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

/** The zoom of the list is ahead of the drawings while fingers change it. */
function enlarged(pixels: number): string {
  return `calc(${Math.round(pixels)}px * var(--zoom, 1))`;
}

/** The styles that the viewer expects of the invisible text over the picture of a page. */
const textLayerStyle = {
  '& canvas': { display: 'block', width: '100%', height: '100%' },
  '& .textLayer': {
    '--scale-round-x': '1px',
    '--scale-round-y': '1px',
    '--min-font-size': '1',
    '--text-scale-factor': 'calc(var(--total-scale-factor) * var(--min-font-size))',
    '--min-font-size-inv': 'calc(1 / var(--min-font-size))',
    position: 'absolute',
    inset: 0,
    overflow: 'clip',
    lineHeight: 1,
    letterSpacing: 0,
    textAlign: 'initial',
    transformOrigin: '0 0',
  },
  '& .textLayer :is(span, br)': {
    position: 'absolute',
    color: 'transparent',
    whiteSpace: 'pre',
    cursor: 'text',
    transformOrigin: '0% 0%',
  },
  '& .textLayer > :not(.markedContent), & .textLayer .markedContent span:not(.markedContent)': {
    '--font-height': '0',
    '--scale-x': '1',
    '--rotate': '0deg',
    fontSize: 'calc(var(--text-scale-factor) * var(--font-height))',
    transform: 'rotate(var(--rotate)) scaleX(var(--scale-x)) scale(var(--min-font-size-inv))',
  },
  '& .textLayer .markedContent': { display: 'contents' },
  '& .textLayer ::selection': { bgcolor: 'rgba(42, 59, 214, 0.3)' },
} as const;
