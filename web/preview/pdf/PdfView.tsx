import Box from '@mui/material/Box';
import type { PDFDocumentProxy } from 'pdfjs-dist';
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslator } from '../../lib/i18n.tsx';
import { openPdf } from '../../lib/pdf/pdf-document.ts';
import { LoadingView } from '../LoadingView.tsx';
import type { ViewerProps } from '../preview-kinds.ts';
import { PdfPage } from './PdfPage.tsx';
import { PdfToolbar } from './PdfToolbar.tsx';

const widestPage = 960;
/** Beside a text, where the page lies on a desk */
const widestPageOnDesk = 620;

/** All pages below each other; only the visible ones are rendered. */
export function PdfView({ url, pictureUrl, downloadUrl, onUnsupported, onEnlarge }: ViewerProps) {
  const { t } = useTranslator();
  const pdf = usePdf(url, onUnsupported);
  const list = useRef<HTMLOListElement>(null);
  const [zoom, setZoom] = useState(1);
  const widest = onEnlarge ? widestPageOnDesk : widestPage;
  const width = Math.round(Math.min(useWidth(list), widest) * zoom);
  const page = useShownPage(list, pdf !== undefined);
  const showPage = (number: number) =>
    list.current?.children[number - 1]?.scrollIntoView({ block: 'start', behavior: 'instant' });
  return (
    <Box sx={onEnlarge ? { p: 2, pt: { xs: 2, md: 5 } } : { p: { xs: 1, sm: 2 } }}>
      {!pdf && (pictureUrl === undefined ? <LoadingView /> : <FirstPage url={pictureUrl} width={widest} />)}
      <Box
        component="ol"
        ref={list}
        aria-label={t('web.preview.pages')}
        sx={{ display: 'grid', gap: 2, justifyContent: 'safe center', m: 0, p: 0, listStyle: 'none' }}
      >
        {pdf &&
          width > 0 &&
          Array.from({ length: pdf.document.numPages }, (_, index) => (
            <PdfPage
              key={index}
              document={pdf.document}
              number={index + 1}
              width={width}
              likelyRatio={pdf.firstRatio}
              downloadUrl={downloadUrl}
            />
          ))}
      </Box>
      {pdf && (
        <PdfToolbar
          page={page}
          count={pdf.document.numPages}
          zoom={zoom}
          onPage={showPage}
          onZoom={setZoom}
          onFullScreen={onEnlarge}
        />
      )}
    </Box>
  );
}

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
function useShownPage(list: RefObject<HTMLElement | null>, isReady: boolean): number {
  const [page, setPage] = useState(1);
  useEffect(() => {
    const { current } = list;
    const scroller = current?.closest('[role=region]');
    if (!isReady || !current || !scroller) return undefined;
    const update = () => {
      const middle = scroller.getBoundingClientRect().top + scroller.clientHeight / 3;
      const passed = [...current.children].filter(
        (child) => child.getBoundingClientRect().top <= middle,
      ).length;
      setPage(Math.max(1, passed));
    };
    scroller.addEventListener('scroll', update, { passive: true });
    return () => scroller.removeEventListener('scroll', update);
  }, [list, isReady]);
  return page;
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
