import { createHash } from 'node:crypto';
import { AppError } from '../../contract/errors.ts';
import type { ShareFile } from '../../contract/files.ts';
import { toRateLimit } from '../core/rate-limit.ts';
import { SpeedMeter } from '../core/speed-meter.ts';
import { type StreamPart, toFileContent, type UploadContent } from '../upload/content.ts';
import type { UploadDeps } from '../upload/deps.ts';
import { assertPaths, chooseDraft, publishDraft, readChunkSize } from '../upload/draft.ts';
import { createTransfer } from '../upload/entries.ts';
import { createRetriedCall, judgeFailure, retryIncomplete } from '../upload/retry.ts';
import { transferContent } from '../upload/transfer.ts';
import {
  type FileSource,
  UploadFailedError,
  type UploadOptions,
  type UploadPhase,
  type UploadResult,
} from '../upload/types.ts';
import { StreamParts } from './stream-parts.ts';

/** The progress of an upload from a stream. */
export interface StreamProgress {
  /** What the upload is doing. */
  phase: UploadPhase;
  /** Bytes that are on the server or on their way. */
  sent: number;
  /** Average of the last five seconds. */
  bytesPerSecond: number;
  /** Why the last request failed, while it is repeated; null otherwise. */
  retriesAfter: Error | null;
}

/** Options of `uploadStream`. */
export interface StreamOptions
  extends Pick<UploadOptions, 'share' | 'into' | 'replace' | 'limitRate' | 'onShare' | 'signal'> {
  /** Path of the file inside the share: folders and name, joined by `/`. */
  path: string;
  /** Called for every request and at every change of phase. */
  onProgress?: (progress: StreamProgress) => void;
}

/** Bytes of one request, unless the administrator chose fewer: twice as many are held in memory. */
const partSize = 16 * 1024 * 1024;

/** Uploads a stream; see `NodeClient.uploadStream`. */
export async function uploadStream(
  deps: UploadDeps,
  stream: AsyncIterable<Uint8Array>,
  options: StreamOptions,
): Promise<UploadResult> {
  try {
    return await upload({ ...deps, rateLimit: toRateLimit(options.limitRate) }, stream, options);
  } catch (error) {
    // There is only one file, so its own error says it all.
    throw error instanceof UploadFailedError ? (error.failures[0]?.error ?? error) : error;
  }
}

async function upload(
  deps: UploadDeps,
  stream: AsyncIterable<Uint8Array>,
  options: StreamOptions,
): Promise<UploadResult> {
  const { path, signal = new AbortController().signal } = options;
  const report = createReport(options);
  const source: FileSource = { path, size: 0, fingerprint: '', open: () => new Blob() };
  assertPaths([source]);
  report({ phase: 'preparing' });
  const call = createRetriedCall(deps, { signal, onRetry: (retriesAfter) => report({ retriesAfter }) });
  const strategy = chooseDraft(deps, [source], { options, call });
  const chunkSize = Math.min(partSize, await readChunkSize(deps, signal));
  const draft = await strategy.open(async (key) => key);
  options.onShare?.(draft.share);
  const transfer = createTransfer();
  try {
    const sha256 = createHash('sha256');
    const parts = new StreamParts(stream, { partSize: chunkSize, onChunk: (chunk) => sha256.update(chunk) });
    report({ phase: 'uploading' });
    const outcome = await transferContent(deps, {
      target: { shareId: draft.share.id, uploadToken: draft.uploadToken, chunkSize },
      content: toStreamContent(source, (start) => parts.read(start)),
      transfer,
      signal,
      judge: judgeFailure,
      onAttempt: () => report({}),
      onSent: (sent) => report({ sent, retriesAfter: null }),
      onFailed: async (error) => error,
      onRetry: (retriesAfter) => report({ retriesAfter }),
    });
    if (outcome.result === 'stopped') throw signal.reason;
    if (outcome.result === 'failed') throw explain(outcome.error);
    report({ phase: 'publishing' });
    const bytes = transfer.acknowledged;
    assertSame(path, sha256.digest('hex'), await strategy.listFinished(draft));
    const share = await retryIncomplete(deps, () => publishDraft(deps, draft, call), { signal });
    report({ phase: 'done' });
    return { share, uploadToken: draft.uploadToken, files: 1, bytes, resumed: 0 };
  } catch (error) {
    await discard(transfer.url).catch(deps.onWarning);
    throw error;
  }

  /** Nothing can be resumed: the stream cannot be read again. */
  function discard(url: string | undefined): Promise<void> {
    return strategy.discard(draft, url === undefined ? [] : [url]);
  }
}

function toStreamContent(
  source: FileSource,
  readStream: (start: number) => Promise<StreamPart>,
): UploadContent {
  return { ...toFileContent(source), readStream };
}

function explain(error: Error): Error {
  return error instanceof RangeError ? new AppError('upload_not_found', undefined, { cause: error }) : error;
}

/** @throws AppError `checksum_mismatch` when the server has another file than the one that was read */
function assertSame(path: string, sha256: string, present: readonly ShareFile[]): void {
  if (present.find((file) => file.path === path)?.sha256 !== sha256) {
    throw new AppError('checksum_mismatch', { path });
  }
}

function createReport({ onProgress }: StreamOptions): (change: Partial<StreamProgress>) => void {
  const meter = new SpeedMeter();
  let progress: StreamProgress = { phase: 'preparing', sent: 0, bytesPerSecond: 0, retriesAfter: null };
  return (change) => {
    const { sent = progress.sent } = change;
    meter.add(sent - progress.sent);
    progress = { ...progress, ...change, bytesPerSecond: meter.bytesPerSecond };
    onProgress?.(progress);
  };
}
