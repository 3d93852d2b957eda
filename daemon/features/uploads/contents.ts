import { AppError } from '#sdk/contract/errors.js';
import type { UploadId } from '#sdk/contract/primitives.js';
import { fileIdOf } from '../../crypto/ids.ts';
import type { BlobStore } from '../../storage/blob-store.ts';
import type { ByteSource } from '../../transfer/byte-source.ts';
import { digestFile } from '../../transfer/digests.ts';
import { openFileSource } from '../../transfer/file-source.ts';
import { unpackBundle } from './bundle.ts';
import type { NewFile } from './finisher.ts';
import type { RunningDigests } from './running-digests.ts';
import { stagedPath, stagedSize } from './staging.ts';
import type { UploadRecord } from './types.ts';

interface Deps {
  blobs: BlobStore;
  digests: RunningDigests;
}

/** What the bytes of a complete upload are. */
export interface ReadContents {
  /** @throws AppError `checksum_mismatch`, `bundle_invalid`, `file_path_invalid` */
  read(upload: UploadRecord): Promise<NewFile[]>;
  forget(id: UploadId): void;
}

export function createReadContents({ blobs, digests }: Deps): ReadContents {
  /** Staged, or moved already by a run that ended before its transaction. */
  async function open({ id }: UploadRecord): Promise<ByteSource> {
    const staged = await stagedSize(blobs, id);
    return staged === null ? blobs.open(id) : openFileSource(stagedPath(blobs, id));
  }

  async function withSource<T>(upload: UploadRecord, use: (source: ByteSource) => Promise<T>): Promise<T> {
    const source = await open(upload);
    try {
      return await use(source);
    } finally {
      await source.close();
    }
  }

  async function readFile(upload: UploadRecord): Promise<NewFile> {
    const { id, path, length, lastModified, expectedSha256 } = upload;
    const { sha256, crc32 } =
      digests.at(id, length)?.digest() ?? (await withSource(upload, (source) => digestFile(source)));
    if (expectedSha256 && expectedSha256 !== sha256) throw new AppError('checksum_mismatch', { path });
    return { id: fileIdOf(id), path, size: length, sha256, crc32, lastModified, pack: null };
  }

  return {
    forget: (id) => digests.forget(id),
    async read(upload) {
      if (upload.kind === 'file') return [await readFile(upload)];
      return withSource(upload, (source) => unpackBundle(upload, source));
    },
  };
}
