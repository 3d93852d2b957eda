import { fileURLToPath } from 'node:url';
import type { DestinationStream } from 'pino';
import { createBackupJob } from '../backup/job.ts';
import type { Clock } from '../crypto/clock.ts';
import type { DatabaseDiskOptions } from '../db/disk.ts';
import { markLost } from '../doctor/content.ts';
import { createIntegrityJobs } from '../doctor/jobs.ts';
import type { Env } from '../env/env.ts';
import { createSetupToken, type SetupToken } from '../features/auth/tokens/setup-token.ts';
import { createProviders } from '../features/oauth/providers.ts';
import type { Providers } from '../features/oauth/types.ts';
import { isTokenOf, requireHostToken } from '../http/host-token.ts';
import { defaultLimits, type ServerLimits } from '../http/limits/limits.ts';
import { answerOnlyUpkeep } from '../http/only-upkeep.ts';
import { requireComplete } from '../http/route-table.ts';
import { createHttpServer, type HttpServer } from '../http/server.ts';
import { dropLastSlash, redirectShortLinks } from '../http/short-links.ts';
import { confirmKeys } from '../instance/keys.ts';
import { createDatabaseLock, createInstanceLock, type InstanceLock } from '../instance/lock.ts';
import { saveServerStorage } from '../instance/move-storage.ts';
import { saveServerPort } from '../instance/port.ts';
import { createServers, type Servers } from '../instance/servers.ts';
import { createJobRunner, type JobRunner } from '../jobs/runner.ts';
import { createSharedSchedule } from '../jobs/shared-schedule.ts';
import { type Component, createLifecycle } from '../lifecycle.ts';
import { createLogger } from '../logger.ts';
import { createOutbound, type Outbound } from '../outbound/outbound.ts';
import { openStores, type Stores } from '../storage/stores.ts';
import { createThrottleSweep } from '../throttle/throttle.ts';
import { checkContentOrigin, createContentOrigin } from './content-origin.ts';
import { type Core, openCore } from './core.ts';
import { createFeatures, type Features } from './features.ts';
import { createHandOver } from './hand-over.ts';
import { jobsOfCommand } from './jobs-of-command.ts';
import { prepareFirstRun, requireUsable, warnOfMissingProxies } from './start-steps.ts';

export interface App extends Pick<Servers, 'refusal'> {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** The URL it listens on; known after the start. */
  readonly url: string;
  /** The link to create the first administrator, or null when there is an administrator. */
  readonly setupUrl: string | null;
  readonly core: Core;
  readonly stores: Stores;
  readonly jobs: Pick<JobRunner, 'run' | 'find'>;
}

export interface AppOptions {
  /** The folder of the built page. */
  webDirectory?: string;
  clock?: Clock;
  logDestination?: DestinationStream;
  /** Answers that break the contract become errors: for development and tests. */
  checkResponses?: boolean;
  /** Tests pass others. */
  providers?: Providers;
  /** Tests pass smaller ones. */
  limits?: Partial<ServerLimits>;
  /** Tests pass a smaller one. */
  databaseDisk?: DatabaseDiskOptions;
  /** Connections that write; tests pass fewer. */
  writers?: number | undefined;
  /** For commands of the host, instead of a server or beside it: only requests with this token are answered. */
  hostToken?: string;
  /** How requests to other servers are made, instead of over the internet: for tests. */
  outbound?: Outbound;
}

/**
 * Composes the whole program: the core, the features, the server in front of them, and the order in which they start.
 */
export async function createApp(env: Env, options: AppOptions = {}): Promise<App> {
  const logger = createLogger({
    level: env.logLevel,
    format: env.logFormat,
    ...(options.logDestination && { destination: options.logDestination }),
  });
  const { clock: givenClock, hostToken, databaseDisk, writers } = options;
  const isCommand = hostToken !== undefined;
  const core = await openCore({ env, clock: givenClock, logger, isCommand, databaseDisk, writers });
  const { config, clock } = core;
  const stores = await openStores(env, core);
  const setupToken = createSetupToken({ ...core, dataDir: env.dataDir });
  const lock = createInstanceLock(env.dataDir, logger);
  const databaseLock = await createDatabaseLock(env, logger);
  const servers = createServers(core);
  const outbound = options.outbound ?? createOutbound({ allowPrivate: env.outboundAllowPrivate });
  const isShared = env.database.engine === 'postgres';
  const isWebOnly = env.role === 'web' && !isCommand;
  const jobs = createJobRunner({
    clock,
    logger,
    shared: isShared ? createSharedSchedule({ ...core, isWebOnly }) : null,
    isWebOnly,
    onFailure: (job) => features.noteJobFailure(job),
  });
  const settings = { limits: chooseLimits(env, options), checkResponses: options.checkResponses ?? false };
  const features = await createFeatures(core, {
    blobs: stores.blobs,
    staging: stores.staging,
    capacity: stores.capacity,
    archiveStore: stores.archives,
    thumbnailStore: stores.thumbnails,
    bucketRequests: stores.bucketRequests,
    readBackBytes: stores.readBackBytes,
    contentOrigin: createContentOrigin(core, settings),
    jobs,
    jobsOfCommand: isCommand ? jobsOfCommand(core, lock) : null,
    openConnections: () => http.openConnections(),
    outbound,
    providers: options.providers ?? createProviders({ config, outbound, clock }),
    listServers: servers.list,
    setupToken,
  });
  jobs.add([
    ...features.jobs,
    createThrottleSweep(core.throttle),
    ...(core.databaseDisk.job ? [core.databaseDisk.job] : []),
    ...stores.jobs(async (lost) => {
      const files = await markLost(core, lost);
      if (files > 0)
        logger.error({ files, blob: lost.id }, 'an object is missing: its files are marked as damaged');
    }),
    createBackupJob({ ...core, stores }),
    ...createIntegrityJobs({ ...core, context: { ...core, ...stores } }),
  ]);
  const listening = { port: env.port };
  const http = createServer(core, { ...options, ...settings, features, listening });
  const handOver = createHandOver(servers.list, settings.limits.handOverTime);
  const parts = {
    features,
    handOver,
    http,
    jobs,
    listening,
    lock,
    databaseLock,
    servers,
    setupToken,
    stores,
  };
  const lifecycle = createLifecycle(isCommand ? commandParts(core, parts) : serverParts(core, parts), logger);

  return {
    core,
    stores,
    jobs,
    refusal: servers.refusal,
    start: lifecycle.start,
    stop: lifecycle.stop,
    get url() {
      const host = env.host === '0.0.0.0' || env.host === '::' ? 'localhost' : env.host;
      return `http://${host}:${listening.port}`;
    },
    get setupUrl() {
      const token = setupToken.current();
      return token ? `${config.get('general.appUrl').replace(/\/$/, '')}/setup#token=${token}` : null;
    },
  };
}

