import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { DestinationStream } from 'pino';
import { type Clock, systemClock } from '../crypto/clock.ts';
import type { DatabaseDiskOptions } from '../db/disk.ts';
import { createIntegrityJobs } from '../doctor/jobs.ts';
import type { Env } from '../env/env.ts';
import { createAuditJobs } from '../features/audit/jobs.ts';
import { createAuditRoutes } from '../features/audit/routes.ts';
import { createAuditService } from '../features/audit/service.ts';
import { createSetupToken } from '../features/auth/setup-token.ts';
import { readSmtpSettings } from '../features/config/smtp.ts';
import { createDownloadCounts } from '../features/files/download-counts.ts';
import { createFiles } from '../features/files/files.ts';
import { createJobRoutes } from '../features/jobs/routes.ts';
import { createJobService } from '../features/jobs/service.ts';
import { createMailRoutes } from '../features/mails/routes.ts';
import { createMailService } from '../features/mails/service.ts';
import { createProviders } from '../features/oauth/providers.ts';
import type { Providers } from '../features/oauth/types.ts';
import { createShareAccess } from '../features/shares/access.ts';
import { createShareAdmission } from '../features/shares/admission.ts';
import { createDirectAccess } from '../features/shares/direct-access.ts';
import { createGuessLimit } from '../features/shares/guess-limit.ts';
import { createShareJobs } from '../features/shares/jobs.ts';
import { createCheckQuota } from '../features/shares/quota.ts';
import { createShareMailWatcher } from '../features/shares/recipients.ts';
import { createSharePasswords } from '../features/shares/share-passwords.ts';
import { createReleases } from '../features/system/releases.ts';
import { createSystemRoutes } from '../features/system/routes.ts';
import { createUploads } from '../features/uploads/uploads.ts';
import { admitHost, isTokenOf } from '../http/host-token.ts';
import { defaultLimits, type ServerLimits } from '../http/limits/limits.ts';
import { requireComplete } from '../http/route-table.ts';
import { createHttpServer } from '../http/server.ts';
import { redirectShortLinks } from '../http/short-links.ts';
import { prepareFirstRun } from '../instance/first-run.ts';
import { confirmKeys } from '../instance/keys.ts';
import { createInstanceLock } from '../instance/lock.ts';
import { saveServerPort } from '../instance/port.ts';
import { createJobRunner, type JobRunner, type JobWaker } from '../jobs/runner.ts';
import { type Component, createLifecycle } from '../lifecycle.ts';
import { createLogger } from '../logger.ts';
import { createMailer } from '../mail/mailer.ts';
import { createOutbox } from '../mail/outbox.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { openLocalStore } from '../storage/local-store.ts';
import { createAllowance } from '../throttle/allowance.ts';
import { createThrottleSweep } from '../throttle/sweep.ts';
import { createAccounts } from './accounts.ts';
import { createConfiguration } from './configuration.ts';
import { checkContentOrigin, createElsewhere } from './content-origin.ts';
import { type Core, openCore } from './core.ts';
import { createFigures } from './figures.ts';
import { jobsOfCommand } from './jobs-of-command.ts';
import { createReadiness } from './readiness.ts';
import type { Repos } from './repos.ts';
import { createSharing } from './sharing.ts';

export interface App {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Where it listens; known after the start. */
  readonly url: string;
  /** The link that creates the first administrator, or null when there is one. */
  readonly setupUrl: string | null;
  readonly core: Core;
  readonly blobs: BlobStore;
  readonly jobs: Pick<JobRunner, 'run' | 'find'>;
}

export interface AppOptions {
  /** The built page. */
  webDirectory?: string;
  clock?: Clock;
  logDestination?: DestinationStream;
  /** Answers that break the contract become errors: for development and tests. */
  checkResponses?: boolean;
  /** Others for tests. */
  providers?: Providers;
  /** Smaller ones for tests. */
  limits?: Partial<ServerLimits>;
  /** A smaller one for tests. */
  databaseDisk?: DatabaseDiskOptions;
  /** For the commands of this machine, in place of a server or beside it: answers nobody but who brings this token. */
  hostToken?: string;
  /** How other servers are asked, in place of the internet: for tests. */
  outbound?: Outbound;
}

