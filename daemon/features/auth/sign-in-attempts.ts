import type { Clock } from '../../crypto/clock.ts';
import { newUserId } from '../../crypto/ids.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Try } from '../../throttle/counters.ts';
import type { Attempt, Throttle } from '../../throttle/throttle.ts';
import type { UserService } from '../users/service.ts';
import type { UserRecord } from '../users/types.ts';
import type { SessionRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ sessions: SessionRepo }>;
  clock: Clock;
  /** One name for everybody behind the same line. */
  networkOf(ip: string): string;
  throttle: Throttle;
  users: Pick<UserService, 'identifierKey'>;
}

/**
 * Counts an attempt to sign in, by what was typed, whether an account has that name or not.
 *
 * @throws AppError `too_many_requests`
 */
export type CountSignIn = (
  attempt: { identifier: string; found: UserRecord | null },
  from: { ip: string },
) => Promise<Attempt>;

export function createCountSignIn({ uow, clock, networkOf, throttle, users }: Deps): CountSignIn {
  /** Asks the database for names that nobody has too: the time must not tell them apart. */
  async function isSignedInFrom(network: string, user: UserRecord | null): Promise<boolean> {
    const addresses = await uow.read.sessions.listAddresses(user?.id ?? newUserId(), clock.now());
    return addresses.some((ip) => networkOf(ip) === network);
  }

  return async ({ identifier, found }, { ip }) => {
    const network = networkOf(ip);
    const subject = users.identifierKey(identifier);
    const fromHere: Try = ['signIn', { ip, subject: `${subject} ${network}` }];
    // Strangers who use up the limit of an account must not lock its owner out.
    if (await isSignedInFrom(network, found)) return throttle.attemptAll([fromHere]);
    return throttle.attemptAll([fromHere, ['signInAnywhere', { ip, subject }]]);
  };
}
