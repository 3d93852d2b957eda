import { AppError } from '../../../contract/errors.ts';
import type { Transport } from '../../core/transport.ts';
import type { NodeResponse } from '../undici-transport.ts';
import { explainFullDisk } from './disk-space.ts';
import { PartDigest } from './part-digest.ts';
import { PartFile } from './part-file.ts';
import type { FileReporter } from './progress.ts';
import { receive } from './receive.ts';
import { defaultRetryPolicy, type RetryPolicy } from './retry-policy.ts';
import type { Slots } from './slots.ts';
import { isSmall, storeSmall } from './store-small.ts';

export interface RemoteContent {
  /** Path of the content on the server. */
  source: string;
  size: number;
  /** Expected SHA-256, compared at the end; null if it is unknown or not wanted. */
  sha256: string | null;
  /** Path as shown to people. */
  path: string;
}

export interface StoreOptions {
  /** Path on the disk where the content is stored. */
  target: string;
  /** False for a path that another file of this download uses. */
  claim: (file: string) => boolean;
  transport: Transport<NodeResponse>;
  signal: AbortSignal;
  report: FileReporter;
  retryPolicy?: RetryPolicy | undefined;
  /** The pool from which a large file takes further connections. */
  slots?: Slots | undefined;
}

/**
 * Receives content into a file next to the target, verifies it and renames it. After a failure, the received bytes are
 * kept for the next run; content that is not what was announced is fetched once more.
 *
 * @throws AppError `file_damaged` when it is not what the server announced
 * @throws DiskFullError
 */
export async function storeContent(content: RemoteContent, options: StoreOptions): Promise<void> {
  const claim = rememberClaims(options.claim);
  if (isSmall(content) && (await storeSmall(content, { ...options, claim }))) return;
  const { source, size } = content;
  const { target, report } = options;
  const part = await PartFile.open({ target, source, size, claim });
  try {
    report.resume(part.received);
    if (await isReceived(part, content, options)) return await part.commit();
    await part.begin(null);
    if (await isReceived(part, content, options)) return await part.commit();
    await part.discard();
    throw new AppError('file_damaged', { path: content.path });
  } catch (error) {
    throw await explainFullDisk(error, target, size - part.received);
  } finally {
    await part.close();
  }
}

/** Allows a path that was claimed for this content to be claimed for it again. */
function rememberClaims(claim: (file: string) => boolean): (file: string) => boolean {
  const own = new Set<string>();
  return (file) => {
    if (own.has(file)) return true;
    if (!claim(file)) return false;
    own.add(file);
    return true;
  };
}

/** Receives the missing bytes. False if the whole content is not what was announced. */
async function isReceived(
  part: PartFile,
  { source, sha256 }: RemoteContent,
  { transport, signal, report, slots, retryPolicy = defaultRetryPolicy }: StoreOptions,
): Promise<boolean> {
  const digest = sha256 === null ? null : new PartDigest(part);
  try {
    const onReceived = () => {
      report.receive(part.received);
      digest?.follow();
    };
    const onRetry = report.retry;
    await receive(part, { transport, source, signal, onReceived, onRetry, retryPolicy, slots });
    if (!digest) return true;
    report.verify();
    return (await digest.result(signal)) === sha256;
  } finally {
    await digest?.stop();
  }
}
