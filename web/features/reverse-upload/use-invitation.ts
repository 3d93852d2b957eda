import { useQuery } from '@tanstack/react-query';
import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import type { ReverseShareInvitation } from '#sdk/contract/reverse-shares.js';
import { client } from '../../lib/sdk.ts';

/** The invitation as a sender gets it, or the reason why no files are accepted. */
export type Invitation =
  | { kind: 'open'; invitation: ReverseShareInvitation }
  | { kind: 'refused'; reason: AppError };

/** Errors that say something about the link; after any other error a retry makes sense. */
const refusals: readonly ErrorCode[] = [
  'reverse_share_not_found',
  'reverse_share_closed',
  'reverse_share_used_up',
  'validation_failed',
];

export function useInvitation(token: string) {
  return useQuery({
    queryKey: ['invitation', token],
    queryFn: () => readInvitation(token),
    staleTime: 0,
  });
}

async function readInvitation(token: string): Promise<Invitation> {
  try {
    return { kind: 'open', invitation: await client.reverseShares.invitation({ params: { token } }) };
  } catch (error) {
    if (error instanceof AppError && refusals.includes(error.code)) return { kind: 'refused', reason: error };
    throw error;
  }
}
