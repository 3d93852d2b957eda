import { randomBytes } from 'node:crypto';
import { createApiKeysFeature } from '../features/api-keys/feature.ts';
import { createAuditFeature } from '../features/audit/feature.ts';
import { createAuthFeature } from '../features/auth/feature.ts';
import type { SetupToken } from '../features/auth/tokens/setup-token.ts';
import { createConfigFeature } from '../features/config/feature.ts';
import { readSmtpSettings } from '../features/config/smtp.ts';
import { createDirectoryFeature } from '../features/directory/feature.ts';
import { createDownloadCounts } from '../features/files/download-counts.ts';
import { type ContentOrigin, createFilesFeature } from '../features/files/feature.ts';
import { createImportsFeature } from '../features/imports/feature.ts';
import { createJobsFeature } from '../features/jobs/feature.ts';
import { createMailsFeature } from '../features/mails/feature.ts';
import { createMalwareFeature } from '../features/malware/feature.ts';
import { createOauthFeature } from '../features/oauth/feature.ts';
import type { Providers } from '../features/oauth/types.ts';
import { createOwnerMailsFeature } from '../features/owner-mails/feature.ts';
import { createReverseSharesFeature } from '../features/reverse-shares/feature.ts';
import { createSharePorts, createSharesFeature } from '../features/shares/feature.ts';
import { quote } from '../features/shares/mails/templates.ts';
import { createStatisticsFeature } from '../features/statistics/feature.ts';
import { createSystemFeature } from '../features/system/feature.ts';
import { readVersion } from '../features/system/version.ts';
import { createUploadsFeature } from '../features/uploads/feature.ts';
import { createLeaseRepo } from '../features/uploads/lease-repo.ts';
import { LeasedLocker } from '../features/uploads/leased-locker.ts';
import { UploadLocker } from '../features/uploads/locker.ts';
import type { UploadLocks } from '../features/uploads/locks.ts';
import { createUserPorts, createUsersFeature } from '../features/users/feature.ts';
import { createWebhooksFeature } from '../features/webhooks/feature.ts';
import { createWorkloadIdentitiesFeature } from '../features/workload-identities/feature.ts';
import { languagesOf } from '../http/actor.ts';
import { createSessionCookies } from '../http/cookies/session.ts';
import { createLoginCookie } from '../http/cookies/sign-in.ts';
import type { Servers } from '../instance/servers.ts';
import type { JobRunner } from '../jobs/runner.ts';
import { createMailer } from '../mail/mailer.ts';
import { createOutbox } from '../mail/outbox.ts';
import type { Outbound } from '../outbound/outbound.ts';
import type { Stores } from '../storage/stores.ts';
import { createPooledThrottle } from '../throttle/pooled-throttle.ts';
import type { Core } from './core.ts';
import type { jobsOfCommand } from './jobs-of-command.ts';
import { createMailSamples } from './mail-samples.ts';
import { createReadiness } from './readiness.ts';
import type { Repos } from './repos.ts';

interface Ports extends Pick<Stores, 'blobs' | 'staging' | 'capacity' | 'bucketRequests' | 'readBackBytes'> {
  archiveStore: Stores['archives'];
  thumbnailStore: Stores['thumbnails'];
  contentOrigin: ContentOrigin | null;
  jobs: JobRunner;
  jobsOfCommand: ReturnType<typeof jobsOfCommand> | null;
  openConnections(): number;
  outbound: Outbound;
  providers: Providers;
  listServers: Servers['list'];
  setupToken: SetupToken;
}

export type Features = Awaited<ReturnType<typeof createFeatures>>;

