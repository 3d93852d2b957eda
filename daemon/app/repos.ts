import type { Knex } from 'knex';
import { createBackupRepo } from '../backup/backup-repo.ts';
import { createLazily } from '../db/lazily.ts';
import { createLock } from '../db/locks.ts';
import { createApiKeyRepo } from '../features/api-keys/repo.ts';
import { createAuditRepo } from '../features/audit/repo.ts';
import { createLinkRepo } from '../features/auth/repos/link-repo.ts';
import { createLoginTokenRepo } from '../features/auth/repos/login-token-repo.ts';
import { createProgramCodeRepo } from '../features/auth/repos/program-code-repo.ts';
import { createSessionRepo } from '../features/auth/repos/session-repo.ts';
import { createTotpRepo } from '../features/auth/repos/totp-repo.ts';
import { createInstanceFileRepo } from '../features/config/files-repo.ts';
import { createConfigRepo } from '../features/config/repo.ts';
import { createArchiveRepo } from '../features/files/archives/archive-repo.ts';
import { createDownloadRepo } from '../features/files/download-repo.ts';
import { createFileRepo } from '../features/files/repo.ts';
import { createThumbnailRepo } from '../features/files/thumbnails/thumbnail-repo.ts';
import { createImportRepo } from '../features/imports/repo.ts';
import { createMailListRepo } from '../features/mails/repo.ts';
import { createMalwareRepo } from '../features/malware/repo.ts';
import { createSocialAccountRepo } from '../features/oauth/account-repo.ts';
import { createFlowRepo } from '../features/oauth/flow-repo.ts';
import { createOwnerMailRepo } from '../features/owner-mails/repo.ts';
import { createReverseShareRepo } from '../features/reverse-shares/repo.ts';
import { createAppendRepo } from '../features/shares/repos/append-repo.ts';
import { createGrantRepo } from '../features/shares/repos/grant-repo.ts';
import { createIdleDraftRepo } from '../features/shares/repos/idle-draft-repo.ts';
import { createShareListRepo } from '../features/shares/repos/list-repo.ts';
import { createOwnerRepo } from '../features/shares/repos/owner-repo.ts';
import { createReceivedRepo } from '../features/shares/repos/received-repo.ts';
import { createRecipientRepo } from '../features/shares/repos/recipient-repo.ts';
import { createShareRepo } from '../features/shares/repos/share-repo.ts';
import { createStatisticsRepo } from '../features/statistics/repo.ts';
import { createInstanceRepo } from '../features/system/repo.ts';
import { createRemovalRepo } from '../features/uploads/removal-repo.ts';
import { createUploadRepo } from '../features/uploads/repo.ts';
import { createAccountAccessRepo } from '../features/users/access-repo.ts';
import { createUserRepo } from '../features/users/repo.ts';
import { createDeliveryRepo } from '../features/webhooks/delivery-repo.ts';
import { createWebhookRepo } from '../features/webhooks/repo.ts';
import { createWorkloadIdentityRepo } from '../features/workload-identities/repo.ts';
import { createSealedRepo } from '../instance/sealed-repo.ts';
import { createServerRepo } from '../instance/server-repo.ts';
import { createJobRepo } from '../jobs/job-repo.ts';
import { createOutboxRepo } from '../mail/outbox-repo.ts';
import { createBlobRepo } from '../storage/blob-repo.ts';
import { createObjectRemovalRepo } from '../storage/object-removal-repo.ts';
import { createPieceRepo } from '../storage/piece-repo.ts';
import { createThrottleRepo } from '../throttle/repo.ts';

const creators = {
  lock: createLock,
  instance: createInstanceRepo,
  config: createConfigRepo,
  instanceFiles: createInstanceFileRepo,
  users: createUserRepo,
  accountAccess: createAccountAccessRepo,
  sessions: createSessionRepo,
  apiKeys: createApiKeyRepo,
  workloadIdentities: createWorkloadIdentityRepo,
  loginTokens: createLoginTokenRepo,
  programCodes: createProgramCodeRepo,
  totps: createTotpRepo,
  links: createLinkRepo,
  socialAccounts: createSocialAccountRepo,
  socialFlows: createFlowRepo,
  shares: createShareRepo,
  idleDrafts: createIdleDraftRepo,
  shareLists: createShareListRepo,
  appends: createAppendRepo,
  grants: createGrantRepo,
  owners: createOwnerRepo,
  recipients: createRecipientRepo,
  received: createReceivedRepo,
  reverseShares: createReverseShareRepo,
  files: createFileRepo,
  downloads: createDownloadRepo,
  archives: createArchiveRepo,
  thumbnails: createThumbnailRepo,
  malware: createMalwareRepo,
  imports: createImportRepo,
  uploads: createUploadRepo,
  removals: createRemovalRepo,
  statistics: createStatisticsRepo,
  audit: createAuditRepo,
  throttles: createThrottleRepo,
  outbox: createOutboxRepo,
  mails: createMailListRepo,
  ownerMails: createOwnerMailRepo,
  webhooks: createWebhookRepo,
  webhookDeliveries: createDeliveryRepo,
  sealed: createSealedRepo,
  servers: createServerRepo,
  jobs: createJobRepo,
  blobs: createBlobRepo,
  pieces: createPieceRepo,
  objectRemovals: createObjectRemovalRepo,
  backups: createBackupRepo,
};

/** Every repository over one connection; services see only those they name. */
export type Repos = { readonly [Name in keyof typeof creators]: ReturnType<(typeof creators)[Name]> };

/** Creates each repository when it is first used: a transaction uses few of them. */
export const createRepos: (q: Knex) => Repos = createLazily(creators);