function chooseLimits(env: Env, { limits }: AppOptions): ServerLimits {
  return {
    ...defaultLimits,
    connections: env.maxConnections,
    connectionsPerClient: env.maxConnectionsPerClient,
    ...limits,
  };
}

interface ServerParts extends Pick<AppOptions, 'hostToken' | 'webDirectory'> {
  limits: ServerLimits;
  checkResponses: boolean;
  features: Features;
  /** The port it listens on: known once it does. */
  listening: { port: number };
}

function createServer(core: Core, parts: ServerParts): HttpServer {
  const { env, config, logger, users } = core;
  const { features, hostToken, listening } = parts;
  const authenticator = { ...features.authenticator, ...(hostToken && { isHost: isTokenOf(hostToken) }) };
  return createHttpServer({
    host: env.host,
    port: env.port,
    trustedProxies: env.trustedProxies,
    limits: parts.limits,
    webDirectory: parts.webDirectory ?? fileURLToPath(new URL('../../web', import.meta.url)),
    routes: requireComplete(features.routes),
    before: [
      ...(hostToken ? [requireHostToken(hostToken)] : []),
      ...(env.role === 'worker' && !hostToken ? [answerOnlyUpkeep] : []),
      features.uploads.options,
      dropLastSlash,
    ],
    pages: [
      redirectShortLinks,
      features.directory.proxyPages,
      features.configuration.picturePage,
      features.configuration.installPages,
    ],
    logger,
    authenticator,
    oldLinks: features.imports.answerOldLinks(authenticator),
    // A command may also restore an instance that has lost its last administrator.
    hasAdmin: hostToken ? async () => true : users.hasAdmin,
    appOrigin: () => config.get('general.appUrl').replace(/\/$/, ''),
    trustedOrigins: env.trustedOrigins,
    page: features.configuration.pageFacts,
    checkResponses: parts.checkResponses,
    contentOrigin: env.contentOrigin,
    contentHost: features.files.contentHost,
    onAnswered: features.metrics?.noteAnswer,
    onUnknownProxy: features.unknownProxy.note,
    onStopping: features.uploads.releaseAll,
    onListening(port) {
      listening.port = port;
      if (!hostToken) config.setDefault('general.appUrl', `http://localhost:${port}`);
    },
  });
}

interface LifecycleParts {
  features: Features;
  handOver: Component;
  http: HttpServer;
  jobs: JobRunner;
  listening: { port: number };
  lock: InstanceLock;
  databaseLock: InstanceLock | null;
  servers: Servers;
  setupToken: SetupToken;
  stores: Stores;
}

/** Lists the components in the order in which a server starts; it stops in the opposite order. */
function serverParts(core: Core, parts: LifecycleParts): Component[] {
  const { features, handOver, http, jobs, listening, lock, databaseLock, servers, setupToken, stores } =
    parts;
  return [
    lock,
    ...(databaseLock ? [databaseLock] : []),
    { name: 'secret key', start: () => confirmKeys(core) },
    { name: 'database', stop: () => core.database.close() },
    { name: 'signals', stop: core.signals.close },
    servers,
    { name: 'config', start: () => core.config.start(), stop: () => core.config.stop() },
    { name: 'origin of content', start: async () => checkContentOrigin(core) },
    { name: 'sign-in proxy', start: async () => warnOfMissingProxies(core) },
    features.instanceId,
    features.unknownProxy.component,
    { name: 'first administrator', start: () => prepareFirstRun(core, setupToken) },
    { name: 'download counts', stop: features.counts.flush },
    { name: 'storage', stop: stores.close },
    { name: 'check of the storage', start: () => requireUsable(stores, core.logger) },
    { name: 'place of new files', start: () => saveServerStorage(core) },
    { name: 'thumbnails', stop: features.files.stop },
    { name: 'password resets', stop: features.auth.stop },
    http,
    { name: 'address for commands', start: () => saveServerPort(core, listening.port) },
    handOver,
    // Other servers take the jobs over while requests come to their end.
    jobs,
    features.readiness,
  ];
}

/**
 * Lists the components of a command. It starts none of the server's own work; it waits for the work that it has begun.
 */
function commandParts(core: Core, { features, http, jobs, lock }: LifecycleParts): Component[] {
  return [
    { name: lock.name, stop: lock.stop },
    { name: 'database', stop: () => core.database.close() },
    { name: 'signals', stop: core.signals.close },
    features.instanceId,
    { name: 'password resets', stop: features.auth.stop },
    { name: jobs.name, stop: async () => jobs.stop?.() },
    http,
  ];
}
