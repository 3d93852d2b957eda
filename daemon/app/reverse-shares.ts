import { createNotifyOwner, type NotifyOwner } from '../features/reverse-shares/notice.ts';
import { createReception, type Reception } from '../features/reverse-shares/reception.ts';
import { createReverseShareRoutes } from '../features/reverse-shares/routes.ts';
import { createReverseShareService } from '../features/reverse-shares/service.ts';
import { decideExpiry, defaultExpiration } from '../features/shares/expiry.ts';
import type { GuessLimit } from '../features/shares/guess-limit.ts';
import type { ShareMails } from '../features/shares/share-mails.ts';
import type { Route } from '../http/implement.ts';
import type { JobWaker } from '../jobs/runner.ts';
import type { Outbox } from '../mail/outbox.ts';
import type { Core } from './core.ts';

interface Parts extends ShareMails {
  jobs: JobWaker;
  outbox: Outbox;
  limitGuesses: GuessLimit;
}

export interface ReverseShares {
  routes: readonly Route[];
  /** How shares come in. */
  reception: Reception;
  notifyOwner: NotifyOwner;
}

/** Puts together what is about reverse shares. */
export function createReverseShares(
  core: Core,
  { jobs, outbox, limitGuesses, composeReceived }: Parts,
): ReverseShares {
  const { config, clock, passwords } = core;
  const rules = () => ({ now: clock.now(), maxHours: config.get('share.maxExpiration') });
  const reception = createReception({ ...core, limitGuesses, verifyPassword: passwords.verify });
  const reverseShares = createReverseShareService({
    ...core,
    jobs,
    hashPassword: passwords.hash,
    decideExpiry: (expression) => decideExpiry(expression, rules()),
    defaultExpiration: () => defaultExpiration(config.get('share.defaultExpiration'), rules()),
  });
  return {
    routes: createReverseShareRoutes({ ...core, reverseShares, reception }),
    reception,
    notifyOwner: createNotifyOwner({ config, clock, outbox, composeReceived }),
  };
}
