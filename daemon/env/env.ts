import { resolve } from 'node:path';
import type { ConfigKey } from '#sdk/contract/config.js';
import { envPrefix as prefix } from '#sdk/contract/environment.js';
import { Email, Password, Username } from '#sdk/contract/formats/primitives.js';
import { EnvError, type ServerRole, serverRoles } from '#sdk/contract/host.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { defaultCost, lowestCost, type PasswordCost } from '../crypto/passwords.ts';
import type { DatabaseAddress } from '../db/connection.ts';
import { readLockedValues } from '../features/config/locked.ts';
import { type BackupEnv, backupTable, readBackup } from './backup.ts';
import {
  checkOrigin,
  checkOrigins,
  checkProxies,
  checkSecretKey,
  checkUrl,
  follows,
  integer,
  listOf,
  oneOf,
} from './checks.ts';
import { databaseTable, readDatabase } from './database.ts';
import {
  type EnvRow,
  type EnvSource,
  findUnknown,
  readRow,
  readVariables,
  withoutServiceLinks,
} from './readers.ts';
import { readStorage, type StorageOptions, storageTable } from './storage.ts';

/** Settings that the host decides before the start: one table, every name prefixed with `FILESHARE_`. */
export const envTable = {
  host: { name: 'HOST', default: '0.0.0.0', help: 'Address to listen on.' },
  port: {
    name: 'PORT',
    default: '3000',
    help: 'Port to listen on; 0 chooses a free one.',
    check: integer(0, 65_535),
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    help: 'Folder for the database, the files and the secret key.',
  },
  ...databaseTable,
  role: {
    name: 'ROLE',
    default: 'all',
    help: 'What this server does: `web` answers requests and runs no jobs, `worker` runs the jobs and answers only health checks and metrics, `all` does both. The first two are for several servers.',
    check: oneOf(...serverRoles),
  },
  secretKey: {
    name: 'SECRET_KEY',
    default: '',
    secret: true,
    help: 'Key that signs sessions and encrypts secrets. If empty, it is generated at the first start and stored as `secret.key` in the data folder.',
    check: checkSecretKey,
  },
  previousSecretKey: {
    name: 'SECRET_KEY_PREVIOUS',
    default: '',
    secret: true,
    help: 'Previous secret key, needed until `fileshare rotate-key` has encrypted everything with the new one.',
    check: checkSecretKey,
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '',
    help: 'Addresses or networks of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` headers are trusted.',
    check: checkProxies,
  },
  trustedOrigins: {
    name: 'TRUSTED_ORIGINS',
    default: '',
    help: 'Other addresses at which browsers reach this server, such as `http://nas:3000`, separated by commas. The public address, IP addresses and `localhost` are always allowed.',
    check: checkOrigins,
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    default: '2000',
    help: 'Maximum number of open connections; further ones get 503.',
    check: integer(1, 1_000_000),
  },
  maxConnectionsPerClient: {
    name: 'MAX_CONNECTIONS_PER_CLIENT',
    default: '256',
    help: 'Maximum number of open connections from one address (for IPv6, one 64-bit network). Trusted proxies are not limited.',
    check: integer(1, 1_000_000),
  },
  addressLimitFactor: {
    name: 'ADDRESS_LIMIT_FACTOR',
    default: '1',
    help: 'Multiplies the rate limits per address, for places where many people share one, such as an office or a school. Limits per account and per share stay the same.',
    check: integer(1, 1000),
  },
  sendfile: {
    name: 'SENDFILE',
    default: '',
    help: 'Lets the reverse proxy send files: `x-accel-redirect` (nginx) or `x-sendfile` (Apache, lighttpd). If empty, the server sends them itself.',
    check: oneOf('', 'x-accel-redirect', 'x-sendfile'),
  },
  contentOrigin: {
    name: 'CONTENT_ORIGIN',
    default: '',
    help: 'Separate address of this server from which all files are sent, such as `https://content.example.org`. If empty, files are sent from the public address.',
    check: checkOrigin,
  },
  fsync: {
    name: 'FSYNC',
    default: 'commit',
    help: 'When to sync to the disk: `commit` syncs each file before it is finished, `always` syncs every chunk, `off` leaves it to the operating system.',
    check: oneOf('always', 'commit', 'off'),
  },
  minFreeBytes: {
    name: 'MIN_FREE_BYTES',
    default: '',
    help: 'Free space that uploads never use on the disk with the files. If empty, 2 % of the disk, but at least 1 GiB. On the database disk, uploads always leave 48 MiB free.',
    check: (value: string) => (value === '' ? null : integer(0, Number.MAX_SAFE_INTEGER)(value)),
  },
  ...storageTable,
  ...backupTable,
  adminEmail: {
    name: 'ADMIN_EMAIL',
    default: '',
    help: 'Email address of the first administrator, who is created when the server starts. Set the next two variables as well.',
    check: follows(Email, 'must be an email address'),
  },
  adminUsername: {
    name: 'ADMIN_USERNAME',
    default: '',
    help: 'Username of the first administrator.',
    check: follows(Username, 'must be 3 to 32 letters, numbers, underscores or dots'),
  },
  adminPassword: {
    name: 'ADMIN_PASSWORD',
    default: '',
    secret: true,
    help: 'Password of the first administrator.',
    check: follows(Password, 'must have 8 to 256 characters'),
  },
  passwordMemory: {
    name: 'PASSWORD_MEMORY_KIB',
    default: String(defaultCost.memoryKiB),
    help: 'Memory for one argon2id password hash, in KiB. More is safer but slower; at most two are computed at the same time.',
    check: integer(lowestCost.memoryKiB, 4_194_304),
  },
  passwordPasses: {
    name: 'PASSWORD_PASSES',
    default: String(defaultCost.passes),
    help: 'Number of passes for one argon2id password hash. Stored hashes are updated at the next sign-in.',
    check: integer(lowestCost.passes, 100),
  },
  outboundAllowPrivate: {
    name: 'OUTBOUND_ALLOW_PRIVATE',
    default: 'false',
    help: '`true` lets the server connect to private networks: to sign-in providers, webhooks, the release address and its own public address, of which the last three may then also use http. Addresses of cloud metadata services stay blocked.',
    check: oneOf('true', 'false'),
  },
  releasesUrl: {
    name: 'RELEASES_URL',
    default: '',
    help: 'Address to check for new versions, once a day, such as `https://api.github.com/repos/OWNER/NAME/releases/latest`. If empty, the server does not check.',
    check: checkUrl,
  },
  metrics: {
    name: 'METRICS',
    default: 'false',
    help: '`true` serves Prometheus metrics at `/api/metrics` to administrators and their API keys.',
    check: oneOf('true', 'false'),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    help: 'Lowest level of messages to log.',
    check: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  logFormat: {
    name: 'LOG_FORMAT',
    default: 'json',
    help: '`json` (one object per line) or `text` (for people).',
    check: oneOf('json', 'text'),
  },
} as const satisfies Record<string, EnvRow>;

export interface Env {
  host: string;
  port: number;
  dataDir: string;
  database: DatabaseAddress;
  role: ServerRole;
  secretKey: string | null;
  previousSecretKey: string | null;
  trustedProxies: string;
  /** Further origins at which browsers reach the server. */
  trustedOrigins: readonly string[];
  maxConnections: number;
  maxConnectionsPerClient: number;
  addressLimitFactor: number;
  sendfile: '' | 'x-accel-redirect' | 'x-sendfile';
  /** null: files are sent from the instance's own origin. */
  contentOrigin: string | null;
  fsync: 'always' | 'commit' | 'off';
  minFreeBytes: number | null;
  storage: StorageOptions;
  backup: BackupEnv;
  /** The first administrator, created at the start. */
  admin: { email: string; username: string; password: string } | null;
  passwordCost: PasswordCost;
  /** Allows requests to servers in private networks, even without https. */
  outboundAllowPrivate: boolean;
  /** null: the server does not check for a newer release. */
  releasesUrl: string | null;
  metrics: boolean;
  logLevel: string;
  logFormat: 'json' | 'text';
  /** Configuration variables that the environment sets and locks, as text. */
  locked: ReadonlyMap<ConfigKey, string>;
}

type EnvKey = keyof typeof envTable;

/** @throws EnvError */
export function readEnv(environment: EnvSource): Env {
  const source = withoutServiceLinks(environment);
  const problems: string[] = [];
  const keys = Object.keys(envTable) as EnvKey[];
  const values = new Map(keys.map((key) => [key, readRow(envTable[key], source, problems)]));
  const text = (key: EnvKey) => values.get(key) ?? '';

  const admin = {
    email: text('adminEmail'),
    username: text('adminUsername'),
    password: text('adminPassword'),
  };
  const given = Object.values(admin).filter((value) => value !== '').length;
  if (given > 0 && given < 3) {
    problems.push(
      `${prefix}ADMIN_EMAIL, ${prefix}ADMIN_USERNAME and ${prefix}ADMIN_PASSWORD must be set together.`,
    );
  }
  if (text('previousSecretKey') !== '' && text('secretKey') === '') {
    problems.push(`${prefix}SECRET_KEY_PREVIOUS needs the new key in ${prefix}SECRET_KEY.`);
  }
  if (text('sendfile') !== '' && text('trustedProxies') === '') {
    problems.push(`${prefix}SENDFILE needs ${prefix}TRUSTED_PROXIES: others would get empty files.`);
  }
  if (/^http:/i.test(text('releasesUrl')) && text('outboundAllowPrivate') !== 'true') {
    problems.push(
      `${prefix}RELEASES_URL must begin with https://, unless ${prefix}OUTBOUND_ALLOW_PRIVATE is true.`,
    );
  }
  const dataDir = resolve(text('dataDir'));
  const database = readDatabase(text, dataDir, problems);
  const storage = readStorage(text, problems);
  if (text('role') !== 'all' && !(database.engine === 'postgres' && storage.kind === 's3')) {
    problems.push(
      `${prefix}ROLE must be all, unless ${prefix}DATABASE_URL is PostgreSQL and ${prefix}STORAGE is s3.`,
    );
  }
  const locked = readLockedValues(readVariables(source, problems), localeCodes, problems);
  problems.push(...findUnknown(Object.values(envTable), source));
  if (problems.length > 0) throw new EnvError(problems);

  return {
    host: text('host'),
    port: Number(text('port')),
    dataDir,
    database,
    role: text('role') as ServerRole,
    secretKey: text('secretKey') || null,
    previousSecretKey: text('previousSecretKey') || null,
    trustedProxies: text('trustedProxies'),
    trustedOrigins: listOf(text('trustedOrigins')),
    maxConnections: Number(text('maxConnections')),
    maxConnectionsPerClient: Number(text('maxConnectionsPerClient')),
    addressLimitFactor: Number(text('addressLimitFactor')),
    sendfile: text('sendfile') as Env['sendfile'],
    contentOrigin: text('contentOrigin') || null,
    fsync: text('fsync') as Env['fsync'],
    minFreeBytes: text('minFreeBytes') === '' ? null : Number(text('minFreeBytes')),
    storage,
    backup: readBackup(text),
    admin: given === 3 ? admin : null,
    passwordCost: {
      memoryKiB: Number(text('passwordMemory')),
      passes: Number(text('passwordPasses')),
      lanes: defaultCost.lanes,
    },
    outboundAllowPrivate: text('outboundAllowPrivate') === 'true',
    releasesUrl: text('releasesUrl') || null,
    metrics: text('metrics') === 'true',
    logLevel: text('logLevel'),
    logFormat: text('logFormat') as Env['logFormat'],
    locked,
  };
}
