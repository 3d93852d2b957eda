import { type PageViewport, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';

interface Drawing {
  document: PDFDocumentProxy;
  number: number;
  /** Pixels of the page */
  width: number;
  /** The element for the drawing, which keeps the one before until this one is drawn */
  holder: HTMLElement;
  signal: AbortSignal;
  /** Called with the page's height divided by its width before it is drawn */
  onRatio(ratio: number): void;
}

/** Higher resolutions are not visible, and phones run out of memory. */
const sharpest = 2;
/** Browsers draw nothing on larger canvases. */
const mostPixels = 2 ** 24;

/**
 * Draws a page and puts its text on top, so that it can be selected and read aloud. Rejects when the page cannot be
 * read or drawn, or when the signal aborts.
 */
export async function drawPage({ document, number, width, holder, signal, onRatio }: Drawing): Promise<void> {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const own = page.getViewport({ scale: 1 });
  onRatio(own.height / own.width);
  const viewport = page.getViewport({ scale: width / own.width });
  const picture = drawPicture(page, viewport, signal);
  const text = layText(page, viewport, signal);
  const show = () => holder.replaceChildren(picture.canvas, text);
  // The first drawing is seen while it is made.
  if (!holder.hasChildNodes()) show();
  await picture.drawn;
  show();
}

interface Picture {
  canvas: HTMLCanvasElement;
  drawn: Promise<void>;
}

function drawPicture(page: PDFPageProxy, viewport: PageViewport, signal: AbortSignal): Picture {
  const canvas = window.document.createElement('canvas');
  const largest = Math.sqrt(mostPixels / (viewport.width * viewport.height));
  const sharpness = Math.min(window.devicePixelRatio, sharpest, largest);
  canvas.width = Math.floor(viewport.width * sharpness);
  canvas.height = Math.floor(viewport.height * sharpness);
  canvas.setAttribute('aria-hidden', 'true');
  const transform = [sharpness, 0, 0, sharpness, 0, 0];
  const task = page.render({ canvas, viewport, transform });
  signal.addEventListener('abort', () => task.cancel(), { once: true });
  return { canvas, drawn: task.promise };
}

function layText(page: PDFPageProxy, viewport: PageViewport, signal: AbortSignal): HTMLElement {
  const container = window.document.createElement('div');
  container.className = 'textLayer';
  container.style.setProperty('--total-scale-factor', String(viewport.scale));
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container, viewport });
  signal.addEventListener('abort', () => layer.cancel(), { once: true });
  layer.render().catch(() => undefined);
  return container;
}
