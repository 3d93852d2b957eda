import { AppError } from '#sdk/contract/errors.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import type { Context } from '../context.ts';
import { type LocatedShare, locateOwnShare } from './share.ts';
import { findTargets, type Target } from './targets.ts';

export interface OwnShare extends LocatedShare {
  /** Null if it was not asked for: a request about one share says itself whether there is one. */
  share: ShareDetails | null;
}

/**
 * Finds several of the caller's own shares.
 *
 * @throws ArgumentError if one of them does not exist
 */
export function findOwnShares(context: Context, names: readonly string[]): Promise<Target<OwnShare>[]> {
  return findTargets(names, {
    find: async (name) => {
      const located = await locateOwnShare(context, name);
      return { ...located, share: names.length === 1 ? null : await readOwn(located) };
    },
    keyOf: ({ server, id }) => `${server}/${id}`,
  });
}

/** Null with an API key that may only write. */
async function readOwn({ client, id }: LocatedShare): Promise<ShareDetails | null> {
  try {
    return await client.shares.getOwned({ params: { id } });
  } catch (error) {
    if (error instanceof AppError && error.code === 'api_key_scope') return null;
    throw error;
  }
}
