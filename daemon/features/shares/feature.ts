import type { Creator } from '#sdk/contract/config/policies.js';
import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import type { Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { JobWaker } from '../../jobs/runner.ts';
import type { MailWatcher, Outbox } from '../../mail/outbox.ts';
import { fillIn } from '../../mail/render.ts';
import type { Blobs } from '../../storage/blobs.ts';
import type { DownloadCounts } from '../files/download-counts.ts';
import type { FilesFeature } from '../files/feature.ts';
import type { AnnounceEvent } from '../webhooks/types.ts';
import { createShareAccess, type ShareAccess } from './access.ts';
import { decideExpiry, defaultExpiration } from './decide-expiry.ts';
import { type AuthorizeDirectLink, createAuthorizeDirectLink } from './direct-access.ts';
import { createShareJobs } from './jobs.ts';
import { createShareLimits, type ShareLimits } from './limits.ts';
import { createLimitLinkGuesses, type LimitLinkGuesses } from './link-guesses.ts';
import { createShareMails, type ShareMails } from './mails/compose.ts';
import { createOwnerView } from './owner-view.ts';
import { createSharePasswords, type SharePasswords } from './passwords.ts';
import { createPutShare } from './put/put-share.ts';
import { createPutRoute } from './put/routes.ts';
import { type CheckQuota, createCheckQuota } from './quota.ts';
import { createShareMailWatcher, createShareRecipients } from './recipients.ts';
import type { ReverseShareLinks } from './reverse-share-terms.ts';
import { createShareRoutes } from './routes.ts';
import { createShareService, type ShareUploads } from './service.ts';
import type { ShareRecord } from './types.ts';

/** What shares need from the features that build on them. */
export interface SharePorts extends ShareMails {
  access: ShareAccess;
  shareLimits: ShareLimits;
  authorizeDirectLink: AuthorizeDirectLink;
  checkQuota: CheckQuota;
  limitLinkGuesses: LimitLinkGuesses;
  passwords: SharePasswords;
  mailWatcher: MailWatcher<Repos>;
  /** Resolves when a share expires, by the current rules. */
  decideExpiry(expression: string, creator: Creator): number | null;
  defaultExpiration(creator: Creator): string;
}

export function createSharePorts(core: Core): SharePorts {
  const { uow, config, clock } = core;
  const shareLimits = createShareLimits(config);
  const rulesFor = (creator: Creator) => ({ ...shareLimits.rulesFor(creator), now: clock.now() });
  const limitLinkGuesses = createLimitLinkGuesses(core);
  const access = createShareAccess({ uow, clock, limitLinkGuesses });
  const { verify, needsRehash, hash } = core.passwords;
  const passwords = createSharePasswords({
    ...core,
    verifyPassword: verify,
    async renewHash({ key, passwordHash }, password) {
      if (!needsRehash(passwordHash, password)) return;
      const stronger = await hash(password);
      await uow.transaction(({ shares }) => shares.replacePasswordHash(key, passwordHash, stronger));
    },
  });
  return {
    ...createShareMails({ config, clock, fillIn }),
    access,
    shareLimits,
    authorizeDirectLink: createAuthorizeDirectLink({ access, clock, limitLinkGuesses, passwords }),
    checkQuota: createCheckQuota(config),
    limitLinkGuesses,
    passwords,
    mailWatcher: createShareMailWatcher(core),
    decideExpiry: (expression, creator) => decideExpiry(expression, rulesFor(creator)),
    defaultExpiration(creator) {
      const rules = rulesFor(creator);
      return defaultExpiration(rules.defaultExpiration, rules);
    },
  };
}

type NotifyOwner = (tx: { repos: Repos; afterCommit: AfterCommit }, share: ShareRecord) => Promise<void>;

interface Ports extends SharePorts {
  announceEvent: AnnounceEvent;
  blobs: Blobs;
  counts: DownloadCounts;
  files: FilesFeature;
  jobs: JobWaker;
  outbox: Outbox;
  reverseShareLinks: ReverseShareLinks;
  /** Mails the owner of a reverse share about a received share, within the transaction that publishes it. */
  notifyOwner: NotifyOwner;
  uploads: ShareUploads<Repos>;
  /** Counts an upload; throws when an address makes too many. */
  spendCreation(ip: string): Promise<void>;
}

export interface SharesFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
}

export function createSharesFeature(core: Core, ports: Ports): SharesFeature {
  const { files, counts, announceEvent, notifyOwner, spendCreation } = ports;
  const { receiveFile } = ports.uploads;
  const ownerView = createOwnerView(core);
  const recipients = createShareRecipients({ ...core, ...ports });
  const shares = createShareService<Repos>({
    ...core,
    ...ports,
    recipients,
    hashPassword: core.passwords.hash,
    prepareArchive: files.prepareArchive,
    noteAccess: counts.noteAccess,
    async announce(tx, share) {
      await recipients.announce(tx, share);
      await notifyOwner(tx, share);
      const type = share.reverseShareId === null ? 'share.completed' : 'reverse-share.received';
      await announceEvent(tx, { type, share: share.key });
    },
  });
  const putShare = createPutShare({ ...core, shares, receiveFile });
  return {
    routes: [
      ...createShareRoutes({ ...core, ...ports, shares, ownerView }),
      createPutRoute({ putShare, ownerView, spendCreation }),
    ],
    jobs: createShareJobs({ ...core, ...ports }),
  };
}
