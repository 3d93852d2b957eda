import type { Clock } from '../../crypto/clock.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { VerifiedKey } from '../../http/actor.ts';
import type { UserRepo } from '../users/repo.ts';
import type { WorkloadAccessTokens } from './access-tokens.ts';
import type { WorkloadIdentityRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ workloadIdentities: WorkloadIdentityRepo; users: UserRepo }>;
  clock: Clock;
  accessTokens: WorkloadAccessTokens;
}

/** Reads workload identity and account each time, so that a deletion or a disabled account takes effect at once. */
export function createWorkloadVerifier({
  uow,
  clock,
  accessTokens,
}: Deps): (accessToken: string) => Promise<VerifiedKey | null> {
  return async (presented) => {
    const claims = accessTokens.read(presented);
    if (!claims || claims.expiresAt <= clock.now()) return null;
    const { id } = claims;
    const identity = await uow.recall(`workload identity ${id}`, ({ workloadIdentities }) =>
      workloadIdentities.findById(id),
    );
    if (!identity) return null;
    const { userId, scopes } = identity;
    const user = await uow.recall(`user ${userId}`, ({ users }) => users.findById(userId));
    if (!user || user.disabledAt !== null) return null;
    return {
      user: { id: user.id, username: user.username, isAdmin: false, isOfAdmin: user.isAdmin },
      apiKey: { id, scopes },
    };
  };
}
