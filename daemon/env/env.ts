import { join, resolve } from 'node:path';
import type { ConfigKey } from '#sdk/contract/config.js';
import { envPrefix as prefix } from '#sdk/contract/environment.js';
import { Email, Password, Username } from '#sdk/contract/formats/primitives.js';
import { EnvError } from '#sdk/contract/host.js';
import { localeCodes } from '#sdk/i18n/locales.js';
import { defaultCost, lowestCost, type PasswordCost } from '../crypto/passwords.ts';
import { readLockedValues } from '../features/config/locked.ts';
import {
  checkDatabaseUrl,
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
import { type EnvRow, type EnvSource, findUnknown, readRow, readVariables } from './readers.ts';

/** Settings that the host decides before the start: one table, every name prefixed with `FILESHARE_`. */
export const envTable = {
  host: { name: 'HOST', default: '0.0.0.0', help: 'Address to listen on.' },
  port: {
    name: 'PORT',
    default: '3000',
    help: 'Port to listen on; 0 takes a free one.',
    check: integer(0, 65_535),
  },
  dataDir: {
    name: 'DATA_DIR',
    default: './data',
    help: 'Folder of the database, the files and the secret key.',
  },
  databaseUrl: {
    name: 'DATABASE_URL',
    default: '',
    help: 'Database; `sqlite:` and a file. Empty: `fileshare.db` in the data folder.',
    check: checkDatabaseUrl,
  },
  secretKey: {
    name: 'SECRET_KEY',
    default: '',
    secret: true,
    help: 'Signs sessions and encrypts secrets. Empty: made at the first start and kept in `secret.key` in the data folder.',
    check: checkSecretKey,
  },
  previousSecretKey: {
    name: 'SECRET_KEY_PREVIOUS',
    default: '',
    secret: true,
    help: 'The secret key before, until `fileshare rotate-key` has encrypted with the new one what it had encrypted.',
    check: checkSecretKey,
  },
  trustedProxies: {
    name: 'TRUSTED_PROXIES',
    default: '',
    help: 'Addresses or networks of reverse proxies whose `X-Forwarded-For` and `X-Forwarded-Proto` are believed.',
    check: checkProxies,
  },
  trustedOrigins: {
    name: 'TRUSTED_ORIGINS',
    default: '',
    help: 'Further addresses at which browsers reach this server, such as `http://nas:3000`, separated by commas. The public address, IP addresses and `localhost` need not be named.',
    check: checkOrigins,
  },
  maxConnections: {
    name: 'MAX_CONNECTIONS',
    default: '2000',
    help: 'Open connections in all; more are answered with 503.',
    check: integer(1, 1_000_000),
  },
  maxConnectionsPerClient: {
    name: 'MAX_CONNECTIONS_PER_CLIENT',
    default: '256',
    help: 'Open connections of one address (IPv6: of one network of 64 bits). Trusted proxies may have any number.',
    check: integer(1, 1_000_000),
  },
  addressLimitFactor: {
    name: 'ADDRESS_LIMIT_FACTOR',
    default: '1',
    help: 'Multiplies how often one address may try things, where many people share one: an office, a school. Limits per account and per share stay.',
    check: integer(1, 1000),
  },
  sendfile: {
    name: 'SENDFILE',
    default: '',
    help: 'Lets the reverse proxy send files: `x-accel-redirect` (nginx) or `x-sendfile` (Apache, lighttpd). Empty: the server sends them itself.',
    check: oneOf('', 'x-accel-redirect', 'x-sendfile'),
  },
  contentOrigin: {
    name: 'CONTENT_ORIGIN',
    default: '',
    help: 'Another address of this server, such as `https://content.example.org`, from which alone files are sent. Empty: they come from its own.',
    check: checkOrigin,
  },
  fsync: {
    name: 'FSYNC',
    default: 'commit',
    help: '`commit` syncs a finished file to the disk before it counts, `always` every chunk, `off` leaves it to the system.',
    check: oneOf('always', 'commit', 'off'),
  },
  minFreeBytes: {
    name: 'MIN_FREE_BYTES',
    default: '',
    help: 'Free space that uploads leave alone on the disk of the files. Empty: 2 % of the disk, at least 1 GiB. On the disk of the database, uploads always leave 48 MiB.',
    check: (value: string) => (value === '' ? null : integer(0, Number.MAX_SAFE_INTEGER)(value)),
  },
  adminEmail: {
    name: 'ADMIN_EMAIL',
    default: '',
    help: 'Creates the first administrator at the start, together with the next two.',
    check: follows(Email, 'must be an email address'),
  },
  adminUsername: {
    name: 'ADMIN_USERNAME',
    default: '',
    help: 'User name of the first administrator.',
    check: follows(Username, 'must have 3 to 32 letters, digits, underscores or dots'),
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
    help: 'Memory of one argon2id password hash in KiB. More is safer and slower; at most two are made at once.',
    check: integer(lowestCost.memoryKiB, 4_194_304),
  },
  passwordPasses: {
    name: 'PASSWORD_PASSES',
    default: String(defaultCost.passes),
    help: 'Passes of one argon2id password hash. Stored hashes follow at the next sign-in.',
    check: integer(lowestCost.passes, 100),
  },
  outboundAllowPrivate: {
    name: 'OUTBOUND_ALLOW_PRIVATE',
    default: 'false',
    help: '`true` lets the server ask other servers in private networks: a sign-in provider at home, or one that knows the newest release, this one also without https. Addresses of cloud metadata stay blocked.',
    check: oneOf('true', 'false'),
  },
  releasesUrl: {
    name: 'RELEASES_URL',
    default: '',
    help: 'Asked once a day for the newest release, for administrators; answers like `https://api.github.com/repos/OWNER/NAME/releases/latest`. Empty: nobody is asked.',
    check: checkUrl,
  },
  metrics: {
    name: 'METRICS',
    default: 'false',
    help: '`true` answers administrators and their API keys at `/api/metrics`, in the format of Prometheus.',
    check: oneOf('true', 'false'),
  },
  logLevel: {
    name: 'LOG_LEVEL',
    default: 'info',
    help: 'Least important messages to log.',
    check: oneOf('debug', 'info', 'warn', 'error', 'silent'),
  },
  logFormat: {
    name: 'LOG_FORMAT',
    default: 'json',
    help: '`json`, one object a line, or `text` for people.',
    check: oneOf('json', 'text'),
  },
} as const satisfies Record<string, EnvRow>;

export interface Env {
  host: string;
  port: number;
  dataDir: string;
  /** Path of the SQLite file. */
  databaseFile: string;
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
export function readEnv(source: EnvSource): Env {
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
  const locked = readLockedValues(readVariables(source, problems), localeCodes, problems);
  problems.push(...findUnknown(Object.values(envTable), source));
  if (problems.length > 0) throw new EnvError(problems);

  const dataDir = resolve(text('dataDir'));
  return {
    host: text('host'),
    port: Number(text('port')),
    dataDir,
    databaseFile:
      text('databaseUrl') === '' ? join(dataDir, 'fileshare.db') : resolve(text('databaseUrl').slice(7)),
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
