import type { PublicAddressProblem } from '../formats/public-address.ts';
import type { InstanceOptions } from '../host.ts';
import { storageProblems } from './storage-problems.ts';

export interface DoctorOptions extends InstanceOptions {
  /** Repairs what can be repaired. */
  fix: boolean;
  /** With `fix`: sets unknown bytes aside even if they are so many that the database is probably the wrong one. */
  setAsideUnknown?: boolean | undefined;
  /** Reads every file too. */
  deep: boolean;
}

/** The checks of `doctor`, in the order of the report. */
export const checkIds = [
  'database',
  'schema',
  'integrity',
  'key',
  'storage',
  'space',
  'address',
  'proxies',
  'outside',
  'inodes',
  'memory',
  'clock',
  'backup',
  'mail',
  'malware',
  'directory',
  'release',
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'I7',
  'content',
] as const;

export type CheckId = (typeof checkIds)[number];

/** `warning`: worth knowing, and not wrong. `skipped`: an earlier check has to pass first. */
export type CheckStatus = 'ok' | 'warning' | 'repaired' | 'problem' | 'skipped';

/** What was found at the public address; `address_not_asked…` says that it was not requested. */
const addressFindings = [
  'address_not_asked',
  'address_not_asked_local',
  'address_unreachable',
  'address_server_error',
  'address_other_instance',
  'address_not_https',
  'address_certificate_expired',
  'address_certificate_expiring',
  'address_certificate_other_host',
  'address_certificate_untrusted',
] as const satisfies readonly `address_${PublicAddressProblem | 'not_asked' | 'not_asked_local'}`[];

export const findingCodes = [
  'bytes_missing',
  'bytes_wrong',
  'bytes_unknown',
  'bytes_many_unknown',
  'reservation_wrong',
  'announcement_left',
  'counter_wrong',
  'dead_bytes_wrong',
  'stuck_completing',
  'stuck_deleting',
  'stuck_preparing',
  'offset_beyond',
  'thumbnail_missing',
  'thumbnail_wrong',
  'thumbnail_unknown',
  'folder_missing',
  'not_started',
  'not_writable',
  'schema_old',
  'schema_new',
  'key_missing',
  'key_wrong',
  'database_unusable',
  'database_moved',
  'database_incomplete',
  'restore_incomplete',
  'database_damaged',
  'space_low',
  'space_unlimited',
  'database_space_low',
  'address_local',
  'address_plain',
  'proxies_unknown',
  'proxy_unknown',
  ...addressFindings,
  'inodes_low',
  'memory_low',
  'mail_unusable',
  'update_available',
  'clock_jumped',
  'content_damaged',
  'content_wrong',
  'check_failed',
  'turned_off',
  'backup_failed',
  'scanner_failed',
  'large_unscanned',
  'backup_old',
  'backup_ahead',
  'directory_unusable',
  'proxy_untrusted',
  ...storageProblems,
] as const;

export type FindingCode = (typeof findingCodes)[number];

/** Notes of a check that is `ok` because it was not made. */
const uncheckedCodes: ReadonlySet<string> = new Set<FindingCode>([
  'turned_off',
  'address_not_asked',
  'address_not_asked_local',
]);

/** Whether a finding says that its check was not made. */
export const isUnchecked = ({ code }: { code: string }): boolean => uncheckedCodes.has(code);

/** One thing that a check found; `cli.doctor.findings.<code>` is its text, with these values. */
export interface Finding {
  code: FindingCode;
  params: Readonly<Record<string, string | number>>;
}

export interface CheckReport {
  id: CheckId;
  status: CheckStatus;
  /** Number of findings in total; `findings` lists only the first ones. Those of a check that is `ok` are notes. */
  count: number;
  findings: readonly Finding[];
}

/** What helps to find the cause of a problem: no secrets, and nothing that people wrote. */
export interface InstanceFacts {
  version: string;
  /** Version of Node. */
  node: string;
  /** Operating system and processor, such as `linux x64`. */
  system: string;
  /** Bytes of memory that the server can use. */
  memory: number;
  /** Engine and version of the database; only the engine if it cannot be opened. */
  database: string;
  storage: 'local' | 's3';
  /** Names of the configuration variables that were changed, without their values. */
  changed: readonly string[];
}

export interface DoctorReport {
  instance: InstanceFacts;
  /** Every check passed, or what it found has been repaired. */
  isHealthy: boolean;
  checks: readonly CheckReport[];
}
