import { spawn } from 'node:child_process';
import { inspect } from 'node:util';
import type { AdminConfigVariable } from '#sdk/contract/config/api.js';
import type { BackupHost } from '#sdk/contract/host/backups.js';
import type { DoctorOptions, DoctorReport } from '#sdk/contract/host/doctor.js';
import type { ImportOptions, ImportReport } from '#sdk/contract/host/imports.js';
import type {
  DatabaseMoveReport,
  MoveDatabaseOptions,
  MoveStorageOptions,
  StorageMoveReport,
} from '#sdk/contract/host/moves.js';
import {
  type Administration,
  type Host,
  HostError,
  type HostSetting,
  type InitOptions,
  type InitResult,
  type InstanceOptions,
  type RotateOptions,
  type RotationReport,
  type ServeOptions,
  type SetupState,
} from '#sdk/contract/host.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { type App, createApp } from './app/app.ts';
import { type Core, openCore } from './app/core.ts';
import { systemClock } from './crypto/clock.ts';
import { isCommonPassword } from './crypto/common-passwords.ts';
import { newToken, tokenPrefixes } from './crypto/tokens.ts';
import { runDoctor } from './doctor/doctor.ts';
import { type Env, readEnv } from './env/env.ts';
import { byHost } from './features/audit/log.ts';
import { becomeOwner, requireInstance } from './instance/data-folder.ts';
import { moveDatabase as moveDatabaseOf } from './instance/move-database.ts';
import { moveStorage as move } from './instance/move-storage.ts';
import { adoptServerAddress } from './instance/port.ts';
import { rotateKey as rotate } from './instance/rotate-key.ts';
import { isServed } from './instance/servers.ts';
import { createLogger, type Logger } from './logger.ts';
import { LossyOutput } from './lossy-output.ts';

/** The commands that run on the server's machine. The command line loads this module only for them. */
export const host: Host = {
  serve,
  examineSetup,
  isCommonPassword,
  init,
  openAdministration,
  doctor,
  rotateKey,
  moveDatabase,
  moveStorage,
  importFrom,
  backups: lazyBackups(),
};

/** Most commands need none of it. */
function lazyBackups(): BackupHost {
  const load = async () =>
    (await import('./backup/host.ts')).createBackupHost({ readEnv: readOptions, withCore });
  return {
    create: async (options) => (await load()).create(options),
    list: async (options) => (await load()).list(options),
    verify: async (options) => (await load()).verify(options),
    planPrune: async (options) => (await load()).planPrune(options),
    prune: async (options) => (await load()).prune(options),
    restore: async (options) => (await load()).restore(options),
  };
}

/**
 * Serves until SIGINT or SIGTERM; a second signal ends the process at once.
 *
 * @throws HostError also later, when it was away for a while and may no longer run beside the other servers
 */
async function serve(options: ServeOptions = {}): Promise<void> {
  const app = await createApp(readOptions(options));
  const { logger } = app.core;
  const ended = waitForSignal();
  const stderr = new LossyOutput(2);
  process.on('uncaughtException', (error) => fail(error, { logger, stderr }));
  await app.start();
  logger.info({ url: app.url }, 'listening');
  if (app.setupUrl && process.stderr.isTTY) await logFirst(app);
  stderr.write(announce(app.url, app.setupUrl));
  if (options.open) openBrowser(app.setupUrl ?? app.url);
  const reason = await Promise.race([ended, app.refusal]);
  if (reason instanceof HostError)
    logger.fatal({ err: reason }, 'stopping: others have replaced this server');
  else logger.info({ signal: reason }, 'stopping');
  const deadline = setTimeout(() => process.exit(1), 45_000);
  await app.stop();
  clearTimeout(deadline);
  await new Promise<void>((resolve) => logger.flush(() => resolve()));
  if (reason instanceof HostError) throw reason;
}

/** On a terminal, the link of the setup must be the last that a first start writes: a log line after it would bury it. */
async function logFirst({ jobs, core: { logger } }: App): Promise<void> {
  // With PostgreSQL there is no such job.
  await jobs.run('database.ballast').catch(() => undefined);
  await new Promise<void>((resolve) => logger.flush(() => resolve()));
}

/** Ends the process and reports why: in the log or, if the log cannot be written, on standard error. */
function fail(error: unknown, { logger, stderr }: { logger: Logger; stderr: LossyOutput }): void {
  logger.fatal({ err: error }, 'unexpected error');
  logger.flush((isLost) => {
    if (!isLost) process.exit(1);
    stderr.write(`fileshare: ${error instanceof Error ? error.stack : inspect(error)}\n`);
    stderr.flush(() => process.exit(1));
  });
}

/** Returns what the setup on this machine has to ask. Creates the instance if there is none. */
async function examineSetup(options: InstanceOptions = {}): Promise<SetupState> {
  return withCore(options, async ({ config, users }) => ({
    isDone: await users.hasAdmin(),
    settings: ['general', 'share'].flatMap(config.listCategory).map(toSetting),
  }));
}

function toSetting({ key, value, defaultValue, lockedBy }: AdminConfigVariable): HostSetting {
  return { key, value: value ?? defaultValue, lockedBy };
}

