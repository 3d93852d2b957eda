import { ApiKeyId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import { hashToken, isEqualText } from '../../crypto/tokens.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { VerifiedKey } from '../../http/actor.ts';
import type { UserRepo } from '../users/repo.ts';
import type { KeyUses } from './key-uses.ts';
import type { ApiKeyRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ apiKeys: ApiKeyRepo; users: UserRepo }>;
  clock: Clock;
  uses: KeyUses;
}

const pattern = /^fsk_([0-9a-f]{32})_[\w-]{43}$/;

/** Looks up the owner and the scopes of a key; null when it is not valid. A key has the owner's current rights. */
export function createKeyVerifier({ uow, clock, uses }: Deps): (key: string) => Promise<VerifiedKey | null> {
  return async (presented) => {
    const [, hexId] = pattern.exec(presented) ?? [];
    if (!hexId) return null;
    const id = ApiKeyId.parse(hexId);
    const key = await uow.recall(`api key ${id}`, ({ apiKeys }) => apiKeys.findById(id));
    if (!key || !isEqualText(key.secretHash, hashToken(presented))) return null;
    if (key.expiresAt !== null && key.expiresAt <= clock.now()) return null;
    const owner = await uow.recall(`user ${key.userId}`, ({ users }) => users.findById(key.userId));
    if (!owner || owner.disabledAt !== null) return null;
    uses.note(key);
    const isAdmin = owner.isAdmin && key.scopes.includes('admin');
    return {
      user: { id: owner.id, username: owner.username, isAdmin, isOfAdmin: owner.isAdmin },
      apiKey: { id, scopes: key.scopes },
    };
  };
}
