import { AppError } from '#sdk/contract/errors.js';
import { FileId, type ShareKey } from '#sdk/contract/primitives.js';
import { createGate } from '../../crypto/bounded-gate.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import { type ByteSource, MissingSourceError, ShortSourceError } from '../../transfer/byte-source.ts';
import { openFileContent } from '../../transfer/stored-file.ts';
import { type ArchiveLayout, createLayoutBuilder } from '../../transfer/zip/layout.ts';
import { ArchiveFileError, openArchive } from '../../transfer/zip/read.ts';
import { createLayoutCache, type LayoutLease } from './layout-cache.ts';
import type { FileRepo } from './repo.ts';
import type { FileRecord, FileShare } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ files: FileRepo }>;
  blobs: BlobStore;
  logger: Logger;
}

interface Page {
  files: FileRecord[];
  nextCursor: string | null;
}

/** Five shares of a hundred thousand files each, or some ten thousand of the usual size. */
const layoutMemory = 64 * 1024 * 1024;

/** Archives that read at the same time, each up to nine small files; no more than libuv has threads. */
const readWidth = 4;

/** Rows read at a time where all files of a share are gone through. */
const batchSize = 1000;

export type FileService = ReturnType<typeof createFileService>;

export function createFileService({ uow, blobs, logger }: Deps) {
  const { files } = uow.read;
  const layouts = createLayoutCache({ maxBytes: layoutMemory });
  const reading = createGate({ width: readWidth, queueLength: Infinity, retryAfterSeconds: 0 });

  async function* allBatches(shareKey: ShareKey): AsyncGenerator<FileRecord[]> {
    for (let batch = await files.listPage(shareKey, { limit: batchSize }); batch.length > 0; ) {
      yield batch;
      const after = batch.at(-1)?.path ?? '';
      batch = batch.length < batchSize ? [] : await files.listPage(shareKey, { limit: batchSize, after });
    }
  }

  async function layOut(
    batches: AsyncIterable<FileRecord[]> | Iterable<FileRecord[]>,
  ): Promise<ArchiveLayout> {
    const builder = createLayoutBuilder();
    for await (const batch of batches) {
      for (const file of batch) {
        const { path, size, crc32, lastModified, createdAt } = file;
        builder.add({ key: archiveKeyOf(file), path, size, crc32, modified: lastModified ?? createdAt });
      }
    }
    return builder.finish();
  }

  /** What was stored is not there any more as it was: somebody has to know. */
  function reportDamage(file: FileRecord, cause: unknown): AppError {
    logger.error({ fileId: file.id, shareKey: file.shareKey, err: cause }, 'a stored file is damaged');
    return new AppError('file_damaged', { path: file.path }, { cause });
  }

  async function openIntact(file: FileRecord): Promise<ByteSource> {
    const source = await openFileContent(blobs, file).catch((error: unknown) => {
      const isDamage = error instanceof MissingSourceError || error instanceof ShortSourceError;
      throw isDamage ? reportDamage(file, error) : error;
    });
    if (source.size === file.size) return source;
    await source.close();
    throw reportDamage(file, new Error(`${source.size} bytes instead of ${file.size}`));
  }

  async function explainDamage(error: unknown, shareKey: ShareKey): Promise<unknown> {
    if (!(error instanceof ArchiveFileError)) return error;
    const file = await files.findById(shareKey, readArchiveKey(error.key).id);
    return file ? reportDamage(file, error.cause) : error;
  }

  async function findAll(shareKey: ShareKey, ids: readonly FileId[]): Promise<FileRecord[]> {
    const wanted = [...new Set(ids)];
    const found = await files.listByIds(shareKey, wanted);
    if (found.length < wanted.length) throw new AppError('file_not_found');
    return found;
  }

  return {
    async list(
      share: FileShare,
      { cursor, limit }: { cursor?: string | undefined; limit: number },
    ): Promise<Page> {
      const after = cursor === undefined ? {} : { after: readCursor(cursor) };
      const found = await files.listPage(share.key, { limit: limit + 1, ...after });
      const page = found.slice(0, limit);
      const last = page.at(-1);
      return { files: page, nextCursor: found.length > limit && last ? writeCursor(last.path) : null };
    },

    async find(share: FileShare, id: FileId): Promise<FileRecord> {
      const file = await files.findById(share.key, id);
      if (!file) throw new AppError('file_not_found');
      return file;
    },

    /**
     * The bytes of a file; the caller closes them.
     *
     * @throws AppError `file_damaged` when they are missing, or not as many as were stored
     */
    open: openIntact,

    /**
     * Where everything is in the archive of the files of these ids, or of all.
     *
     * @throws AppError `overloaded` when the archives that are being sent leave no memory for it
     */
    async layOutArchive(share: FileShare, ids: readonly FileId[] | null): Promise<LayoutLease> {
      if (ids) return { layout: await layOut([await findAll(share.key, ids)]), release: () => undefined };
      // Asked for before the files: what changes meanwhile leads to another key.
      const version = await files.versionOf(share.key);
      return layouts.acquire({
        key: `${share.key} ${version}`,
        fileCount: share.fileCount,
        layOut: () => layOut(allBatches(share.key)),
      });
    },

    /** The bytes of an archive, as long as its layout is held. Reading fails with `file_damaged` where a file is not as it was stored. */
    openArchive(share: FileShare, layout: ArchiveLayout): ByteSource {
      const archive = openArchive(layout, (key, size) =>
        openFileContent(blobs, { ...readArchiveKey(key), size }),
      );
      return {
        size: archive.size,
        close: () => archive.close(),
        async read(buffer, position) {
          try {
            return await reading(() => archive.read(buffer, position));
          } catch (error) {
            throw await explainDamage(error, share.key);
          }
        },
      };
    },

    /** The lines of a SHA256SUMS file. Paths have neither backslashes nor line breaks, so none is escaped. */
    async *listChecksums(share: FileShare): AsyncGenerator<string> {
      for await (const batch of allBatches(share.key)) {
        yield batch.map(({ sha256, path }) => `${sha256}  ${path}\n`).join('');
      }
    },
  };
}

/** Says where the bytes are, so that a hundred thousand files need no look-up each. */
function archiveKeyOf({ id, pack }: FileRecord): string {
  return pack ? `${id}/${pack.id}/${pack.offset}` : id;
}

function readArchiveKey(key: string): Pick<FileRecord, 'id' | 'pack'> {
  const [id, packId, offset] = key.split('/');
  return {
    id: FileId.parse(id),
    pack: packId === undefined ? null : { id: packId, offset: Number(offset) },
  };
}

function writeCursor(path: string): string {
  return Buffer.from(path).toString('base64url');
}

function readCursor(cursor: string): string {
  if (!/^[\w-]*$/.test(cursor)) throw new AppError('malformed_request');
  return Buffer.from(cursor, 'base64url').toString();
}
