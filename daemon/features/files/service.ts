import { AppError } from '#sdk/contract/errors.js';
import type { FileId } from '#sdk/contract/formats/primitives.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ArchiveReaders } from './archives/readers.ts';
import type { DownloadRepo } from './download-repo.ts';
import type { FileRepo } from './repo.ts';
import type { FileRecord, FileShare, ListedFile } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ files: FileRepo; downloads: DownloadRepo }>;
  readers: Pick<ArchiveReaders, 'begin'>;
}

interface Page {
  files: ListedFile[];
  nextCursor: string | null;
}

export type FileService = ReturnType<typeof createFileService>;

export function createFileService({ uow, readers }: Deps) {
  const { files, downloads } = uow.read;

  return {
    async list(
      share: FileShare,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<Page> {
      const after = cursor === undefined ? {} : { after: readCursor(cursor) };
      const found = await files.listShown(share.key, { limit: limit + 1, ...after });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return { files: page, nextCursor: found.length > limit && last ? writeCursor(last.path) : null };
    },

    async find(share: FileShare, id: FileId): Promise<FileRecord> {
      const file = await uow.recall(`file ${share.key} ${id}`, (read) => read.files.findById(share.key, id));
      if (!file) throw new AppError('file_not_found');
      return file;
    },

    /** Returns the counts of those files that were downloaded. */
    countDownloads: (of: readonly ListedFile[]) => downloads.findByFiles(of.map(({ id }) => id)),

    /** Returns the file of a share that has exactly one, otherwise null. */
    async findOnly(share: FileShare): Promise<FileRecord | null> {
      const [first, second] = await files.listPage(share.key, { limit: 2 });
      return first && !second ? first : null;
    },

    /** Finds a file by its path, whatever Unicode normalization the sender's system used. */
    async findByPath(share: FileShare, path: string): Promise<FileRecord> {
      const normal = path.normalize('NFC');
      const file = await uow.recall(`file ${share.key}/${normal}`, (read) =>
        read.files.findByPath(share.key, normal),
      );
      if (!file) throw new AppError('file_not_found');
      return file;
    },

    /** Returns the files with these ids, ordered by path. */
    async findAll(share: FileShare, ids: readonly FileId[]): Promise<FileRecord[]> {
      const wanted = [...new Set(ids)];
      const found = await files.listByIds(share.key, wanted);
      if (found.length < wanted.length) throw new AppError('file_not_found');
      return found;
    },

    /** Yields the lines of a SHA256SUMS file. Paths have neither backslashes nor line breaks, so none is escaped. */
    async *listChecksums(share: FileShare): AsyncGenerator<string> {
      const end = readers.begin(share.key);
      try {
        for await (const batch of files.listBatches(share.key)) {
          yield batch.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
        }
      } finally {
        end();
      }
    },
  };
}

function writeCursor(path: string): string {
  return Buffer.from(path).toString('base64url');
}

function readCursor(cursor: string): string {
  if (!/^[\w-]*$/.test(cursor)) throw new AppError('malformed_request');
  return Buffer.from(cursor, 'base64url').toString();
}
