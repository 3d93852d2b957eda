import type * as z from 'zod/mini';
import { AppError } from '#sdk/contract/errors.js';
import type { ownerMails as endpoints, OwnerMails } from '#sdk/contract/owner-mails.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { Actor } from '../../http/actor.ts';
import type { OwnerMailRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; ownerMails: OwnerMailRepo }>;
  clock: Pick<Clock, 'now'>;
}

export interface OwnerMailService {
  read(actor: Actor): Promise<OwnerMails>;
  update(actor: Actor, change: z.output<typeof endpoints.update.body>): Promise<OwnerMails>;
}

/** The mails about their shares that users want. */
export function createOwnerMailService({ uow, clock }: Deps): OwnerMailService {
  return {
    read: (actor) => uow.read.ownerMails.read(idOf(actor)),

    update: (actor, change) =>
      uow.transaction(async ({ lock, ownerMails }) => {
        const id = idOf(actor);
        await lock('user', id);
        const before = await ownerMails.read(id);
        const given = Object.entries(change).filter(([, value]) => value !== undefined);
        const after: OwnerMails = { ...before, ...Object.fromEntries(given) };
        await ownerMails.save(id, after);
        // The first daily mail is about the day that begins now.
        if (after.dailyDownloads && !before.dailyDownloads) {
          await ownerMails.noteDownloadsTold(id);
          await ownerMails.startDigest(id, clock.now());
        }
        return after;
      }),
  };
}

function idOf({ user }: Actor) {
  if (!user) throw new AppError('sign_in_required');
  return user.id;
}
