import { AppError } from '#sdk/contract/errors.js';
import type { Logger } from '../../logger.ts';
import type { Blobs } from '../../storage/blobs.ts';
import { type ByteSource, isDamage, WrongSizeError } from '../../transfer/byte-source.ts';
import { createSmallContents, smallBytes } from '../../transfer/small-contents.ts';
import { openFileContent } from '../../transfer/stored-file.ts';
import type { FileRecord } from './types.ts';

interface Deps {
  blobs: Pick<Blobs, 'open'>;
  logger: Logger;
}

export interface FileBytes {
  /**
   * Opens the bytes of a file; the caller closes them.
   *
   * @throws AppError `file_damaged` when bytes are missing, or their number differs from what was stored
   */
  open(file: FileRecord): Promise<ByteSource>;
  /**
   * The same through `open`, which opens the bytes of the file, and past the cache.
   *
   * @throws AppError `file_damaged`
   */
  openIntact(file: FileRecord, open: () => Promise<ByteSource>): Promise<ByteSource>;
  /** Records that the stored bytes are missing or differ, so that somebody learns of it. */
  reportDamage(file: FileRecord, cause: unknown): AppError;
}

export function createFileBytes({ blobs, logger }: Deps): FileBytes {
  const small = createSmallContents();

  function reportDamage(file: FileRecord, cause: unknown): AppError {
    logger.error({ fileId: file.id, shareKey: file.shareKey, err: cause }, 'a stored file is damaged');
    return new AppError('file_damaged', { path: file.path }, { cause });
  }

  async function openIntact(file: FileRecord, open: () => Promise<ByteSource>): Promise<ByteSource> {
    const source = await open().catch((error: unknown) => {
      throw isDamage(error) ? reportDamage(file, error) : error;
    });
    if (source.size === file.size) return source;
    await source.close();
    throw reportDamage(file, new WrongSizeError(source.size, file.size));
  }

  return {
    reportDamage,
    openIntact,
    async open(file) {
      if (file.damagedAt !== null) throw new AppError('file_damaged', { path: file.path });
      const open = () => openIntact(file, () => openFileContent(blobs, file));
      return file.size > smallBytes ? open() : small.open(file.id, open);
    },
  };
}
