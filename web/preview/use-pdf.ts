import type { PDFDocumentProxy } from 'pdfjs-dist';
import { useEffect, useState } from 'react';
import { openPdf } from './pdf-document.ts';

interface Pdf {
  document: PDFDocumentProxy;
  /** Height by width of the first page, which most others have too. */
  firstRatio: number;
}

/** The document at an address, as soon as its first page is known. */
export function usePdf(url: string, onUnsupported: () => void): Pdf | undefined {
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
      // Not a PDF, damaged, or locked by a password of its own.
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
