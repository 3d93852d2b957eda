import { type BigIntStats, constants, type PathLike } from 'node:fs';
import { access, type FileHandle, open } from 'node:fs/promises';
import type { FileSource } from '../upload/types.ts';

const readSize = 1_048_576;

export interface FoundFile {
  /** Absolute path on the disk. */
  file: string;
  /** The same as bytes, if a name in it is not UTF-8. */
  bytes?: Buffer | undefined;
  /** Path in the share. */
  path: string;
  stats: BigIntStats;
}

/** A file on the disk, as `filesFromPaths` finds it. */
export interface LocalFileSource extends FileSource {
  /** Absolute path on the disk. */
  file: string;
}

/** A file was changed while it was uploaded: the parts that were sent do not belong together. */
export class FileChangedError extends Error {
  override readonly name = 'FileChangedError';
  /** Path inside the share. */
  readonly path: string;

  constructor(path: string) {
    super(`${path} was changed while it was read`);
    this.path = path;
  }
}

export function createFileSource({ file, bytes, path, stats }: FoundFile): LocalFileSource {
  const place = bytes ?? file;
  const size = Number(stats.size);
  const fingerprint = fingerprintOf(stats);
  return {
    file,
    path,
    size,
    lastModified: Math.max(0, Number(stats.mtimeMs)),
    fingerprint,
    open: (start, end) => readFileRange({ place, file, fingerprint }, start, end),
    check: () => access(place, constants.R_OK),
  };
}

function fingerprintOf({ dev, ino, size, mtimeNs }: BigIntStats): string {
  return `${dev}:${ino}:${size}:${mtimeNs}`;
}

/** True if a file was rewritten. One that only grew, such as a log, still has its earlier content. */
function isRewritten(before: BigIntStats, now: BigIntStats): boolean {
  return fingerprintOf(before) !== fingerprintOf(now) && now.size <= before.size;
}

async function* readFileRange(
  { place, file, fingerprint }: { place: PathLike; file: string; fingerprint: string },
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  const handle = await open(place, 'r');
  try {
    const stats = end - start > readSize || start > 0 ? await handle.stat({ bigint: true }) : null;
    // An attempt that starts in the middle must continue the same content.
    if (stats && start > 0 && fingerprintOf(stats) !== fingerprint) throw new FileChangedError(file);
    let position = start;
    let reading = start < end ? readChunk(handle, start, end) : null;
    while (reading) {
      const chunk = await reading;
      if (chunk.length === 0) throw new FileChangedError(file);
      position += chunk.length;
      // Reads the next chunk while this one is being sent.
      reading = position < end ? readChunk(handle, position, end) : null;
      // A reader that stops here never awaits it.
      reading?.catch(() => undefined);
      if (!reading && stats && isRewritten(stats, await handle.stat({ bigint: true }))) {
        throw new FileChangedError(file);
      }
      yield chunk;
    }
  } finally {
    await handle.close();
  }
}

/** Reads into a new buffer each time, because the previous one may still be in use. */
async function readChunk(handle: FileHandle, position: number, end: number): Promise<Uint8Array> {
  const buffer = Buffer.allocUnsafeSlow(Math.min(readSize, end - position));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, position);
  return buffer.subarray(0, bytesRead);
}
