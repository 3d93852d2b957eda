import { createReadStream } from 'node:fs';
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

/** Uploads a folder with unmodified tus-js-client, one file after the other, and its own retries. */
export async function uploadWithTusClient(url: string, target: Target): Promise<void> {
  for (const file of target.source.digests.keys()) await uploadFile(url, file, target);
}

function uploadFile(
  url: string,
  file: string,
  { shareId, uploadToken, source, delay = 100 }: Target,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const upload = new Upload(createReadStream(path.join(source.directory, '..', file)), {
      endpoint: `${url}/api/uploads`,
      headers: { authorization: `Bearer ${uploadToken}` },
      metadata: { shareId, filename: path.basename(file), relativePath: file },
      chunkSize: 5_000_000,
      retryDelays: Array.from({ length: 40 }, () => delay),
      onSuccess: () => resolve(),
      onError: reject,
    });
    upload.start();
  });
}
