import type { InstanceOptions } from '../host.ts';

/** The commands of `fileshare backup`, on the machine of the server. */
export interface BackupHost {
  /** Adds a snapshot to a target, whether the server runs or not. */
  create(options: CreateBackupOptions): Promise<BackupReport>;
  list(options: BackupOptions): Promise<BackupList>;
  /** Compares a target with what its snapshots say. */
  verify(options: VerifyBackupOptions): Promise<VerifyReport>;
  /** Tells which snapshots a prune would remove, without looking for the bytes that only they have. */
  planPrune(options: PlanPruneOptions): Promise<PrunePlan>;
  /** Removes snapshots that no rule keeps, and the bytes that only they have. */
  prune(options: PruneBackupOptions): Promise<PruneReport>;
  /** Makes an instance of a snapshot, where there is none. An interrupted one continues. */
  restore(options: RestoreBackupOptions): Promise<RestoreReport>;
}

export interface BackupOptions extends InstanceOptions {
  /** A folder, or a URL: `sftp://user@host/path`, `s3://bucket/prefix`. Default: that of the configuration. */
  target?: string | undefined;
  /** Ends the work, which another call continues. */
  signal: AbortSignal;
  /** Called after each blob. */
  onProgress?(progress: BackupProgress): void;
}

/** What has been examined or copied so far. */
export interface BackupProgress {
  blobs: number;
  bytes: number;
}

export interface CreateBackupOptions extends BackupOptions {
  /** A file that gets a copy of the secret key. */
  keyTo?: string | undefined;
  /** Whether a target that had snapshots before may be empty now. Default: false, its disk may not be mounted. */
  startOver?: boolean | undefined;
}

export interface VerifyBackupOptions extends BackupOptions {
  /** Reads every byte; otherwise only the sizes are compared. */
  deep: boolean;
}

/** Numbers of snapshots to keep. */
export interface RetentionRules {
  last: number;
  daily: number;
  weekly: number;
  monthly: number;
}

export interface PlanPruneOptions extends BackupOptions {
  /** Default: those of the configuration. They neither remove nor count damaged snapshots. */
  keep?: RetentionRules | undefined;
  /** Removes these snapshots instead of those that the rules do not keep. */
  remove?: readonly string[] | undefined;
}

export interface PruneBackupOptions extends PlanPruneOptions {
  /** The snapshots of a plan that may be removed; others stay, whatever the rules say. Default: all. */
  confirmed?: readonly string[] | undefined;
  /** Only tells what would be removed. */
  dryRun: boolean;
}

export interface RestoreBackupOptions extends BackupOptions {
  /** The ID of a snapshot; the latest by default. */
  snapshot?: string | undefined;
  /** A file with the secret key; the one of the environment or of the data folder by default. */
  keyFrom?: string | undefined;
  /** Only checks that the snapshot can be restored here. */
  dryRun: boolean;
}

/** A moment of an instance that can be restored. */
export interface SnapshotSummary {
  /** A UTC time such as `20260131T023000Z`. */
  id: string;
  /** The version of the program. */
  version: string;
  engine: 'sqlite' | 'postgres';
  blobs: number;
  /** Bytes of the blobs, without the database. */
  bytes: number;
  /** Files whose bytes were damaged already. */
  damaged: number;
}

export interface BackupReport extends SnapshotSummary {
  /** Where it is, without a password. */
  target: string;
  /** What the target did not have yet. */
  copied: BackupProgress;
  /** Bytes of the compressed database. */
  databaseBytes: number;
  /** Earlier snapshots that cannot be restored, and were not used. */
  damagedSnapshots: readonly string[];
  /** Files that could not be backed up; the first ones. */
  damagedFiles: readonly DamagedFile[];
  /** Where the secret key is, which is not in the backup: a file or an environment variable. */
  key: string;
  /** The file that got a copy of it. */
  keyCopy: string | null;
  seconds: number;
}

