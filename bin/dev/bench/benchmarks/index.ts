import type { Benchmark } from '../benchmark.ts';
import { archiveLarge, archiveSmall } from './archive.ts';
import { downloadCurl, downloadEight, downloadSink } from './download-large.ts';
import { downloadSmall } from './download-small.ts';
import { firstLoad } from './first-load.ts';
import { growth } from './growth.ts';
import { memory } from './memory.ts';
import { startUp } from './start-up.ts';
import { uploadClient } from './upload-client.ts';
import { uploadLarge } from './upload-large.ts';
import { uploadSmall } from './upload-small.ts';

/** In the order of the report. */
export const benchmarks: readonly Benchmark[] = [
  uploadLarge,
  uploadClient,
  uploadSmall,
  downloadCurl,
  downloadSink,
  downloadEight,
  downloadSmall,
  archiveLarge,
  archiveSmall,
  startUp,
  memory,
  growth,
  firstLoad,
];
