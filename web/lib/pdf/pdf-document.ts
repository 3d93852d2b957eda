import {
  GlobalWorkerOptions,
  getDocument,
  PDFDataRangeTransport,
  type PDFDocumentLoadingTask,
} from 'pdfjs-dist';

GlobalWorkerOptions.workerSrc = new URL(
  '../../../node_modules/pdfjs-dist/build/pdf.worker.min.mjs',
  import.meta.url,
).href;

const imageDecoderUrl = new URL(
  '../../../node_modules/pdfjs-dist/wasm/openjpeg_nowasm_fallback.js',
  import.meta.url,
).href;

/** Character maps and fonts that documents refer to but do not embed, by file name. */
const dataUrls = new Map(
  Object.entries(
    import.meta.glob<string>('../../../node_modules/pdfjs-dist/{cmaps/*.bcmap,standard_fonts/*.{pfb,ttf}}', {
      query: '?url',
      import: 'default',
      eager: true,
    }),
  ).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
);

class BundledDataFactory {
  async fetch({ filename }: { filename: string }): Promise<Uint8Array> {
    const url = dataUrls.get(filename);
    if (url === undefined) throw new Error(`there is no ${filename}`);
    const response = await fetch(url);
    return new Uint8Array(await response.arrayBuffer());
  }
}

const chunkBytes = 262_144;

/** Only the parts that are viewed are read. Nothing in a document is run. */
const options = {
  rangeChunkSize: chunkBytes,
  disableStream: true,
  disableAutoFetch: true,
  // The content security policy allows neither.
  isEvalSupported: false,
  useWasm: false,
  // The worker appends a file name, which the server ignores.
  wasmUrl: `${imageDecoderUrl}?/`,
  BinaryDataFactory: BundledDataFactory,
  useWorkerFetch: false,
  cMapPacked: true,
  enableXfa: false,
  stopAtErrors: false,
  verbosity: 0,
};

/** Opens a document at an address. */
export function openPdf(url: string): PDFDocumentLoadingTask {
  return getDocument({ ...options, url });
}

interface Limits {
  signal: AbortSignal;
  /** Pixels of the longer side */
  side: number;
}

/** Draws the first page of a chosen file. Rejects when it cannot be read: it may need a password. */
export async function drawFirstPage(file: Blob, { signal, side }: Limits): Promise<HTMLCanvasElement> {
  const task = getDocument({ ...options, range: new FileRange(file) });
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

class FileRange extends PDFDataRangeTransport {
  readonly #file: Blob;

  constructor(file: Blob) {
    super(file.size, null);
    this.#file = file;
  }

  override requestDataRange(begin: number, end: number): void {
    void this.#file
      .slice(begin, end)
      .arrayBuffer()
      .then(
        (bytes) => this.onDataRange(begin, new Uint8Array(bytes)),
        () => this.abort(),
      );
  }
}