/** Composes all features, each with what it needs from the others. Their jobs are passed to the runner. */
export async function createFeatures(core: Core, ports: Ports) {
  const { config, env } = core;
  const { jobs } = ports;
  const appUrl = () => config.get('general.appUrl');
  const cookies = createSessionCookies({ appUrl, clock: core.clock });
  const loginCookie = createLoginCookie({ appUrl, clock: core.clock });
  const sharePorts = createSharePorts(core);
  const listSources = () => [
    ...ports.providers.listEnabled(),
    ...(['ldap', 'proxy'] as const).filter((source) => config.get(`${source}.enabled`)),
  ];
  const userPorts = createUserPorts(core, { listSources });
  const mailer = createMailer({ settings: () => readSmtpSettings(config) });
  const outbox = createOutbox<Repos>({ ...core, mailer, jobs, watcher: sharePorts.mailWatcher });
  const webhooks = createWebhooksFeature(core, {
    ...ports,
    outbox,
    quote,
    // Statistics are composed last, of what all features know.
    measureStorage: () => statistics.measureStorage(),
  });
  const { announceEvent } = webhooks;
  const ownerMails = createOwnerMailsFeature(core, { outbox, quote });
  const given = { ...ports, cookies, loginCookie, outbox, announceEvent };

  const malware = createMalwareFeature(core, { ...given, quote });

  const audit = createAuditFeature(core);
  const configuration = createConfigFeature(core, {
    composeSample: createMailSamples(core),
    languagesOf,
  });
  const mails = createMailsFeature(core);
  const jobList = createJobsFeature(core, { jobs, ...ports.jobsOfCommand });

  const auth = createAuthFeature(core, {
    ...given,
    ...userPorts,
    // The directory is composed after sign-in, which it ends with.
    directory: {
      isEnabled: () => directory.ldap.isEnabled(),
      verify: (credentials) => directory.ldap.verify(credentials),
    },
  });
  const accountPorts = { ...given, ...userPorts, mails: auth.mails };
  const oauth = createOauthFeature(core, {
    ...accountPorts,
    auth: auth.service,
    replaceSession: auth.replaceSession,
  });
  const directory = createDirectoryFeature(core, {
    ...given,
    ...userPorts,
    auth: auth.service,
    replaceSession: auth.replaceSession,
    signIn: oauth.signIn,
    noteRefusal: oauth.noteRefusal,
    findRefusal: oauth.findRefusal,
  });
  const apiKeys = createApiKeysFeature(core, accountPorts);
  const workloadIdentities = createWorkloadIdentitiesFeature(core, accountPorts);
  const users = createUsersFeature(core, accountPorts);

  const spendCreation = createPooledThrottle(core.throttle, 'uploadCreation', core.clock);
  const uploads = createUploadsFeature({
    ...core,
    ...given,
    ...sharePorts,
    locks: createUploadLocks(core, ports),
    spendCreation,
    // Files are created after uploads, and know when nobody is downloading them.
    whenUnread: (key, effect) => files.whenUnread(key, effect),
    thumbnails: {
      request: (found, by) => files.thumbnails.request(found, by),
      planRemoval: (ids, by) => files.thumbnails.planRemoval(ids, by),
    },
    scans: malware,
    minFreeBytes: env.minFreeBytes,
  });
  const { availableBytes, space } = uploads.service;
  const counts = createDownloadCounts<Repos>({
    ...core,
    async tellDownloads(tx, downloads) {
      await announceEvent(tx, { type: 'file.downloaded', ...downloads });
      await ownerMails.tellFirstDownload(tx, downloads);
    },
  });
  const files = createFilesFeature({
    ...core,
    ...given,
    ...sharePorts,
    sendfile: env.sendfile,
    counts,
    availableBytes,
    spendThumbnail: createPooledThrottle(core.throttle, 'sentThumbnail', core.clock),
  });
  const reverseShares = createReverseSharesFeature(core, { ...given, ...sharePorts });
  const imports = createImportsFeature(core, sharePorts);
  const shares = createSharesFeature(core, {
    ...given,
    ...sharePorts,
    reverseShareLinks: reverseShares.reverseShareLinks,
    notifyOwner: reverseShares.notifyOwner,
    uploads: { ...uploads, ...uploads.service },
    spendCreation,
    files,
    counts,
  });

  const statistics = await createStatisticsFeature(core, { ...given, space, readVersion });
  const { metrics } = statistics;
  const readiness = createReadiness(core, { blobs: ports.blobs, availableBytes });
  const system = createSystemFeature(core, { ...given, checks: readiness.checks, metrics });

  const withJobs = [
    shares,
    uploads,
    files,
    auth,
    apiKeys,
    oauth,
    statistics,
    audit,
    webhooks,
    ownerMails,
    malware,
  ];
  const withRoutes = [
    system,
    audit,
    configuration,
    auth,
    apiKeys,
    workloadIdentities,
    users,
    oauth,
    directory,
    shares,
    reverseShares,
    files,
    uploads,
    jobList,
    mails,
    malware,
    webhooks,
    ownerMails,
    statistics,
  ];
  return {
    routes: withRoutes.flatMap(({ routes }) => routes),
    jobs: [...withJobs.flatMap((feature) => feature.jobs), ...outbox.jobs],
    authenticator: {
      verifySession: auth.verifySession,
      verifyApiKey: apiKeys.verifyApiKey,
      verifyWorkload: workloadIdentities.verifyWorkload,
    },
    auth,
    configuration,
    counts,
    directory,
    files,
    imports,
    instanceId: system.component,
    metrics,
    noteJobFailure: webhooks.noteJobFailure,
    readiness: readiness.component,
    unknownProxy: system.unknownProxy,
    uploads,
  };
}

/** Several servers can only share a database on PostgreSQL and files in a bucket: otherwise memory is enough. */
function createUploadLocks(
  { env, database, signals, logger }: Core,
  { staging }: Pick<Stores, 'staging'>,
): UploadLocks {
  if (env.database.engine !== 'postgres' || env.storage.kind !== 's3') return new UploadLocker();
  const server = randomBytes(16).toString('hex');
  return new LeasedLocker({ server, repo: createLeaseRepo(database), signals, staging, logger });
}
