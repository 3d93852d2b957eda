import { AppError } from '#sdk/contract/errors.js';
import type { UserId } from '#sdk/contract/formats/primitives.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Attempt, Throttle } from '../../throttle/throttle.ts';

interface Deps {
  clock: Clock;
  throttle: Pick<Throttle, 'attemptAll'>;
}

/**
 * Counts a mail to each of the addresses, all of them or none: half of a list would be mailed to nobody knows whom.
 * Answers how to take them back.
 *
 * @throws AppError `too_many_requests`
 */
export type CountMails = (
  sender: { id: UserId; ip: string },
  addresses: readonly string[],
) => Promise<() => Promise<void>>;

export function createCountMails({ clock, throttle }: Deps): CountMails {
  async function countAll({ id, ip }: { id: UserId; ip: string }, count: number): Promise<Attempt> {
    const attempt = await throttle.attemptAll(
      [
        ['recipientMail', { ip, subject: id }],
        ['recipientMailOfAll', { ip, subject: 'all' }],
      ],
      count,
    );
    if (attempt.points === count) return attempt;
    await attempt.takeBack();
    throw new AppError('too_many_requests', { seconds: Math.ceil((attempt.endsAt - clock.now()) / 1000) });
  }

  return async (sender, addresses) => {
    const ofSender = await countAll(sender, addresses.length);
    try {
      const ofAddresses = await throttle.attemptAll(
        addresses.map((subject) => ['recipientMailTo', { ip: sender.ip, subject }]),
      );
      return async () => {
        await ofSender.takeBack();
        await ofAddresses.takeBack();
      };
    } catch (error) {
      await ofSender.takeBack();
      throw error;
    }
  };
}
