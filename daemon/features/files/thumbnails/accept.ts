import { AppError } from '#sdk/contract/errors.js';
import type { Thumbnail } from '#sdk/contract/files.js';
import { nameOfPath } from '#sdk/contract/formats/paths.js';
import { createGate } from '../../../crypto/bounded-gate.ts';
import type { Lock } from '../../../db/locks.ts';
import type { UnitOfWork } from '../../../db/unit-of-work.ts';
import { DrawError } from '../../../pictures/draw-error.ts';
import type { Drawer, PictureFormat } from '../../../pictures/drawer.ts';
import type { Blobs } from '../../../storage/blobs.ts';
import type { ConfigReader } from '../../config/reader.ts';
import type { FileService } from '../service.ts';
import type { FileShare } from '../types.ts';
import { isSent } from './kinds.ts';
import type { ThumbnailRepo } from './thumbnail-repo.ts';
import { storeThumbnail } from './thumbnails.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; thumbnails: ThumbnailRepo }>;
  /** Stores thumbnails. */
  store: Blobs;
  drawer: Drawer;
  config: ConfigReader;
  files: Pick<FileService, 'findByPath'>;
  /** Free bytes of the disk that are not reserved for uploads. */
  availableBytes(): Promise<number>;
}

/**
 * Accepts a picture that the sender of a file made of it, once. It is drawn again: what was sent is never stored.
 *
 * @throws AppError `file_not_found`, `thumbnail_not_accepted`, `thumbnail_unreadable`, `storage_full`, `overloaded`
 */
export type AcceptThumbnail = (share: FileShare, path: string, picture: Uint8Array) => Promise<Thumbnail>;

const formats: readonly PictureFormat[] = ['webp', 'jpeg', 'png'];

/** They are drawn one after the other, in turn with those that the server makes. */
const turns = { width: 1, queueLength: 20, retryAfterSeconds: 10 };

export function createAcceptThumbnail(deps: Deps): AcceptThumbnail {
  const { uow, store, drawer, config, files } = deps;
  const gate = createGate(turns);

  return async (share, path, picture) => {
    const file = await files.findByPath(share, path);
    if (!config.get('share.thumbnails') || !isSent(nameOfPath(file.path)))
      throw new AppError('thumbnail_not_accepted');
    if (await uow.read.thumbnails.find(file.id)) throw new AppError('thumbnail_not_accepted');
    store.requireUsable();
    if ((await deps.availableBytes()) <= 0) throw new AppError('storage_full');
    const drawn = await gate(() => drawer.draw(picture, formats)).catch((error: unknown) => {
      throw error instanceof DrawError ? explain(error) : error;
    });
    const { blobId, sizes, ...thumbnail } = await storeThumbnail(store, drawn);
    const isAccepted = await uow.transaction(async ({ lock, thumbnails }) => {
      await lock('share', share.key);
      return thumbnails.accept(file, { ...thumbnail, blobId, sizes });
    });
    if (isAccepted) return thumbnail;
    await store.remove(blobId);
    throw new AppError('thumbnail_not_accepted');
  };
}

function explain(error: DrawError): AppError {
  if (error.failure === 'unavailable')
    return new AppError('thumbnail_not_accepted', undefined, { cause: error });
  return new AppError('thumbnail_unreadable', undefined, { cause: error });
}
