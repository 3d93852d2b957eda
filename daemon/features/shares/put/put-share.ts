import type { CreateShare } from '#sdk/contract/shares/inputs.js';
import type { Actor } from '../../../http/actor.ts';
import type { Logger } from '../../../logger.ts';
import type { ShareService } from '../service.ts';
import type { ShareRecord } from '../types.ts';
import type { FileBody, PutFile, ReceiveFile } from './types.ts';

interface Deps {
  shares: Pick<ShareService, 'create' | 'complete' | 'remove'>;
  receiveFile: ReceiveFile;
  logger: Logger;
}

interface Put {
  details: Pick<CreateShare, 'name' | 'expiration' | 'maxViews' | 'password'>;
  file: PutFile;
  body: FileBody;
  actor: Actor;
  /** Throws when the account has lost its rights while the bytes arrived. */
  authorizeAgain(): Promise<Actor>;
}

/** Creates, fills and publishes a share with one file within one request; a failure leaves nothing of it. */
export type PutShare = (put: Put) => Promise<ShareRecord>;

export function createPutShare({ shares, receiveFile, logger }: Deps): PutShare {
  /** If this fails too, the draft is deleted when it has been idle for a day. */
  async function discard(share: ShareRecord, actor: Actor): Promise<void> {
    try {
      await shares.remove(share, actor);
    } catch (error) {
      logger.warn({ share: share.key, err: error }, 'a share that failed could not be deleted yet');
    }
  }

  return async ({ details, file, body, actor, authorizeAgain }) => {
    const files = { count: 1, size: file.length };
    const { share } = await shares.create({ ...details, files }, actor);
    try {
      await receiveFile(share, file, body);
      await authorizeAgain();
      return await shares.complete(share, actor);
    } catch (error) {
      await discard(share, actor);
      throw error;
    }
  };
}
