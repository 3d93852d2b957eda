import type { Knex } from 'knex';
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
import { createMailListRepo } from '../features/mails/repo.ts';
import { createSocialAccountRepo } from '../features/oauth/account-repo.ts';
import { createFlowRepo } from '../features/oauth/flow-repo.ts';
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
import { createSealedRepo } from '../instance/sealed-repo.ts';
import { createServerRepo } from '../instance/server-repo.ts';
import { createJobRepo } from '../jobs/job-repo.ts';
import { createOutboxRepo } from '../mail/outbox-repo.ts';
import { createPieceRepo } from '../storage/piece-repo.ts';
import { createThrottleRepo } from '../throttle/repo.ts';

/** Creates every repository over one connection; services see only those they name. */
export function createRepos(q: Knex) {
  return {
    lock: createLock(q),
    instance: createInstanceRepo(q),
    config: createConfigRepo(q),
    instanceFiles: createInstanceFileRepo(q),
    users: createUserRepo(q),
    accountAccess: createAccountAccessRepo(q),
    sessions: createSessionRepo(q),
    apiKeys: createApiKeyRepo(q),
    loginTokens: createLoginTokenRepo(q),
    programCodes: createProgramCodeRepo(q),
    totps: createTotpRepo(q),
    links: createLinkRepo(q),
    socialAccounts: createSocialAccountRepo(q),
    socialFlows: createFlowRepo(q),
    shares: createShareRepo(q),
    idleDrafts: createIdleDraftRepo(q),
    shareLists: createShareListRepo(q),
    appends: createAppendRepo(q),
    grants: createGrantRepo(q),
    owners: createOwnerRepo(q),
    recipients: createRecipientRepo(q),
    received: createReceivedRepo(q),
    reverseShares: createReverseShareRepo(q),
    files: createFileRepo(q),
    downloads: createDownloadRepo(q),
    archives: createArchiveRepo(q),
    thumbnails: createThumbnailRepo(q),
    uploads: createUploadRepo(q),
    removals: createRemovalRepo(q),
    statistics: createStatisticsRepo(q),
    audit: createAuditRepo(q),
    throttles: createThrottleRepo(q),
    outbox: createOutboxRepo(q),
    mails: createMailListRepo(q),
    sealed: createSealedRepo(q),
    servers: createServerRepo(q),
    jobs: createJobRepo(q),
    pieces: createPieceRepo(q),
  };
}

export type Repos = ReturnType<typeof createRepos>;
