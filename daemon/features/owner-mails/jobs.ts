import type { Clock } from '../../crypto/clock.ts';
import type { Lock } from '../../db/locks.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { eachItem } from '../../jobs/each-item.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Logger } from '../../logger.ts';
import type { Outbox } from '../../mail/outbox.ts';
import type { OutboxRepo } from '../../mail/outbox-repo.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { ComposeOwnerMails } from './compose.ts';
import type { OwnerMailRepo } from './repo.ts';

interface Deps {
  uow: UnitOfWork<{ lock: Lock; ownerMails: OwnerMailRepo; outbox: OutboxRepo }>;
  clock: Pick<Clock, 'now'>;
  config: ConfigReader;
  logger: Logger;
  outbox: Pick<Outbox, 'add'>;
  compose: ComposeOwnerMails;
}

const minute = 60_000;
const day = 24 * 60 * minute;
const batch = 500;

/** A daily mail is a list of at most this many shares. */
const mostListed = 30;

export function createOwnerMailJobs(deps: Deps): JobSpec[] {
  return [
    {
      name: 'owner-mails.send',
      everyMs: 15 * minute,
      async run(signal) {
        if (!deps.config.get('smtp.enabled')) return;
        await tellExpiries(deps, signal);
        await sendDigests(deps, signal);
      },
    },
  ];
}

/** What was told is recorded with the mail, so that of several servers one sends it, and once. */
async function tellExpiries(
  { uow, clock, outbox, compose, logger }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  await eachItem({
    page: (after) => uow.read.ownerMails.listExpiring(after, { now, until: now + day, day }, batch),
    keyOf: ({ key }) => key,
    run: (share) =>
      uow.transaction(async (repos, afterCommit) => {
        await repos.lock('ownedShare', share.key);
        if (share.expiresAt === null) return;
        if (!(await repos.ownerMails.claimExpiry(share.key, share.expiresAt))) return;
        const message = { ...compose.expiresTomorrow(share), to: share.email };
        await outbox.add({ repos, afterCommit }, message, { userId: share.ownerId, about: share.key });
      }),
    onError: ({ key }, error) => logger.error({ share: key, err: error }, 'an owner could not be told'),
    signal,
  });
}

async function sendDigests(
  { uow, clock, outbox, compose, logger }: Deps,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  await eachItem({
    page: (after) => uow.read.ownerMails.listDueDigests(after, now - day, batch),
    keyOf: ({ id }) => id,
    run: ({ id, email }) =>
      uow.transaction(async (repos, afterCommit) => {
        await repos.lock('user', id);
        if (!(await repos.ownerMails.claimDigest(id, now - day, now))) return;
        const shares = await repos.ownerMails.listDownloaded(id, mostListed);
        if (shares.length === 0) return;
        await repos.ownerMails.noteDownloadsTold(id);
        const message = { ...compose.dailyDownloads(shares), to: email };
        await outbox.add({ repos, afterCommit }, message, { userId: id });
      }),
    onError: ({ id }, error) => logger.error({ user: id, err: error }, 'an owner could not be told'),
    signal,
  });
}
