import { openPdfFile } from './pdf-document.ts';

interface Limits {
  signal: AbortSignal;
  /** Pixels of the longer side */
  side: number;
}

/** Draws the first page of a chosen file. Rejects when it cannot be read: it may need a password. */
export async function drawFirstPage(file: Blob, { signal, side }: Limits): Promise<HTMLCanvasElement> {
  const task = openPdfFile(file);
  signal.addEventListener('abort', () => void task.destroy(), { once: true });
  try {
    const page = await (await task.promise).getPage(1);
    const own = page.getViewport({ scale: 1 });
    const viewport = page.getViewport({ scale: side / Math.max(own.width, own.height) });
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.floor(viewport.width));
    canvas.height = Math.max(1, Math.floor(viewport.height));
    // Pages for the screen wait for its next frame, which a tab in the background never gets.
    await page.render({ canvas, viewport, intent: 'print' }).promise;
    return canvas;
  } finally {
    await task.destroy();
  }
}
