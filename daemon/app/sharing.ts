import type { DownloadCounts } from '../features/files/download-counts.ts';
import type { Files } from '../features/files/files.ts';
import type { ShareAccess } from '../features/shares/access.ts';
import type { ShareAdmission } from '../features/shares/admission.ts';
import { createShareCreator } from '../features/shares/create.ts';
import type { GuessLimit } from '../features/shares/guess-limit.ts';
import { createShareList } from '../features/shares/list.ts';
import { createShareListRoutes } from '../features/shares/list-routes.ts';
import { createShareOpener } from '../features/shares/open.ts';
import { createOwnerView } from '../features/shares/owner-view.ts';
import type { CheckQuota } from '../features/shares/quota.ts';
import { createShareRecipients } from '../features/shares/recipients.ts';
import { createShareRoutes } from '../features/shares/routes.ts';
import { createShareService } from '../features/shares/service.ts';
import { createShareMails } from '../features/shares/share-mails.ts';
import type { SharePasswords } from '../features/shares/share-passwords.ts';
import type { Uploads } from '../features/uploads/uploads.ts';
import type { Route } from '../http/implement.ts';
import type { JobWaker } from '../jobs/runner.ts';
import type { Outbox } from '../mail/outbox.ts';
import { fillIn } from '../mail/render.ts';
import type { Core } from './core.ts';
import type { Repos } from './repos.ts';
import { createReverseShares } from './reverse-shares.ts';

interface Parts {
  access: ShareAccess;
  limitGuesses: GuessLimit;
  admission: ShareAdmission;
  checkQuota: CheckQuota;
  sharePasswords: SharePasswords;
  uploads: Uploads;
  files: Files;
  counts: DownloadCounts;
  outbox: Outbox;
  jobs: JobWaker;
}

/** Puts together what is done with shares and reverse shares, over the uploads and files in them. */
export function createSharing(core: Core, parts: Parts): { routes: readonly Route[] } {
  const { config, clock, passwords } = core;
  const { uploads, files, counts, outbox, limitGuesses, jobs } = parts;
  const mails = createShareMails({ config, clock, fillIn });
  const recipients = createShareRecipients({ ...core, ...mails, outbox });
  const reverseShares = createReverseShares(core, { ...mails, outbox, jobs, limitGuesses });
  const common = { ...core, ...parts, recipients, hashPassword: passwords.hash };
  const shares = createShareService<Repos>({
    ...common,
    uploads: { ...uploads.service, takeFiles: uploads.takeFiles },
    prepareArchive: files.prepareArchive,
    async announce(tx, share) {
      await recipients.announce(tx, share);
      await reverseShares.notifyOwner(tx, share);
    },
  });
  const creator = createShareCreator({
    ...common,
    reception: reverseShares.reception,
    freeBytes: uploads.service.freeBytes,
  });
  const openShare = createShareOpener({
    ...common,
    passwords: parts.sharePasswords,
    noteAccess: counts.noteAccess,
  });
  const ownerView = createOwnerView(core);
  return {
    routes: [
      ...createShareRoutes({ ...common, shares, creator, openShare, ownerView }),
      ...createShareListRoutes({ shareList: createShareList(core), ownerView }),
      ...reverseShares.routes,
    ],
  };
}
