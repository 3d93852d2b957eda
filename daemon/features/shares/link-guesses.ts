import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import type { Actor } from '../../http/actor.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ShareRole } from './policy.ts';

interface Deps {
  throttle: Pick<Throttle, 'attempt' | 'requireOpen'>;
}

/** The errors for links that lead nowhere. */
const deadEnds: ReadonlySet<ErrorCode> = new Set(['share_not_found', 'reverse_share_not_found']);

/**
 * Runs `work` for a link and counts strangers whose links lead nowhere. A stranger who has tried too many gets the same
 * refusal for every link, right or wrong. An actor with a token of the share is not limited, so that people behind the
 * same address are not cut off.
 *
 * @throws AppError `too_many_requests`, and the errors of `work`
 */
export type LimitLinkGuesses = <T>(
  { actor, role }: { actor: Actor; role: ShareRole },
  work: () => Promise<T>,
) => Promise<T>;

export function createLimitLinkGuesses({ throttle }: Deps): LimitLinkGuesses {
  return async ({ actor, role }, work) => {
    if (role !== 'stranger' || actor.isHost || actor.user?.isAdmin) return work();
    const by = { ip: actor.ip };
    await throttle.requireOpen('unknownShare', by);
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && deadEnds.has(error.code)) {
        await throttle.attempt('unknownShare', by);
      }
      throw error;
    }
  };
}
