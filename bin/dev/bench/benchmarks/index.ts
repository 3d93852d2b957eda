import type { Benchmark } from '../benchmark.ts';
import { downloadCurl, downloadEight, downloadSink } from './download-large.ts';
import { uploadClient } from './upload-client.ts';
import { uploadLarge } from './upload-large.ts';

/** In the order of the report. */
export const benchmarks: readonly Benchmark[] = [
  uploadLarge,
  uploadClient,
  downloadCurl,
  downloadSink,
  downloadEight,
];
