import { AppError } from '../../contract/errors.ts';
import type { Transport } from '../transport.ts';
import type { FileReporter } from './download-reporter.ts';
import { PartFile } from './part-file.ts';
import { defaultPatience, type Patience, receive } from './receive.ts';
import type { NodeResponse } from './undici-transport.ts';

export interface RemoteContent {
  /** Path of the content on the server. */
  source: string;
  size: number;
  /** Compared at the end; null when it is not known or not asked for. */
  sha256: string | null;
  /** How people know it. */
  path: string;
}

export interface StoreOptions {
  /** Where it will be. */
  target: string;
  /** False for a place that another file of this download goes to. */
  claim: (file: string) => boolean;
  transport: Transport<NodeResponse>;
  signal: AbortSignal;
  report: FileReporter;
  patience: Patience | undefined;
}

/**
 * Receives content beside its place, compares it and puts it there. What came until a failure stays for the next run.
 *
 * @throws AppError `file_damaged` when it is not what the server announced
 */
export async function storeContent(content: RemoteContent, options: StoreOptions): Promise<void> {
  const { source, size, sha256 } = content;
  const { target, claim, report } = options;
  const part = await PartFile.open({ target, source, verify: sha256 !== null, claim });
  try {
    const resumed = part.offset;
    if (resumed > size) await part.begin(null);
    else report.resume(resumed);
    if (await isReceived(part, content, options)) return await part.commit();
    // What an earlier run left may have been damaged since: once more without it.
    if (resumed > 0) {
      await part.begin(null);
      if (await isReceived(part, content, options)) return await part.commit();
    }
    await part.discard();
    throw new AppError('file_damaged', { path: content.path });
  } finally {
    await part.close();
  }
}

/** Receives the rest. False when the whole is not what it should be. */
async function isReceived(
  part: PartFile,
  { source, size, sha256 }: RemoteContent,
  { transport, signal, report, patience = defaultPatience }: StoreOptions,
): Promise<boolean> {
  const onReceived = (offset: number) => report.receive(offset);
  await receive(part, { transport, source, size, signal, onReceived, patience });
  return part.digest() === sha256;
}
