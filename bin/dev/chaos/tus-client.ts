import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Upload } from 'tus-js-client';
import type { SourceFolder } from './folder.ts';

interface Target {
  shareId: string;
  uploadToken: string;
  source: SourceFolder;
  /** Milliseconds between its tries. */
  delay?: number;
}

/**
 * Uploads a folder with unmodified tus-js-client, one file after the other, with its own retries; every other large file
 * in parallel parts.
 */
export async function uploadWithTusClient(url: string, target: Target): Promise<void> {
  let large = 0;
  for (const file of target.source.digests.keys()) {
    const { size } = await stat(path.join(target.source.directory, '..', file));
    const isParallel = size > partsFrom && large++ % 2 === 0;
    await uploadFile(url, { ...target, file, parts: isParallel ? 3 : 1 });
  }
}

/** Bytes of a file that is sent in parts. */
const partsFrom = 1_000_000;

const mostStarts = 40;

function uploadFile(
  url: string,
  { shareId, uploadToken, source, delay = 100, file, parts }: Target & { file: string; parts: number },
): Promise<void> {
  let starts = 1;
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(createReadStream(path.join(source.directory, '..', file)), {
      parallelUploads: parts,
      endpoint: `${url}/api/uploads`,
      headers: { authorization: `Bearer ${uploadToken}` },
      metadata: { shareId, filename: path.basename(file), relativePath: file },
      chunkSize: 5_000_000,
      retryDelays: Array.from({ length: 40 }, () => delay),
      onSuccess: () => resolve(),
      onError: (error) => {
        // The library does not repeat the request that joins parts; `start` continues with the parts that there are.
        if (parts === 1 || starts++ >= mostStarts) reject(error);
        else setTimeout(() => upload.start(), delay);
      },
    });
    upload.start();
  });
}
