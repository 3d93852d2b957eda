import type { Lock } from '../../db/locks.ts';
import type { SocialAccountKey } from './account-repo.ts';

/** Takes the lock of a person at a provider, whether they have an account here or not. */
export function lockPerson(lock: Lock, { provider, issuer, subject }: SocialAccountKey): Promise<void> {
  return lock('person', JSON.stringify([provider, issuer, subject]));
}
