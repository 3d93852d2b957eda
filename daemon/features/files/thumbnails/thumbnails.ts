import { randomBytes } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import type { Thumbnail, ThumbnailSize } from '#sdk/contract/files.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import type { FileId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../../crypto/clock.ts';
import type { AfterCommit, UnitOfWork } from '../../../db/unit-of-work.ts';
import type { JobWaker } from '../../../jobs/runner.ts';
import type { DrawnPicture } from '../../../pictures/drawer.ts';
import type { Blobs } from '../../../storage/blobs.ts';
import { type ByteSource, MissingSourceError } from '../../../transfer/byte-source.ts';
import { openFileContent } from '../../../transfer/stored-file.ts';
import type { Content } from '../content/content.ts';
import type { FileRecord, StoredThumbnail } from '../types.ts';
import { hasThumbnail, isDrawn } from './kinds.ts';
import type { ThumbnailRepo } from './thumbnail-repo.ts';

interface Repos {
  thumbnails: ThumbnailRepo;
}

interface Transaction {
  repos: Repos;
  afterCommit: AfterCommit;
}

interface Deps {
  uow: UnitOfWork<Repos>;
  /** Stores thumbnails. */
  store: Blobs;
  clock: Clock;
  jobs: JobWaker;
}

export interface Thumbnails {
  /** Requests the thumbnails of new files, within the transaction that inserts them. */
  request(
    files: readonly Pick<FileRecord, 'id' | 'shareKey' | 'path' | 'size'>[],
    by: Transaction,
  ): Promise<void>;
  /** Returns the thumbnails of those files that have one. */
  ofFiles(files: readonly Pick<FileRecord, 'id' | 'path'>[]): Promise<Map<FileId, Thumbnail>>;
  /**
   * Describes a thumbnail that is to be sent. With `isKept`, browsers may keep it and ask before each use.
   *
   * @throws AppError `thumbnail_not_found`
   */
  find(
    file: FileRecord,
    wanted: { size: ThumbnailSize; isKept: boolean },
  ): Promise<{ content: Content; open(): Promise<ByteSource> }>;
  /** Deletes the bytes after the transaction that removes the files; the rows go with the files. */
  planRemoval(ids: readonly FileId[], by: Transaction): Promise<void>;
  /** Deletes the bytes before the rows of the files are removed. */
  removeBytes(ids: readonly FileId[]): Promise<void>;
}

export function createThumbnails({ uow, store, clock, jobs }: Deps): Thumbnails {
  const { thumbnails } = uow.read;

  async function openPart({ blobId, sizes }: StoredThumbnail, size: ThumbnailSize): Promise<ByteSource> {
    const part = { id: blobId, size: sizes[size], pack: { id: blobId, offset: offsetOf(sizes, size) } };
    return openFileContent(store, part).catch((error: unknown) => {
      // The doctor has it made again.
      throw error instanceof MissingSourceError
        ? new AppError('thumbnail_not_found', undefined, { cause: error })
        : error;
    });
  }

  return {
    async request(files, { repos, afterCommit }) {
      const pictures = files.filter(({ path, size }) => size > 0 && isDrawn(nameOfPath(path)));
      if (pictures.length === 0) return;
      await repos.thumbnails.insertMany(pictures, clock.now());
      afterCommit(() => jobs.wake('files.make-thumbnails'));
    },

    async ofFiles(files) {
      const drawn = files.filter(({ path }) => hasThumbnail(nameOfPath(path)));
      return drawn.length === 0 ? new Map() : thumbnails.findByFiles(drawn.map(({ id }) => id));
    },

    async find(file, { size, isKept }) {
      const stored = await uow.recall(`thumbnail ${file.id}`, (read) => read.thumbnails.find(file.id));
      if (!stored) throw new AppError('thumbnail_not_found');
      return { content: { ...contentOf(file, stored, size), isKept }, open: () => openPart(stored, size) };
    },

    async planRemoval(ids, { repos, afterCommit }) {
      const blobs = await repos.thumbnails.blobsOfFiles(ids);
      if (blobs.length > 0) afterCommit(() => store.removeMany(blobs));
    },

    async removeBytes(ids) {
      await store.removeMany(await thumbnails.blobsOfFiles(ids));
    },
  };
}

/** Stores a thumbnail. Until a row names the blob, it belongs to nobody and may be deleted. */
export async function storeThumbnail(store: Blobs, drawn: DrawnPicture): Promise<StoredThumbnail> {
  const { small, large, ...about } = drawn;
  const blobId = randomBytes(16).toString('hex');
  await store.put(blobId, Buffer.concat([small, large]));
  return { ...about, blobId, sizes: { small: small.length, large: large.length } };
}

function offsetOf({ small }: StoredThumbnail['sizes'], size: ThumbnailSize): number {
  return size === 'small' ? 0 : small;
}

function contentOf({ path }: FileRecord, { blobId, sizes }: StoredThumbnail, size: ThumbnailSize): Content {
  return {
    name: `${nameOfPath(path)}.webp`,
    type: 'image/webp',
    size: sizes[size],
    etag: `"${blobId}-${size}"`,
    lastModified: null,
    isInline: true,
  };
}