/** A file whose bytes are not those that the server received. */
export interface DamagedFile {
  share: string;
  path: string;
  file: string;
}

export interface BackupList {
  target: string;
  /** Those that can be restored, as far as their manifests and sizes tell. */
  snapshots: readonly SnapshotSummary[];
  /** The IDs of those that cannot be restored. */
  damagedSnapshots: readonly string[];
}

/** `missing`: it is not there. `size`: it has another number of bytes. `content`: its SHA-256 is another one. */
export type BackupDamage = 'missing' | 'size' | 'content';

export interface VerifyReport extends BackupProgress {
  target: string;
  snapshots: number;
  isDeep: boolean;
  damageCount: number;
  /** The first ones. */
  damage: readonly { name: string; reason: BackupDamage }[];
  /** The IDs of the snapshots that cannot be restored. What else is damaged are blobs. */
  damagedSnapshots: readonly string[];
}

/** The IDs of snapshots, the oldest first. */
export interface PrunePlan {
  target: string;
  kept: readonly string[];
  removed: readonly string[];
}

export interface PruneReport extends PrunePlan {
  isDryRun: boolean;
  /** Kept snapshots that cannot be restored. While there are any, no blobs are removed: they may need them. */
  damagedSnapshots: readonly string[];
  /** Blobs that no kept snapshot has. */
  blobs: number;
  bytes: number;
}

export interface RestoreReport extends BackupProgress {
  target: string;
  snapshot: string;
  isDryRun: boolean;
  /** Where the database is now, without a password. */
  database: string;
  storage: 'local' | 's3';
  damageCount: number;
  /** Blobs that the backup has lost: their files are marked as damaged. The first ones. */
  damage: readonly string[];
  seconds: number;
}

/** Why a backup cannot be made, read or restored. */
export type BackupErrorCode =
  /** No target was given, and the configuration has none. */
  | 'backup_target_missing'
  /** It is neither a folder nor a URL that is understood. */
  | 'backup_target_invalid'
  /** It cannot be reached, read or written. */
  | 'backup_target_failed'
  /** The folder in which it would be created is missing. */
  | 'backup_parent_missing'
  /** There is none to read from. */
  | 'backup_target_not_found'
  /** It had snapshots of the instance, and has none now. */
  | 'backup_target_emptied'
  /** It is inside of what is to be backed up. */
  | 'backup_target_inside'
  /** The key of the SFTP server is not the one that is expected, or none is expected yet. */
  | 'backup_host_key'
  /** The target has backups of another instance. */
  | 'backup_target_taken'
  /** Another backup of the instance is running. */
  | 'backup_running'
  | 'backup_not_found'
  | 'backup_empty'
  /** A newer version of the program has made it. */
  | 'backup_newer'
  /** A part of the backup is missing or has changed. */
  | 'backup_damaged'
  /** No rule says which snapshots to keep. */
  | 'backup_keeps_nothing'
  /** A snapshot cannot be restored, so that nobody knows which blobs can be removed. */
  | 'backup_snapshot_damaged'
  /** No snapshot would be left that can be restored. */
  | 'backup_none_whole'
  /** The secret key of the backup is needed. */
  | 'backup_key_missing'
  /** The secret key is not that of the backup. */
  | 'backup_key_wrong'
  /** The copy of the secret key would be in the backup. */
  | 'backup_key_inside'
  /** The copy of the secret key cannot be written, or there is a file already. */
  | 'backup_key_unwritable'
  /** There is something already where the instance would be. */
  | 'restore_not_empty'
  /** A restore of the instance was interrupted. */
  | 'restore_incomplete';

export interface BackupErrorParams {
  /** The address of a backup target, without a password. */
  target?: string;
  /** The ID of a snapshot. */
  snapshot?: string;
  /** A file, or an object of a target. */
  file?: string;
  /** The key of an SFTP server, as its fingerprint. */
  fingerprint?: string;
  /** What the system said, in English. */
  reason?: string;
}
