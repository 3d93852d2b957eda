import type { BackupErrorCode, BackupErrorParams, BackupHost } from './host/backups.ts';
import type { DoctorOptions, DoctorReport } from './host/doctor.ts';
import type { ImportOptions, ImportReport } from './host/imports.ts';
import type {
  DatabaseMoveReport,
  MoveDatabaseOptions,
  MoveStorageOptions,
  StorageKind,
  StorageMoveReport,
} from './host/moves.ts';
import type { BucketParams, StorageProblem } from './host/storage-problems.ts';

/**
 * The work that commands do on the server's own machine: `serve`, `init`, `doctor`, `rotate-key` and every `--local`
 * command. The daemon implements it and the executable passes a loader to the command line, so that neither imports the
 * other and client commands load none of it.
 */
export interface Host {
  /** Serves until SIGINT or SIGTERM; a second signal ends the process at once. */
  serve(options: ServeOptions): Promise<void>;
  /** Returns what setup has to ask; creates the instance if there is none. */
  examineSetup(options: InstanceOptions): Promise<SetupState>;
  /** Whether a password is among those that everybody guesses first: a new account is refused with it. */
  isCommonPassword(password: string): boolean;
  /** Creates the first administrator and finishes setup, whether the server runs or not. */
  init(options: InitOptions): Promise<InitResult>;
  /** Serves the whole API on a port of this machine, whether the server runs or not. */
  openAdministration(options: InstanceOptions): Promise<Administration>;
  /** Examines the instance, whether its server runs or not, and repairs what it can with `fix`. */
  doctor(options: DoctorOptions): Promise<DoctorReport>;
  /** Encrypts with a new secret key what the old one had encrypted; the server must not run. */
  rotateKey(options: RotateOptions): Promise<RotationReport>;
  /** Moves the database to PostgreSQL or back to SQLite; servers can run, but only read meanwhile and afterwards. */
  moveDatabase(options: MoveDatabaseOptions): Promise<DatabaseMoveReport>;
  /** Moves all stored bytes into the data folder or into a bucket, whether the server runs or not. */
  moveStorage(options: MoveStorageOptions): Promise<StorageMoveReport>;
  /** Imports the data of another program, whether the server runs or not; only reads the source. */
  importFrom(options: ImportOptions): Promise<ImportReport>;
  /** Backups of this instance. */
  backups: BackupHost;
}

export type LoadHost = () => Promise<Host>;

/** Selects the instance on this machine; options left out come from the `FILESHARE_*` environment. */
export interface InstanceOptions {
  dataDir?: string | undefined;
  databaseUrl?: string | undefined;
}

/** What a server does: answers requests, runs the jobs, or both. */
export const serverRoles = ['all', 'web', 'worker'] as const;

export type ServerRole = (typeof serverRoles)[number];

export interface ServeOptions extends InstanceOptions {
  host?: string | undefined;
  port?: number | undefined;
  role?: ServerRole | undefined;
  /** Opens the browser when the server is ready. */
  open?: boolean | undefined;
}

export interface InitOptions extends InstanceOptions {
  account: { email: string; username: string; password: string };
  /** Configuration variables and their texts. */
  updates: readonly { key: string; value: string }[];
}

export interface InitResult {
  /** The public address of the instance. */
  appUrl: string;
  /** A server is running already. */
  isServed: boolean;
}

export interface SetupState {
  isDone: boolean;
  settings: readonly HostSetting[];
}

/** The current state of a configuration variable. */
export interface HostSetting {
  key: string;
  value: string;
  /** The environment variable that sets it, or null. */
  lockedBy: string | null;
}

export interface Administration {
  /** The address of the API. */
  url: string;
  /** The bearer token for this API, valid until `close`. */
  token: string;
  close(): Promise<void>;
}

export interface RotateOptions extends InstanceOptions {
  /** The key of the instance is lost, and with it everything that it encrypted. */
  isKeyLost?: boolean | undefined;
}

/** The result of a key rotation. All fields except `isChanged` are counts. */
export interface RotationReport {
  /** False when the instance already has the key of the environment. */
  isChanged: boolean;
  /** Values that are now encrypted with the new key. */
  resealed: number;
  /** Values encrypted with a lost key, which are left unchanged. */
  unreadable: number;
  /** Sessions that ended because the old key had signed them. */
  sessions: number;
  /** Accounts whose recovery codes no longer work. */
  accountsWithoutCodes: number;
}

