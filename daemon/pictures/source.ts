import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Blobs } from '../storage/blobs.ts';
import { type ByteSource, ShortSourceError } from '../transfer/byte-source.ts';
import { blobIdOf, openFileContent, type StoredFile } from '../transfer/stored-file.ts';
import type { PictureSource } from './drawer.ts';

/** Runs `work` with the bytes of a stored file, in the form that the drawer needs. */
export type WithPicture = <T>(file: StoredFile, work: (source: PictureSource) => Promise<T>) => Promise<T>;

const stepBytes = 1024 * 1024;

/** The process of the drawer reads the blob itself where that has a path, otherwise a copy in the temporary folder. */
export function withPicture(blobs: Pick<Blobs, 'open' | 'localPath'>): WithPicture {
  return async (file, work) => {
    const { size: length, pack } = file;
    if (blobs.localPath) {
      const path = blobs.localPath(blobIdOf(file));
      return work({ path, offset: pack?.offset ?? 0, length, isWhole: pack === null });
    }
    const directory = await mkdtemp(join(tmpdir(), 'fileshare-picture-'));
    try {
      const path = join(directory, 'picture');
      await copy(await openFileContent(blobs, file), path);
      return await work({ path, offset: 0, length, isWhole: true });
    } finally {
      await rm(directory, { recursive: true, force: true });
    }
  };
}

/** Writes a source into a new file, and closes it. */
async function copy(source: ByteSource, path: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      const buffer = Buffer.allocUnsafe(Math.min(stepBytes, source.size));
      for (let position = 0; position < source.size; ) {
        const step = buffer.subarray(0, Math.min(stepBytes, source.size - position));
        const count = await source.read(step, position);
        if (count < step.length) throw new ShortSourceError(position + count);
        await file.writeFile(step);
        position += count;
      }
    } finally {
      await file.close();
    }
  } finally {
    await source.close();
  }
}
