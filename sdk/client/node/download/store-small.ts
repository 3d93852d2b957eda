import { hash } from 'node:crypto';
import { closeSync, constants, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { AppError } from '../../../contract/errors.ts';
import { NetworkError } from '../../core/transport.ts';
import { isSystemError } from '../private-file.ts';
import { explainFullDisk } from './disk-space.ts';
import { noteOf, partName } from './part-file.ts';
import { readRefusal } from './range-request.ts';
import { defaultRetryPolicy, retryWhileAdvancing } from './retry-policy.ts';
import { lstatIfThere } from './safe-target.ts';
import type { RemoteContent, StoreOptions } from './store-content.ts';

/** Content up to this size is kept in memory, and requested as a whole after a broken connection. */
const smallBytes = 262_144;

const { O_CREAT, O_EXCL, O_NOFOLLOW, O_WRONLY } = constants;

export function isSmall({ size }: Pick<RemoteContent, 'size'>): boolean {
  return size <= smallBytes;
}

/**
 * Stores content that is not worth a note beside it: received as a whole, compared, written, renamed. False when
 * something else has the name of its part.
 *
 * It is not synced to the disk, which takes many times longer than all the rest: after a power cut, the next run compares
 * what is there. The calls wait for the disk, because a call of the thread pool costs more than writing a small file.
 *
 * @throws AppError `file_damaged` when it is not what the server announced
 */
export async function storeSmall(content: RemoteContent, options: StoreOptions): Promise<boolean> {
  const part = partName(options.target, 1);
  if (!options.claim(part)) return false;
  let bytes = await fetchWhole(content, options);
  if (!isIntact(bytes, content)) bytes = await fetchWhole(content, options);
  if (!isIntact(bytes, content)) throw new AppError('file_damaged', { path: content.path });
  return writeSmall(bytes, part, options);
}

/**
 * Stores content that has arrived as a whole; false when it is not what the server announced, or something else has
 * the name of its part.
 */
export async function storeReceived(
  bytes: Buffer,
  content: Pick<RemoteContent, 'sha256'>,
  options: Pick<StoreOptions, 'target' | 'claim' | 'report'>,
): Promise<boolean> {
  const part = partName(options.target, 1);
  return isIntact(bytes, content) && options.claim(part) && writeSmall(bytes, part, options);
}

async function writeSmall(
  bytes: Buffer,
  part: string,
  { target, report }: Pick<StoreOptions, 'target' | 'report'>,
): Promise<boolean> {
  report.receive(bytes.byteLength);
  try {
    const isWritten = writeNew(part, bytes) || replaceOwn(part, bytes);
    if (isWritten) renameSync(part, target);
    return isWritten;
  } catch (error) {
    throw await explainFullDisk(error, target, bytes.byteLength);
  }
}

/** A run that was killed leaves the beginning of the content, and no note. */
function isOwn(file: string, bytes: Buffer): boolean {
  const found = lstatIfThere(file);
  if (!found?.isFile() || found.size === 0 || found.size > bytes.byteLength) return false;
  if (lstatIfThere(noteOf(file))) return false;
  return readFileSync(file).equals(bytes.subarray(0, found.size));
}

function replaceOwn(file: string, bytes: Buffer): boolean {
  if (!isOwn(file, bytes)) return false;
  rmSync(file, { force: true });
  return writeNew(file, bytes);
}

async function fetchWhole(
  { source, size }: RemoteContent,
  { transport, signal, report, retryPolicy = defaultRetryPolicy }: StoreOptions,
): Promise<Buffer> {
  if (size === 0) return Buffer.alloc(0);
  const fetch = async () => {
    const response = await transport.send({ method: 'GET', path: source, signal });
    if (response.status !== 200) throw await readRefusal(response);
    const chunks: Uint8Array[] = [];
    let received = 0;
    for await (const chunk of response.chunks()) {
      received += chunk.byteLength;
      if (received > size) throw new NetworkError('The server sent more than it announced.');
      chunks.push(chunk);
    }
    if (received < size) throw new NetworkError('The connection broke.');
    return Buffer.concat(chunks);
  };
  return retryWhileAdvancing(fetch, { retryPolicy, signal, position: () => 0, onRetry: report.retry });
}

function isIntact(bytes: Buffer, { sha256 }: Pick<RemoteContent, 'sha256'>): boolean {
  return sha256 === null || hash('sha256', bytes) === sha256;
}

/** Makes a file with these bytes; false when there is one already. */
function writeNew(file: string, bytes: Buffer): boolean {
  const descriptor = openNew(file);
  if (descriptor === null) return false;
  try {
    writeFileSync(descriptor, bytes);
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
  return true;
}

function openNew(file: string): number | null {
  try {
    return openSync(file, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o666);
  } catch (error) {
    if (isSystemError(error, 'EEXIST')) return null;
    throw error;
  }
}
