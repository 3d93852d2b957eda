import { AppError } from '#sdk/contract/errors.js';
import type { FileId } from '#sdk/contract/formats/primitives.js';
import type { Seal } from '../../crypto/seal.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import { hashToken } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { AuthorizeDirectLink } from '../shares/direct-access.ts';
import type { LimitLinkGuesses } from '../shares/link-guesses.ts';
import type { ImportRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ imports: ImportRepo }>;
  seal: Pick<Seal, 'open'>;
  authorizeDirectLink: AuthorizeDirectLink;
  limitLinkGuesses: LimitLinkGuesses;
}

/** Finds where the links of other programs lead now. What a link opens is decided as for our own links. */
export interface OldLinks {
  /** Returns a file that was shown without its share; null: there is none that anyone may see. */
  ofShownFile(actor: Actor, path: string): Promise<{ share: string; id: FileId } | null>;
  /**
   * Returns the address of the page of a reverse share; null: the link leads nowhere.
   *
   * @throws AppError `too_many_requests`
   */
  ofReverseShare(actor: Actor, path: string): Promise<string | null>;
}

/** The stored form of an old link. */
export const hashOldLink = hashToken;

export function createOldLinks({ uow, seal, authorizeDirectLink, limitLinkGuesses }: Deps): OldLinks {
  const { imports } = uow.read;

  return {
    async ofShownFile(actor, path) {
      for (const file of await imports.findFiles(hashOldLink(path))) {
        const isOpen = await authorizeDirectLink(actor, file.share, null).then(
          () => true,
          (error: unknown) => {
            if (error instanceof AppError) return false;
            throw error;
          },
        );
        if (isOpen) return file;
      }
      return null;
    },

    async ofReverseShare(actor, path) {
      try {
        return await limitLinkGuesses({ actor, role: 'stranger' }, async () => {
          const found = await imports.findReverseShare(hashOldLink(path));
          if (!found) throw new AppError('reverse_share_not_found');
          return `/upload/${seal.open(found.token, sealPurposes.reverseShare(found.id))}`;
        });
      } catch (error) {
        if (error instanceof AppError && error.code === 'reverse_share_not_found') return null;
        throw error;
      }
    },
  };
}
