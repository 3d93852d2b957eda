import type { FileProgress, FileSource, UploadJournal, UploadOptions, UploadResult } from '#sdk/index.js';
import type { Client, Context } from '../context.ts';
import { chooseProgressView } from '../progress/choose.ts';
import { type TransferTracker, trackTransfer } from '../progress/tracker.ts';
import type { TransferFile } from '../progress/transfer.ts';

export interface UploadRun {
  client: Client;
  /** Where the files go. */
  target: Pick<UploadOptions, 'share' | 'into' | 'replace' | 'reverseShare'>;
  parallel: number | undefined;
  /** Bytes per second. */
  limitRate: number | undefined;
  journal: UploadJournal | null;
  /** Finds the files. */
  scan(): Promise<FileSource[]>;
}

/** Uploads and shows how it goes. */
export async function runUpload(context: Context, run: UploadRun): Promise<UploadResult> {
  const tracker = trackTransfer(await chooseProgressView(context));
  try {
    tracker.phase('scanning');
    const sources = await run.scan();
    context.signal.throwIfAborted();
    return await upload(context, { ...run, sources, tracker });
  } finally {
    await tracker.close();
  }
}

export interface StreamRun extends Pick<UploadRun, 'client' | 'target' | 'limitRate'> {
  /** Name of the file in the share. */
  name: string;
  stream: AsyncIterable<Uint8Array>;
}

/** Uploads a stream, whose size only shows at its end, and shows how it goes. */
export async function runStreamUpload(
  context: Context,
  { client, target, limitRate, name, stream }: StreamRun,
): Promise<UploadResult> {
  const tracker = trackTransfer(await chooseProgressView(context));
  try {
    return await client.uploadStream(stream, {
      ...target,
      path: name,
      ...(limitRate === undefined ? {} : { limitRate }),
      signal: context.signal,
      onShare: (share) => tracker.link(share.url),
      onProgress: ({ phase, sent, bytesPerSecond, retriesAfter }) => {
        const files = { total: 1, finished: phase === 'done' ? 1 : 0, failed: 0 };
        const bytes = { total: phase === 'done' ? sent : null, done: sent, resumed: 0 };
        tracker.totals(phase, { files, bytes, bytesPerSecond, secondsLeft: null, retriesAfter });
      },
    });
  } catch (error) {
    throw context.signal.aborted ? context.signal.reason : error;
  } finally {
    await tracker.close();
  }
}

type Started = UploadRun & { sources: readonly FileSource[]; tracker: TransferTracker };

async function upload(
  context: Context,
  { client, sources, tracker, ...run }: Started,
): Promise<UploadResult> {
  return client.uploadFiles(sources, {
    ...run.target,
    signal: context.signal,
    ...(run.parallel === undefined ? {} : { parallel: run.parallel }),
    ...(run.limitRate === undefined ? {} : { limitRate: run.limitRate }),
    ...(run.journal ? { journal: run.journal } : {}),
    onShare: (share) => tracker.link(share.url),
    onProgress: ({ phase, bytes: { total, sent, resumed }, ...others }) => {
      tracker.totals(phase, { ...others, bytes: { total, done: sent, resumed } });
    },
    onFile: (file) => tracker.file(toTransferFile(file)),
  });
}

const fileStates: Readonly<Record<FileProgress['state'], TransferFile['state']>> = {
  waiting: 'finished',
  uploading: 'active',
  paused: 'finished',
  retrying: 'retrying',
  finished: 'finished',
  failed: 'failed',
  cancelled: 'finished',
};

function toTransferFile({ path, size, sent, state, error }: FileProgress): TransferFile {
  return { path, size, done: sent, state: fileStates[state], ...(error ? { error } : {}) };
}