/** Why the instance cannot be opened. */
export type HostErrorCode =
  /** The driver of SQLite is not installed, or was not compiled for this machine. */
  | 'sqlite_missing'
  /** A newer version of the program has changed the database. */
  | 'database_newer'
  /** The disk has no space for the copy that is made before the database is changed for a newer version. */
  | 'copy_space'
  /** The user of this process cannot read or write the data folder. */
  | 'data_folder_forbidden'
  /** The data folder has files of something else, and nothing of an instance. */
  | 'data_folder_foreign'
  /** Another server uses the same data folder. */
  | 'data_folder_in_use'
  /** A server of an older version is running on the database. */
  | 'older_server'
  /** Another server uses the same database, and one of the two stores files in its data folder. */
  | 'second_server'
  /** Another server of the same database stores files in another bucket, or in another folder of it. */
  | 'other_bucket'
  /** Another server has opened the same file of SQLite. */
  | 'database_in_use'
  /** A server of the instance is running, on this machine or another one. */
  | 'instance_in_use'
  /** There is no instance in the data folder. */
  | 'no_instance'
  /** The data folder has files, but there is no database of them. */
  | 'database_lost'
  /** The instance has a secret key, but none was found. */
  | 'no_secret_key'
  /** The secret key that was found belongs to another instance, or is an earlier key of this one. */
  | 'wrong_secret_key'
  /** The secret key comes from the environment, so only the environment can change it. */
  | 'key_from_environment'
  /** The file system of the data folder has no sockets, so a second server cannot be kept out. */
  | 'no_instance_lock'
  /** The environment names the other storage for new files. */
  | 'storage_differs'
  /** The running server stores new files in the other place. */
  | 'server_storage_differs'
  /** Bytes could not be moved. */
  | 'storage_move_failed'
  /** What is to be imported does not exist or cannot be read. */
  | 'import_source_missing'
  /** It is not the database of a version that can be imported. */
  | 'import_source_unknown'
  /** There is not enough storage for the files. */
  | 'import_space'
  /** The bucket that is to be imported cannot be read. */
  | 'import_bucket_failed'
  /** A file does not say how the bucket is reached. */
  | 'import_bucket_unknown'
  /** The bucket cannot be used. */
  | StorageProblem['code']
  /** The instance uses another database now. */
  | 'database_moved'
  /** A move to the database is running or was interrupted. */
  | 'database_incomplete'
  /** The database is on the kind of server that it is to be moved to. */
  | 'database_same_kind'
  /** A server of this version has not run on the database yet. */
  | 'database_older'
  | 'database_unreachable'
  /** The user name or password is wrong. */
  | 'database_credentials'
  | 'database_missing'
  /** The user may not create tables, or the file cannot be written. */
  | 'database_forbidden'
  | 'database_not_utf8'
  | 'database_not_empty'
  | 'database_full'
  /** It could not be kept from changing. */
  | 'database_busy'
  /** The copy of a table is not equal. */
  | 'database_differs'
  | BackupErrorCode;

interface HostErrorParams extends Partial<BucketParams>, BackupErrorParams {
  /** The data folder. */
  folder?: string;
  /** The ID of the user of this process. */
  user?: string;
  /** A file that was passed, or the database. */
  file?: string;
  /** The name of another server's machine. */
  server?: string;
  /** Where files are to be moved. */
  storage?: StorageKind;
  /** Where a secret key comes from: the name of a file or of an environment variable. */
  source?: string;
  /** The URL of a database, without its password. */
  address?: string;
  /** Missing bytes. */
  bytes?: number;
  /** A table of a database. */
  table?: string;
}

/** An instance cannot be opened. The command line shows `cli.errors.<code>` with these values. */
export class HostError extends Error {
  override readonly name = 'HostError';
  readonly code: HostErrorCode;
  readonly params: HostErrorParams;

  constructor(code: HostErrorCode, params: HostErrorParams = {}, options?: ErrorOptions) {
    const values = Object.values<unknown>({ ...params }).filter((value) => value !== undefined);
    super([code, ...values.map(String)].join(' '), options);
    this.code = code;
    this.params = params;
  }
}

export function isHostError(error: unknown, code: HostErrorCode): error is HostError {
  return error instanceof HostError && error.code === code;
}

/** The environment is invalid; `problems` lists every problem with its remedy. */
export class EnvError extends Error {
  override readonly name = 'EnvError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join('\n'));
    this.problems = problems;
  }
}
