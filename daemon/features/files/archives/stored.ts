import { AppError } from '#sdk/contract/errors.js';
import { FileId, type ShareKey } from '#sdk/contract/formats/primitives.js';
import { createGate } from '../../../crypto/bounded-gate.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import type { Blobs } from '../../../storage/blobs.ts';
import { type ByteSource, isDamage } from '../../../transfer/byte-source.ts';
import { createOpenPacks } from '../../../transfer/open-bundles.ts';
import { type ArchiveLayout, createLayoutBuilder } from '../../../transfer/zip/layout.ts';
import { ArchiveFileError, openArchive } from '../../../transfer/zip/read.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { Holds } from '../holds.ts';
import type { FileRepo } from '../repo.ts';
import type { FileRecord, FileShare } from '../types.ts';
import type { ArchiveRepo } from './archive-repo.ts';
import { listArchiveItems } from './items.ts';
import { createLayoutCache, type LayoutLease } from './layout-cache.ts';
import type { ArchiveReaders } from './readers.ts';

interface Deps {
  uow: UnitOfWork<{ archives: ArchiveRepo; files: FileRepo }>;
  blobs: Pick<Blobs, 'open'>;
  bytes: FileBytes;
  holds: Pick<Holds, 'refuse'>;
  /** Registers readers from the moment the files are listed. */
  readers: ArchiveReaders;
}

/** Enough for five shares of a hundred thousand files each, or ten thousand or so of the usual size. */
const layoutMemory = 64 * 1024 * 1024;

/** Number of archives that read at the same time, each up to nine small files; not more than libuv has threads. */
const readWidth = 4;

export interface StoredArchives {
  /**
   * Lays out the archive of all files of a share.
   *
   * @throws AppError `overloaded` when the archives that are being sent leave no memory for it, `share_removed`, and
   *   what `Holds.refuse` throws
   */
  layOut(share: FileShare): Promise<LayoutLease>;
  /**
   * Lays out the archive of a folder.
   *
   * @throws AppError `file_not_found` when it has no files; the same as `layOut`
   */
  layOutFolder(share: FileShare, folder: string): Promise<LayoutLease>;
  /** Lays out an archive of some of the files. */
  layOutSelected(shareKey: ShareKey, select: () => Promise<FileRecord[]>): Promise<LayoutLease>;
  /**
   * Opens the bytes of an archive while its layout is leased. Reading fails with `file_damaged` where a file differs
   * from what was stored.
   */
  open(shareKey: ShareKey, layout: ArchiveLayout): ByteSource;
}

/** Archives with uncompressed entries, computed while they are sent. */
export function createStoredArchives({ uow, blobs, bytes, holds, readers }: Deps): StoredArchives {
  const { archives, files } = uow.read;
  const layouts = createLayoutCache({ maxBytes: layoutMemory });
  const reading = createGate({ width: readWidth, queueLength: Infinity, retryAfterSeconds: 0 });

  async function explainDamage(error: unknown, shareKey: ShareKey): Promise<unknown> {
    if (!(error instanceof ArchiveFileError)) return error;
    // What keeps every file from being read says nothing about this one.
    if (!isDamage(error.cause)) return error.cause;
    const file = await files.findById(shareKey, readKey(error.key).id);
    return file ? bytes.reportDamage(file, error.cause) : error;
  }

  /** No file of the archive is deleted during the lease. */
  async function leaseFor(shareKey: ShareKey, acquire: () => Promise<LayoutLease>): Promise<LayoutLease> {
    const end = readers.begin(shareKey);
    try {
      // The deletion may have begun since the request was authorized: the remaining files would look like all of them.
      if (await archives.isEnding(shareKey)) throw new AppError('share_removed');
      const { layout, release } = await acquire();
      return {
        layout,
        release() {
          release();
          end();
        },
      };
    } catch (error) {
      end();
      throw error;
    }
  }

  async function acquire(key: ShareKey, fileCount: number, folder?: string): Promise<LayoutLease> {
    // Read before the files: a change in between leads to another key.
    const version = await files.versionOf(key);
    return layouts.acquire({
      key: [key, version, ...(folder === undefined ? [] : [folder])].join(' '),
      fileCount,
      layOut: () => layOut(files.listBatches(key, folder), holds),
    });
  }

  return {
    layOut: ({ key, fileCount }) => leaseFor(key, () => acquire(key, fileCount)),

    layOutFolder: ({ key }, folder) =>
      leaseFor(key, async () => {
        const fileCount = await files.countInFolder(key, folder);
        if (fileCount === 0) throw new AppError('file_not_found');
        return acquire(key, fileCount, folder);
      }),

    layOutSelected: (shareKey, select) =>
      leaseFor(shareKey, async () => ({
        layout: await layOut([await select()], holds),
        release: () => undefined,
      })),

    open(shareKey, layout) {
      const packs = createOpenPacks((id) => blobs.open(id));
      const archive = openArchive(layout, (key, size) => {
        const { id, pack } = readKey(key);
        return pack ? packs.open({ packId: pack.id, offset: pack.offset, size }) : blobs.open(id);
      });
      return {
        size: archive.size,
        async close() {
          await archive.close();
          await packs.close();
        },
        async read(buffer, position) {
          try {
            return await reading(() => archive.read(buffer, position));
          } catch (error) {
            throw await explainDamage(error, shareKey);
          }
        },
      };
    },
  };
}

async function layOut(
  batches: AsyncIterable<FileRecord[]> | Iterable<FileRecord[]>,
  holds: Pick<Holds, 'refuse'>,
): Promise<ArchiveLayout> {
  const builder = createLayoutBuilder();
  for await (const items of listArchiveItems(batches)) {
    for (const item of items) {
      if (item.kind === 'text') {
        builder.addText(item);
        continue;
      }
      holds.refuse(item.file);
      const { path, size, crc32, lastModified, createdAt } = item.file;
      builder.add({ key: keyOf(item.file), path, size, crc32, modified: lastModified ?? createdAt });
    }
  }
  return builder.finish();
}

/** Names where the bytes are, so that a hundred thousand files need no look-up each. */
function keyOf({ id, pack }: FileRecord): string {
  return pack ? `${id}/${pack.id}/${pack.offset}` : id;
}

function readKey(key: string): Pick<FileRecord, 'id' | 'pack'> {
  const [id, packId, offset] = key.split('/');
  return {
    id: FileId.parse(id),
    pack: packId === undefined ? null : { id: packId, offset: Number(offset) },
  };
}
