import { createHmac, randomBytes } from 'node:crypto';
import { AppError } from '#sdk/contract/errors.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Throttle } from '../../throttle/throttle.ts';
import type { ShareRecord } from './types.ts';

interface Deps {
  throttle: Pick<Throttle, 'attempt' | 'requireOpen'>;
  clock: Clock;
  verifyPassword(hash: string, password: string): Promise<boolean>;
  /** Replaces the hash of a right password if it is weaker than new ones. */
  renewHash(share: Locked, password: string): Promise<void>;
}

type Locked = Pick<ShareRecord, 'key' | 'passwordVersion'> & { passwordHash: string };

interface Presented {
  password: string;
  ip: string;
}

/** Checks passwords of shares and throttles the attempts. */
export interface SharePasswords {
  /**
   * Returns whether the password is right.
   *
   * @throws AppError `too_many_requests`, `overloaded`
   */
  check(share: Locked, presented: Presented): Promise<boolean>;
  /**
   * Checks like `check`, for programs that send the password with every request, such as a download in sixteen parts. A
   * right password is remembered for a while for this address only, and is then not hashed again.
   *
   * @throws AppError `too_many_requests`, `overloaded`
   */
  checkAgain(share: Locked, presented: Presented): Promise<boolean>;
}

const memory = 1000;
const memoryLasts = 3_600_000;

export function createSharePasswords({ throttle, clock, verifyPassword, renewHash }: Deps): SharePasswords {
  const secret = randomBytes(32);
  /** Right passwords and when they expire; wrong ones are never kept, so that guesses evict nothing. */
  const known = new Map<string, number>();
  const running = new Map<string, Promise<boolean>>();

  function nameOf({ key, passwordVersion }: Locked, { password, ip }: Presented): string {
    const text = JSON.stringify([key, passwordVersion, ip, password]);
    return createHmac('sha256', secret).update(text).digest('base64url');
  }

  function remember(name: string): void {
    known.delete(name);
    const [oldest] = known.keys();
    if (known.size >= memory && oldest !== undefined) known.delete(oldest);
    known.set(name, clock.now() + memoryLasts);
  }

  async function check(share: Locked, { password, ip }: Presented): Promise<boolean> {
    const attempt = await throttle.attempt('sharePassword', { ip, subject: share.key });
    const isRight = (await attempt.guess(() => verifyPassword(share.passwordHash, password))) === true;
    if (isRight) await renewHash(share, password);
    return isRight;
  }

  /**
   * Checks a password that is not remembered. While the share itself is closed, the guess counts for its address only:
   * otherwise an unlimited number of guesses could be compared with the passwords that are remembered for it.
   */
  async function checkUnknown(share: Locked, presented: Presented): Promise<boolean> {
    try {
      return await check(share, presented);
    } catch (error) {
      const isRefused = error instanceof AppError && error.code === 'too_many_requests';
      if (isRefused) await throttle.attempt('sharePassword', { ip: presented.ip });
      throw error;
    }
  }

  return {
    check,
    async checkAgain(share, presented) {
      // Otherwise the cache would tell right from wrong to an actor who has no attempts left.
      await throttle.requireOpen('sharePassword', { ip: presented.ip });
      const name = nameOf(share, presented);
      if ((known.get(name) ?? 0) > clock.now()) return true;
      const work = running.get(name) ?? checkUnknown(share, presented).finally(() => running.delete(name));
      running.set(name, work);
      const isRight = await work;
      if (isRight) remember(name);
      return isRight;
    },
  };
}
