import type { InstanceOptions } from '../host.ts';
import type { DoctorReport } from './doctor.ts';

/** The programs whose data can be imported. */
export const importPrograms = ['pingvin', 'palmr'] as const;

export type ImportProgram = (typeof importPrograms)[number];

export interface ImportOptions extends InstanceOptions {
  program: ImportProgram;
  /** The folder with the data of the other program, or its database. */
  source: string;
  /** A folder with a copy of its bucket: the path of each file is its key. */
  bucket?: string | undefined;
  /** The address of the S3 server of Pingvin Share, if it is another one from here. */
  s3Endpoint?: string | undefined;
  /** A file with the variables of Palmr that say how its bucket is reached. */
  s3EnvFile?: string | undefined;
  /** The configuration file of Pingvin Share. */
  config?: string | undefined;
  /** The folder of Pingvin Share with its logo. */
  images?: string | undefined;
  /** The key that files of Palmr are encrypted with. */
  encryptionKey?: string | undefined;
  /** Only tells what would be imported and what cannot be. */
  dryRun: boolean;
  /** Uses the files where they are, through hard links, where that is possible. */
  link: boolean;
  /** Ends the import between two files; another call continues it. */
  signal: AbortSignal;
  /** Called after each file with what has been stored so far. */
  onProgress?(done: ImportProgress): void;
}

export interface ImportProgress {
  files: number;
  bytes: number;
  /** What this run has to store. */
  total: { files: number; bytes: number };
}

/** The kinds of things that are counted. */
export const importKinds = ['users', 'reverseShares', 'shares', 'files', 'settings'] as const;

export type ImportKind = (typeof importKinds)[number];

export interface ImportCount {
  /** What the source has. */
  found: number;
  /** Imported by this run, or to be imported. */
  imported: number;
  /** Imported by an earlier run, or here in another way: an account with the same email address, an equal setting. */
  present: number;
  /** Left out, each with a finding. */
  left: number;
}

/** What an import found. The first part of a name is the kind of thing. */
export const importFindingCodes = [
  'user_matched',
  'user_renamed',
  'user_email_invalid',
  'user_email_taken',
  'user_without_password',
  'user_of_directory',
  'user_disabled',
  'user_totp_unusable',
  'user_links_left',
  'user_links_elsewhere',
  'user_links_taken',
  'user_links_matched',
  'user_share_limit_left',
  'user_permissions_left',
  'share_id_taken',
  'share_id_invalid',
  'share_locked_recipients',
  'share_locked_private',
  'share_locked_password',
  'share_locked_library',
  'share_locked_expiry',
  'share_unfinished',
  'share_removed',
  'share_blocked',
  'share_expired',
  'share_empty',
  'share_owner_missing',
  'reverse_share_owner_missing',
  'reverse_share_closed_private',
  'reverse_share_closed_password',
  'reverse_share_closed_expiry',
  'reverse_share_limits_left',
  'file_missing',
  'file_size_differs',
  'file_changed',
  'file_encrypted',
  'file_renamed',
  'file_unshared',
  'setting_left',
  'setting_value_left',
  'setting_default',
  'setting_kept',
  'setting_refused',
  'setting_to_do',
  'logo_refused',
  'provider_callback',
  'provider_closed',
  'table_unknown',
  'bucket_unread',
] as const;

export type ImportFindingCode = (typeof importFindingCodes)[number];

/** One thing that was left out or changed, or needs attention. `cli.import.findings.<code>` is its text. */
export interface ImportFinding {
  code: ImportFindingCode;
  /** What it is about: a user name, a link, a path or the name of a setting. */
  name: string;
  /** More about it, such as the new name. */
  detail?: string;
}

/** How files are stored: with a second name where they are, a hard link, or as a copy. */
export interface ImportStorage {
  linked: ImportAmount;
  copied: ImportAmount;
  /**
   * Bytes of free storage that the copies need in addition. Only a dry run reports them: an import ends with
   * `import_space` before it changes anything.
   */
  missingBytes: number;
}

export interface ImportAmount {
  files: number;
  bytes: number;
}

export interface ImportReport {
  program: ImportProgram;
  /** The version of the source, as far as its tables tell. */
  version: string;
  isDryRun: boolean;
  counts: Readonly<Record<ImportKind, ImportCount>>;
  /** Bytes of files in the source, and those that this run has stored or would store. */
  bytes: { found: number; imported: number };
  /** What this run has stored or would store. */
  storage: ImportStorage;
  findings: readonly ImportFinding[];
  /** The checks after the import; null after a dry run. */
  doctor: DoctorReport | null;
}

/** Findings about files that are lost: the import is not complete. */
export const lossCodes: readonly ImportFindingCode[] = [
  'file_missing',
  'file_size_differs',
  'file_changed',
  'file_encrypted',
];