/** Creates the first administrator and ends the setup, with or without a running server. */
async function init({ account, updates, ...options }: InitOptions): Promise<InitResult> {
  return withCore(options, async ({ env, uow, config, users }) => {
    await users.setUp(account, byHost, async (repos) => {
      if (updates.length > 0) await config.updateWithin(repos, updates, byHost);
    });
    await config.load();
    return { appUrl: config.get('general.appUrl'), isServed: await isServed({ env, uow }) };
  });
}

async function withCore<T>(options: RotateOptions, work: (core: Core) => Promise<T>): Promise<T> {
  const env = readOptions(options);
  const logger = createLogger({ level: 'warn', format: 'text', destination: process.stderr });
  const leaveOwner = await becomeOwner(env.dataDir);
  try {
    const { isKeyLost } = options;
    const core = await openCore({ env, logger, isCommand: true, isKeyLost });
    try {
      await adoptServerAddress(core);
      return await work(core);
    } finally {
      await core.database.close();
    }
  } finally {
    leaveOwner();
  }
}

/**
 * Opens the whole API for the host, on a port of this machine and with a token that only this process knows, whether
 * the server runs or not.
 *
 * @throws HostError, EnvError
 */
async function openAdministration(options: InstanceOptions = {}): Promise<Administration> {
  const env = readOptions(options);
  await requireInstance(env);
  const leaveOwner = await becomeOwner(env.dataDir);
  try {
    const token = newToken(tokenPrefixes.host);
    const app = await createApp(
      { ...env, host: '127.0.0.1', port: 0, trustedProxies: '', contentOrigin: null, logLevel: 'error' },
      { hostToken: token, logDestination: process.stderr },
    );
    await adoptServerAddress(app.core);
    await app.start();
    return { url: app.url, token, close: async () => app.stop().then(leaveOwner) };
  } catch (error) {
    leaveOwner();
    throw error;
  }
}

/** Examines the instance, whether its server runs or not, and repairs what can be repaired. */
async function doctor({ fix, deep, setAsideUnknown, ...rest }: DoctorOptions): Promise<DoctorReport> {
  process.umask(0o077);
  const logger = createLogger({ level: 'silent', format: 'text' });
  const env = readOptions(rest);
  const leaveOwner = await becomeOwner(env.dataDir);
  try {
    return await runDoctor(
      { env, clock: systemClock, logger, locales: localeCodes },
      { fix, deep, setAsideUnknown },
    );
  } finally {
    leaveOwner();
  }
}

/**
 * Seals everything with a new secret key.
 *
 * @throws the errors of `openAdministration` and `rotateKey`; none about keys with `isKeyLost`
 */
async function rotateKey(options: RotateOptions = {}): Promise<RotationReport> {
  await requireInstance(readOptions(options));
  return withCore(options, rotate);
}

/** @throws HostError, EnvError */
async function moveDatabase({
  dataDir,
  databaseUrl,
  ...options
}: MoveDatabaseOptions): Promise<DatabaseMoveReport> {
  process.umask(0o077);
  const env = readOptions({ dataDir, databaseUrl });
  await requireInstance(env);
  const leaveOwner = await becomeOwner(env.dataDir);
  try {
    return await moveDatabaseOf(env, options);
  } finally {
    leaveOwner();
  }
}

/**
 * Moves all stored bytes; it can end at any moment, and another call continues it.
 *
 * @throws the errors of `openAdministration` and `moveStorage`
 */
async function moveStorage(options: MoveStorageOptions): Promise<StorageMoveReport> {
  await requireInstance(readOptions(options));
  return withCore(options, (core) => move(core, options));
}

/**
 * Imports the data of another program, and examines the instance afterwards.
 *
 * @throws the errors of `openAdministration` and `importFrom`
 */
async function importFrom(options: ImportOptions): Promise<ImportReport> {
  const env = readOptions(options);
  await requireInstance(env);
  const { importFrom: run } = await import('./import/import.ts');
  const report = await withCore(options, (core) => run(core, options));
  if (report.isDryRun) return { ...report, doctor: null };
  const { dataDir, databaseUrl } = options;
  return { ...report, doctor: await doctor({ dataDir, databaseUrl, fix: false, deep: false }) };
}

function readOptions({ host, port, role, dataDir, databaseUrl }: ServeOptions): Env {
  const flags = {
    FILESHARE_HOST: host,
    FILESHARE_PORT: port?.toString(),
    FILESHARE_ROLE: role,
    FILESHARE_DATA_DIR: dataDir,
    FILESHARE_DATABASE_URL: databaseUrl,
  };
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return readEnv({ ...process.env, ...given });
}

/** Announces the server to the person at the terminal; logs go to standard output. */
function announce(url: string, setupUrl: string | null): string {
  const lines = ['', `fileshare is ready: ${url}`];
  if (setupUrl)
    lines.push(
      '',
      'Nobody can sign in yet. Open this link once to create the administrator:',
      '',
      `  ${setupUrl}`,
      '',
    );
  return `${lines.join('\n')}\n`;
}

function waitForSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let isStopping = false;
    const handle = (signal: NodeJS.Signals) => {
      if (isStopping) process.exit(1);
      isStopping = true;
      resolve(signal);
    };
    process.on('SIGINT', handle);
    process.on('SIGTERM', handle);
  });
}

const openers = { darwin: ['open'], win32: ['cmd', '/c', 'start', ''] } as const;

function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform as keyof typeof openers] ?? ['xdg-open'];
  // Without a browser on this machine the link on the terminal is enough.
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref();
}
