import { files as fileEndpoints, maxBundledFiles, type ShareFile } from '../../../contract/files.ts';
import { buildPath } from '../../core/api-client.ts';
import { NetworkError, type Transport } from '../../core/transport.ts';
import type { NodeResponse } from '../undici-transport.ts';
import { readRefusal } from './range-request.ts';
import { type RetryPolicy, retryWhileAdvancing } from './retry-policy.ts';
import { isSmall } from './store-small.ts';

/** Bytes of the files that are requested together: they are lost when the connection breaks right away. */
const maxBytes = 4 * 1024 * 1024;

/**
 * Divides files into those that are requested alone and groups of small ones, of which there are as many as there are
 * connections, or more.
 */
export function* groupFiles<T extends { file: ShareFile }>(
  files: readonly T[],
  connections: number,
): Generator<T[]> {
  const small = files.filter(({ file }) => isSmall(file)).length;
  const maxFiles = Math.min(maxBundledFiles, Math.ceil(small / connections));
  let group: T[] = [];
  let bytes = 0;
  for (const one of files) {
    const { size } = one.file;
    if (!isSmall(one.file)) {
      yield [one];
      continue;
    }
    if (group.length >= maxFiles || (group.length > 0 && bytes + size > maxBytes)) {
      yield group;
      group = [];
      bytes = 0;
    }
    group.push(one);
    bytes += size;
  }
  if (group.length > 0) yield group;
}

interface BundleOptions {
  transport: Transport<NodeResponse>;
  shareId: string;
  signal: AbortSignal;
  retryPolicy: RetryPolicy;
  /** The files from `index` on are requested again. */
  onRetry: (index: number, cause: Error) => void;
}

/**
 * Receives files of a share in one answer, each as soon as it has arrived and `onFile` has finished with the one before.
 * After a broken connection, only the rest is requested again.
 *
 * @throws AppError when the server refuses them together: each may have an answer of its own
 * @throws NetworkError
 */
export async function receiveBundle(
  files: readonly ShareFile[],
  onFile: (index: number, bytes: Buffer) => Promise<void>,
  { transport, shareId, signal, retryPolicy, onRetry }: BundleOptions,
): Promise<void> {
  let received = 0;
  async function request(): Promise<void> {
    const rest = files.slice(received);
    const response = await transport.send({
      method: 'POST',
      path: buildPath(fileEndpoints.bundle.path, { params: { id: shareId } }),
      body: { files: rest.map(({ id }) => id) },
      signal,
    });
    if (response.status !== 200) throw await readRefusal(response);
    const chunks = response.chunks();
    const sizes = rest.map(({ size }) => size);
    try {
      for await (const bytes of cut(chunks, sizes)) await onFile(received++, bytes);
    } finally {
      // Closes the connection if the server sends more than it announced.
      await chunks.return();
    }
  }
  await retryWhileAdvancing(request, {
    retryPolicy,
    signal,
    position: () => received,
    onRetry: (cause) => onRetry(received, cause),
  });
}

/** Cuts a stream into contents of these sizes. */
async function* cut(
  chunks: AsyncGenerator<Uint8Array, void, undefined>,
  sizes: readonly number[],
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = [];
  let bytes = 0;
  for (const size of sizes) {
    while (bytes < size) {
      const { value } = await chunks.next();
      if (!value) throw new NetworkError('The connection broke.');
      held.push(value);
      bytes += value.byteLength;
    }
    const whole = held.length === 1 && held[0] ? held[0] : Buffer.concat(held);
    yield Buffer.from(whole.subarray(0, size));
    held = bytes > size ? [whole.subarray(size)] : [];
    bytes -= size;
  }
  const { value } = await chunks.next();
  if (value || bytes > 0) throw new NetworkError('The server sent more than it announced.');
}
