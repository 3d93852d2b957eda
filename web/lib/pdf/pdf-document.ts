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

/** Opens a document on the device of the visitor. */
export function openPdfFile(file: Blob): PDFDocumentLoadingTask {
  return getDocument({ ...options, range: new FileRange(file) });
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
