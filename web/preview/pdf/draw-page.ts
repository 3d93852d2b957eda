import { type PageViewport, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';

interface Drawing {
  document: PDFDocumentProxy;
  number: number;
  /** Pixels of the page */
  width: number;
  /** The element that contains the drawing until the signal aborts */
  holder: HTMLElement;
  signal: AbortSignal;
  /** Called with the page's height divided by its width before it is drawn */
  onRatio(ratio: number): void;
}

/** Higher resolutions are not visible, and phones run out of memory. */
const sharpest = 2;

/**
 * Draws a page and puts its text on top, so that it can be selected and read aloud. Rejects when the page cannot be
 * read or drawn, or when it has left the screen.
 */
export async function drawPage({ document, number, width, holder, signal, onRatio }: Drawing): Promise<void> {
  const page = await document.getPage(number);
  signal.throwIfAborted();
  const own = page.getViewport({ scale: 1 });
  onRatio(own.height / own.width);
  const viewport = page.getViewport({ scale: width / own.width });
  const picture = drawPicture(page, viewport, signal);
  const text = layText(page, viewport, signal);
  holder.replaceChildren(picture.canvas, text);
  signal.addEventListener('abort', () => holder.replaceChildren(), { once: true });
  await picture.drawn;
}

interface Picture {
  canvas: HTMLCanvasElement;
  drawn: Promise<void>;
}

function drawPicture(page: PDFPageProxy, viewport: PageViewport, signal: AbortSignal): Picture {
  const canvas = window.document.createElement('canvas');
  const sharpness = Math.min(window.devicePixelRatio, sharpest);
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
