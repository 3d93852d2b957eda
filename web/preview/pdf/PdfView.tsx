import Box from '@mui/material/Box';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { openPdf } from '../../lib/pdf/pdf-document.ts';
import { LoadingView } from '../LoadingView.tsx';
import type { ViewerProps } from '../preview-kinds.ts';
import { PdfPage } from './PdfPage.tsx';
import { PdfToolbar } from './PdfToolbar.tsx';
import { usePdfZoom } from './use-pdf-zoom.ts';

const widestPage = 960;
/** Beside a text, where the page lies on a desk */
const widestPageOnDesk = 620;

/** All pages below each other; only the visible ones are rendered. */
export function PdfView({ file, url, pictureUrl, downloadUrl, onUnsupported, onEnlarge }: ViewerProps) {
  const { t } = useTranslator();
  const pdf = usePdf(url, onUnsupported);
  const scroller = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLOListElement>(null);
  const { zoom, zoomTo } = usePdfZoom(scroller, list);
  const widest = onEnlarge ? widestPageOnDesk : widestPage;
  const width = Math.min(useWidth(list), widest);
  const page = useShownPage(scroller, list);
  const showPage = (number: number) => {
    const wanted = list.current?.children[number - 1];
    if (!wanted || !scroller.current) return;
    scroller.current.scrollBy({ top: topOf(wanted) - topOf(scroller.current), behavior: 'instant' });
  };
  return (
    <Box sx={frameStyle}>
      <Box
        ref={scroller}
        role="group"
        aria-label={file.name}
        // Scrollable content must be reachable with the keyboard.
        tabIndex={0}
        sx={[scrollerStyle, onEnlarge ? { p: 2, pt: { xs: 2, md: 5 } } : { p: { xs: 1, sm: 2 } }]}
      >
        {!pdf && (pictureUrl === undefined ? <LoadingView /> : <FirstPage url={pictureUrl} width={widest} />)}
        <Box component="ol" ref={list} aria-label={t('web.preview.pages')} sx={listStyle}>
          {pdf &&
            width > 0 &&
            Array.from({ length: pdf.document.numPages }, (_, index) => (
              <PdfPage
                key={index}
                document={pdf.document}
                number={index + 1}
                width={width}
                zoom={zoom}
                likelyRatio={pdf.firstRatio}
                downloadUrl={downloadUrl}
              />
            ))}
        </Box>
      </Box>
      {pdf && (
        <PdfToolbar
          page={page}
          count={pdf.document.numPages}
          zoom={zoom}
          onPage={showPage}
          onZoom={zoomTo}
          onFullScreen={onEnlarge}
        />
      )}
    </Box>
  );
}

const frameStyle = {
  display: 'grid',
  gridTemplate: 'minmax(0, 1fr) auto / minmax(0, 1fr)',
  height: '100%',
} as const;

/** The browser scrolls in both directions, and leaves two fingers to the document. */
const scrollerStyle = {
  overflow: 'auto',
  touchAction: 'pan-x pan-y',
  '&:focus-visible': { outlineOffset: -3 },
} as const;

const listStyle = {
  display: 'grid',
  gap: 2,
  justifyContent: 'safe center',
  m: 0,
  p: 0,
  listStyle: 'none',
} as const;

/** The picture of the first page, until the document is there. */
function FirstPage({ url, width }: { url: string; width: number }) {
  return (
    <Box
      component="img"
      src={url}
      alt=""
      sx={{ display: 'block', width: '100%', maxWidth: width, mx: 'auto' }}
    />
  );
}

/** The page that fills the upper part of its place, as that scrolls. */
function useShownPage(scroller: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const place = scroller.current;
    if (!place) return undefined;
    const update = () => {
      const middle = topOf(place) + place.clientHeight / 3;
      const passed = [...(list.current?.children ?? [])].filter((child) => topOf(child) <= middle).length;
      setPage(Math.max(1, passed));
    };
    place.addEventListener('scroll', update, { passive: true });
    return () => place.removeEventListener('scroll', update);
  }, [scroller, list]);
  return page;
}

function topOf(element: Element): number {
  return element.getBoundingClientRect().top;
}

/** Width of an element in pixels, as it changes; 0 before it is there. */
function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

interface Pdf {
  document: PDFDocumentProxy;
  /** The ratio of the first page, height by width, which most pages share */
  firstRatio: number;
}

/** The document at an address, as soon as its first page is known. */
function usePdf(url: string, onUnsupported: () => void): Pdf | undefined {
  const [pdf, setPdf] = useState<Pdf>();
  useEffect(() => {
    let isGone = false;
    const task = openPdf(url);
    const open = async () => {
      const document = await task.promise;
      const { width, height } = (await document.getPage(1)).getViewport({ scale: 1 });
      if (!isGone) setPdf({ document, firstRatio: height / width });
    };
    open().catch(() => {
      // The file is not a PDF, is damaged, or is protected with its own password.
      if (!isGone) onUnsupported();
    });
    return () => {
      isGone = true;
      setPdf(undefined);
      void task.destroy();
    };
  }, [url, onUnsupported]);
  return pdf;
}