/** Builds everything; the only place that knows all parts. */
export async function createApp(env: Env, options: AppOptions = {}): Promise<App> {
  const logger = createLogger({
    level: env.logLevel,
    format: env.logFormat,
    ...(options.logDestination && { destination: options.logDestination }),
  });
  const { clock: givenClock = systemClock, hostToken, databaseDisk } = options;
  const isCommand = hostToken !== undefined;
  const core = await openCore({ env, clock: givenClock, logger, isCommand, databaseDisk });
  const { uow, config, clock, users, passwords } = core;
  const blobs = await openLocalStore({ directory: env.dataDir, fsync: env.fsync });
  const archiveStore = await openLocalStore({ directory: join(env.dataDir, 'archives'), fsync: env.fsync });
  const setupToken = createSetupToken(env.dataDir);
  const waker: JobWaker = { wake: (name) => jobs.wake(name) };
  const mailer = createMailer({ settings: () => readSmtpSettings(config) });
  const outbox = createOutbox<Repos>({ ...core, mailer, jobs: waker, watcher: createShareMailWatcher(core) });
  const outbound = options.outbound ?? createOutbound({ allowPrivate: env.outboundAllowPrivate });
  const providers = options.providers ?? createProviders({ config, outbound, clock });
  const accounts = createAccounts(core, { setupToken, jobs: waker, outbox, providers });

  const limitGuesses = createGuessLimit(core);
  const access = createShareAccess({ uow, clock, limitGuesses });
  const checkQuota = createCheckQuota(config);
  const admission = createShareAdmission(config);
  const uploads = createUploads({
    ...core,
    blobs,
    access,
    checkQuota,
    admission,
    spendCreation: createAllowance(core.throttle, 'uploadCreation', clock),
    whenUnread: (key, effect) => files.whenUnread(key, effect),
    minFreeBytes: env.minFreeBytes,
    syncsRequests: env.fsync === 'always',
  });
  const counts = createDownloadCounts(core);
  const checkResponses = options.checkResponses ?? false;
  const limits = {
    ...defaultLimits,
    connections: env.maxConnections,
    connectionsPerClient: env.maxConnectionsPerClient,
    ...options.limits,
  };
  const sharePasswords = createSharePasswords({ ...core, verifyPassword: passwords.verify });
  const files = createFiles({
    ...core,
    blobs,
    archiveStore,
    jobs: waker,
    sendfile: env.sendfile,
    access,
    admitDirect: createDirectAccess({ access, clock, limitGuesses, passwords: sharePasswords }),
    counts,
    elsewhere: createElsewhere(core, { limits, checkResponses }),
    availableBytes: uploads.service.availableBytes,
  });
  const sharing = createSharing(core, {
    access,
    limitGuesses,
    admission,
    checkQuota,
    sharePasswords,
    uploads,
    files,
    counts,
    outbox,
    jobs: waker,
  });

  const figures = await createFigures(core, {
    jobs: { list: () => jobs.list() },
    space: uploads.service.space,
    openConnections: () => http.openConnections(),
  });

  const jobs = createJobRunner(
    [
      ...createShareJobs({
        ...core,
        blobs,
        jobs: waker,
        uploads,
        files,
      }),
      ...uploads.jobs,
      ...files.jobs,
      ...accounts.jobs,
      ...outbox.jobs,
      ...figures.jobs,
      ...createAuditJobs({
        uow,
        retentionDays: () => config.get('general.auditRetention'),
        deletionTime: core.clockWatch.deletionTime,
      }),
      createThrottleSweep(core.throttle),
      core.databaseDisk.job,
      ...createIntegrityJobs({ ...core, patient: { ...core, blobs } }),
    ],
    core,
  );

  const lock = createInstanceLock(env.dataDir, logger);

  const configuration = createConfiguration(core);
  const readiness = createReadiness(core, { blobs, availableBytes: uploads.service.availableBytes });
  let port = env.port;
  const http = createHttpServer({
    host: env.host,
    port: env.port,
    trustedProxies: env.trustedProxies,
    limits,
    webDirectory: options.webDirectory ?? fileURLToPath(new URL('../../web', import.meta.url)),
    routes: requireComplete([
      ...createSystemRoutes({
        checks: readiness.checks,
        confirmClock: (by) => core.clockWatch.confirm(by).then(() => jobs.wake('shares.purge')),
        releases: createReleases({ url: env.releasesUrl, outbound, clock, logger }),
        metrics: figures.metrics,
      }),
      ...createAuditRoutes({ auditLog: createAuditService({ uow }), clock }),
      ...configuration.routes,
      ...accounts.routes,
      ...sharing.routes,
      ...files.routes,
      ...uploads.routes,
      ...createJobRoutes({
        jobs: createJobService({ ...core, jobs, ...(hostToken && jobsOfCommand(lock)) }),
      }),
      ...createMailRoutes({ mails: createMailService(core) }),
      ...figures.routes,
    ]),
    before: [...(hostToken ? [admitHost(hostToken)] : []), uploads.options],
    pages: [redirectShortLinks, configuration.logoPage],
    logger,
    authenticator: { ...accounts.authenticator, ...(hostToken && { isHost: isTokenOf(hostToken) }) },
    // The host may also bring back an instance that has lost its last administrator.
    hasAdmin: hostToken ? async () => true : users.hasAdmin,
    appOrigin: () => config.get('general.appUrl').replace(/\/$/, ''),
    trustedOrigins: env.trustedOrigins,
    page: configuration.pageFacts,
    checkResponses,
    contentOrigin: env.contentOrigin,
    contentHost: files.contentHost,
    onAnswered: figures.metrics?.noteAnswer,
    onStopping: uploads.releaseAll,
    onListening(actual) {
      port = actual;
      if (!hostToken) config.setDefault('general.appUrl', `http://localhost:${actual}`);
    },
  });

  const database: Component = { name: 'database', stop: () => core.database.close() };
  const passwordResets: Component = { name: 'password resets', stop: accounts.stop };
  const asServer: Component[] = [
    lock,
    { name: 'secret key', start: () => confirmKeys(core) },
    database,
    { name: 'config', start: () => config.start(), stop: () => config.stop() },
    { name: 'origin of content', start: async () => checkContentOrigin(core) },
    { name: 'first administrator', start: () => prepareFirstRun(core, setupToken) },
    { name: 'download counts', stop: counts.flush },
    { name: 'digests', stop: uploads.stop },
    passwordResets,
    jobs,
    http,
    { name: 'address for commands', start: () => saveServerPort(core, port) },
    readiness.component,
  ];
  // Nothing of a server's own work begins; what a command has begun is waited for.
  const asHost: Component[] = [
    { name: lock.name, stop: lock.stop },
    database,
    passwordResets,
    { name: jobs.name, stop: async () => jobs.stop?.() },
    http,
  ];
  const lifecycle = createLifecycle(hostToken ? asHost : asServer, logger);

  return {
    core,
    blobs,
    jobs,
    start: lifecycle.start,
    stop: lifecycle.stop,
    get url() {
      return `http://${env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host}:${port}`;
    },
    get setupUrl() {
      const token = setupToken.current();
      return token ? `${config.get('general.appUrl').replace(/\/$/, '')}/setup#token=${token}` : null;
    },
  };
}
