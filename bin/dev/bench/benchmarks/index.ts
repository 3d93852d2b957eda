import type { Benchmark, Observation } from '../benchmark.ts';
import { run as observeLargeArchive } from '../large-archive.ts';
import { run as observeSlowClients } from '../slow-clients.ts';
import { archiveLarge, archiveSmall } from './archive.ts';
import { downloadCurl, downloadEight, downloadSink } from './download-large.ts';
import { downloadSmall } from './download-small.ts';
import { firstLoad } from './first-load.ts';
import { growth } from './growth.ts';
import { manyFiles } from './many-files.ts';
import { memory } from './memory.ts';
import { openShare } from './open-share.ts';
import { s3 } from './s3.ts';
import { servers, serversOpen } from './servers.ts';
import { shareLists } from './share-lists.ts';
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
  openShare,
  archiveLarge,
  archiveSmall,
  startUp,
  memory,
  growth,
  manyFiles,
  shareLists,
  firstLoad,
  s3,
  servers,
  serversOpen,
];

export const observations: readonly Observation[] = [
  {
    name: 'slow-clients',
    title: 'Hundreds of slow clients',
    note: '500 downloads, 100 uploads and an archive, each at 20 KiB/s, for a minute; `health` is the response time of other requests during that time.',
    run: observeSlowClients,
  },
  {
    name: 'large-archive',
    title: 'Very many files and a very large one',
    note: 'An archive of 100,000 files of 1 kB, and one of a sparse file of 100 GB followed by a small file.',
    run: observeLargeArchive,
  },
];
