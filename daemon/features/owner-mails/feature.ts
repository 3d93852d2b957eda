import { api } from '#sdk/contract/api.js';
import type { ShareKey } from '#sdk/contract/formats/primitives.js';
import type { Core } from '../../app/core.ts';
import type { Repos } from '../../app/repos.ts';
import type { AfterCommit } from '../../db/unit-of-work.ts';
import { implement, type Route } from '../../http/implement.ts';
import type { JobSpec } from '../../jobs/job.ts';
import type { Outbox } from '../../mail/outbox.ts';
import { createComposeOwnerMails } from './compose.ts';
import { createOwnerMailJobs } from './jobs.ts';
import { createOwnerMailService } from './service.ts';

interface Ports {
  outbox: Outbox;
  /** Clips text that somebody has written, so that no link in it can be clicked. */
  quote(text: string, maxLength: number): string;
}

export interface OwnerMailsFeature {
  routes: readonly Route[];
  jobs: readonly JobSpec[];
  /** Mails the owner of a share about its first download if they want it, within the transaction that counts it. */
  tellFirstDownload(
    tx: { repos: Repos; afterCommit: AfterCommit },
    downloads: { share: ShareKey; fileDownloads: number; archiveDownloads: number },
  ): Promise<void>;
}

/** Composes the mails about their shares that owners can turn on. */
export function createOwnerMailsFeature(core: Core, { outbox, quote }: Ports): OwnerMailsFeature {
  const { config, clock } = core;
  const compose = createComposeOwnerMails({ config, clock, quote });
  const ownerMails = createOwnerMailService(core);
  return {
    routes: [
      implement(api.ownerMails.get, async ({ actor }) => ownerMails.read(actor)),
      implement(api.ownerMails.update, async ({ actor, body }) => ownerMails.update(actor, body)),
    ],
    jobs: createOwnerMailJobs({ ...core, outbox, compose }),
    async tellFirstDownload(tx, { share: key, fileDownloads, archiveDownloads }) {
      if (!config.get('smtp.enabled')) return;
      const share = await tx.repos.ownerMails.findFirstDownload(key, fileDownloads + archiveDownloads);
      if (!share) return;
      await tx.repos.ownerMails.noteFirstDownload(key, clock.now());
      const about = { userId: share.ownerId, about: key };
      await outbox.add(tx, { ...compose.firstDownload(share), to: share.email }, about);
    },
  };
}
