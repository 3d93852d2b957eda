import { AppError } from '#sdk/contract/errors.js';
import type { FileId } from '#sdk/contract/formats/primitives.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { ByteSource } from '../../transfer/byte-source.ts';
import { createOpenPacks } from '../../transfer/open-bundles.ts';
import type { ArchiveRepo } from './archives/archive-repo.ts';
import type { ArchiveReaders } from './archives/readers.ts';
import type { FileBytes } from './file-bytes.ts';
import type { Holds } from './holds.ts';
import type { FileRepo } from './repo.ts';
import type { FileRecord, FileShare } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ archives: ArchiveRepo; files: FileRepo }>;
  blobs: Pick<Blobs, 'open'>;
  bytes: Pick<FileBytes, 'openIntact'>;
  holds: Pick<Holds, 'refuse'>;
  readers: Pick<ArchiveReaders, 'begin'>;
}

/** Files whose bytes are sent one right after the other. */
export interface FileBundle {
  files: readonly FileRecord[];
  /** The caller closes it. Reading fails with `file_damaged` where a file differs from what was stored. */
  source: ByteSource;
}

/**
 * Opens files of a share as one, in the order of the ids. None of them is deleted until the source is closed.
 *
 * @throws AppError `file_not_found`, `file_damaged`, `share_removed`, and what `Holds.refuse` throws
 */
export type OpenBundle = (share: FileShare, ids: readonly FileId[]) => Promise<FileBundle>;

export function createOpenBundle({ uow, blobs, bytes, holds, readers }: Deps): OpenBundle {
  const { archives, files } = uow.read;

  async function find({ key }: FileShare, ids: readonly FileId[]): Promise<FileRecord[]> {
    // The deletion may have begun since the request was authorized.
    if (await archives.isEnding(key)) throw new AppError('share_removed');
    const found = new Map((await files.listByIds(key, ids)).map((file) => [file.id, file]));
    return ids.map((id) => {
      const file = found.get(id);
      if (!file) throw new AppError('file_not_found');
      holds.refuse(file);
      if (file.damagedAt !== null) throw new AppError('file_damaged', { path: file.path });
      return file;
    });
  }

  return async (share, ids) => {
    const end = readers.begin(share.key);
    try {
      const found = await find(share, ids);
      const packs = createOpenPacks((id) => blobs.open(id));
      const source = joinFiles(found, (file) =>
        bytes.openIntact(file, async () => {
          const { id, size, pack } = file;
          return pack ? packs.open({ packId: pack.id, offset: pack.offset, size }) : blobs.open(id);
        }),
      );
      const close = async () => {
        await source.close();
        await packs.close();
        end();
      };
      return { files: found, source: { ...source, close } };
    } catch (error) {
      end();
      throw error;
    }
  };
}

/** Joins the bytes of files, of which one at a time is open: they are read in their order. */
function joinFiles(
  files: readonly FileRecord[],
  open: (file: FileRecord) => Promise<ByteSource>,
): ByteSource {
  let size = 0;
  const starts = files.map((file) => {
    const start = size;
    size += file.size;
    return start;
  });
  let current: { index: number; source: ByteSource } | null = null;

  async function close(): Promise<void> {
    const closing = current;
    current = null;
    await closing?.source.close();
  }

  async function sourceOf(index: number, file: FileRecord): Promise<ByteSource> {
    if (current?.index === index) return current.source;
    await close();
    current = { index, source: await open(file) };
    return current.source;
  }

  return {
    size,
    close,
    async read(buffer, position) {
      let filled = 0;
      let index = indexOf(starts, position);
      for (let file = files[index]; file && filled < buffer.byteLength; file = files[index]) {
        const at = position + filled - (starts[index] ?? 0);
        const wanted = Math.min(file.size - at, buffer.byteLength - filled);
        if (wanted > 0) {
          const source = await sourceOf(index, file);
          const read = await source.read(buffer.subarray(filled, filled + wanted), at);
          // It became shorter since it was opened: the reader notices that bytes are missing.
          if (read === 0) return filled;
          filled += read;
        }
        if (position + filled >= (starts[index] ?? 0) + file.size) index += 1;
      }
      return filled;
    },
  };
}

/** Finds the last file that starts at the position or before it. */
function indexOf(starts: readonly number[], position: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((starts[middle] ?? 0) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
