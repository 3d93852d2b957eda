import { spawn } from 'node:child_process';
import { AppError } from '#sdk/contract/errors.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { createApp } from './app.ts';
import { openCore } from './core.ts';
import { systemClock } from './crypto/clock.ts';
import { newToken, tokenPrefixes } from './crypto/tokens.ts';
import { runDoctor } from './doctor/doctor.ts';
import type { DoctorReport } from './doctor/report.ts';
import { type Env, EnvError, readEnv } from './env.ts';
import { byHost } from './features/audit/trail.ts';
import { createLogger } from './logger.ts';
import { requireInstance } from './present-instance.ts';

/** What runs on the server's own machine. Loaded by the command line only for these commands. */

export interface ServeOptions {
  host?: string;
  port?: number;
  dataDir?: string;
  databaseUrl?: string;
  /** Opens the browser when the server is ready. */
  open?: boolean;
}

export interface InitOptions {
  email: string;
  username: string;
  password: string;
  appName?: string;
  appUrl?: string;
  dataDir?: string;
}

export interface AdministrationOptions {
  dataDir?: string;
  databaseUrl?: string;
}

export interface Administration {
  /** Where it is answered. */
  url: string;
  /** What opens it. */
  token: string;
  close(): Promise<void>;
}

export interface DoctorOptions {
  fix: boolean;
  deep: boolean;
  dataDir?: string;
  databaseUrl?: string;
}

/** Serves until SIGINT or SIGTERM; a second signal ends at once. */
export async function serve(options: ServeOptions = {}): Promise<void> {
  const app = await createApp(readOptions(options));
  const { logger } = app.core;
  const ended = waitForSignal();
  process.on('uncaughtException', (error) => {
    logger.fatal({ err: error }, 'unexpected error');
    process.exit(1);
  });
  await app.start();
  logger.info({ url: app.url }, 'listening');
  announce(app.url, app.setupUrl);
  if (options.open) openBrowser(app.setupUrl ?? app.url);
  const signal = await ended;
  logger.info({ signal }, 'stopping');
  const deadline = setTimeout(() => process.exit(1), 35_000);
  await app.stop();
  clearTimeout(deadline);
}

/** Creates the first administrator and ends the set-up, without a running server or beside one. */
export async function init(options: InitOptions): Promise<{ username: string; appUrl: string }> {
  const env = readOptions(options);
  const core = await openCore({
    env,
    clock: systemClock,
    logger: createLogger({ level: 'warn', format: 'text' }),
  });
  try {
    const { email, username, password, appName, appUrl } = options;
    const updates = [
      ...(appName === undefined ? [] : [{ key: 'general.appName', value: appName }]),
      ...(appUrl === undefined ? [] : [{ key: 'general.appUrl', value: appUrl }]),
    ];
    if (await core.users.hasAdmin()) throw new AppError('setup_already_done');
    if (updates.length > 0) await core.config.update(updates, byHost);
    await core.users.ensureAdmin({ email, username, password }, byHost);
    return { username, appUrl: core.config.get('general.appUrl') };
  } finally {
    await core.database.close();
  }
}

/**
 * The whole API for the one who runs a command on this machine, on a port of this machine and behind a token that only
 * this process knows; whether the server runs or not.
 *
 * @throws NoInstanceError, NoSecretKeyError, OlderServerError, NewerDatabaseError, EnvError
 */
export async function openAdministration(options: AdministrationOptions = {}): Promise<Administration> {
  const env = readOptions(options);
  await requireInstance(env);
  const token = newToken(tokenPrefixes.host);
  const app = await createApp(
    { ...env, host: '127.0.0.1', port: 0, trustedProxies: '', contentOrigin: null, logLevel: 'error' },
    { hostToken: token, logDestination: process.stderr },
  );
  app.core.config.setDefault('general.appUrl', `http://localhost:${env.port}`);
  await app.start();
  return { url: app.url, token, close: app.stop };
}

/** Examines the instance, whether its server runs or not, and puts right what can be. */
export async function doctor({ fix, deep, ...rest }: DoctorOptions): Promise<DoctorReport> {
  process.umask(0o077);
  const logger = createLogger({ level: 'silent', format: 'text' });
  const env = readOptions(rest);
  return runDoctor({ env, clock: systemClock, logger, locales: localeCodes }, { fix, deep });
}

function readOptions({ host, port, dataDir, databaseUrl }: ServeOptions): Env {
  const flags = {
    FILESHARE_HOST: host,
    FILESHARE_PORT: port?.toString(),
    FILESHARE_DATA_DIR: dataDir,
    FILESHARE_DATABASE_URL: databaseUrl,
  };
  const given = Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined));
  return readEnv({ ...process.env, ...given });
}

export { EnvError };

/** For the person at the terminal; logs go to standard output. */
function announce(url: string, setupUrl: string | null): void {
  const lines = [`fileshare is ready: ${url}`];
  if (setupUrl)
    lines.push(
      '',
      'Nobody can sign in yet. Open this link once to create the administrator:',
      '',
      `  ${setupUrl}`,
      '',
    );
  process.stderr.write(`${lines.join('\n')}\n`);
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
