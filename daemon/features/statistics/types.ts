import type { ShareId, ShareKey } from '#sdk/contract/formats/primitives.js';
import type { ServerRole } from '#sdk/contract/host.js';
import type { CoverFile } from '#sdk/contract/shares/shapes.js';
import type { DatabaseSpace } from '../../db/disk.ts';

/** A figure that is counted or measured for each day. */
export type FigureName = 'storedBytes' | 'shares' | 'uploads' | 'uploadedBytes' | 'downloads';

/** One figure of a day in UTC. */
export interface Figure {
  /** `2026-11-21` */
  day: string;
  name: FigureName;
  value: number;
}

/** The figures of one day, in UTC; missing ones were not measured, or are 0. */
export interface DayRecord {
  /** `2026-11-21` */
  day: string;
  figures: Partial<Record<FigureName, number>>;
}

export interface Totals {
  users: number;
  /** Shares that can be opened. */
  shares: number;
  drafts: number;
  reverseShares: number;
  files: number;
  storedBytes: number;
}

export interface LargeShareRecord {
  key: ShareKey;
  id: ShareId;
  name: string | null;
  owner: string | null;
  size: number;
  files: number;
}

export interface MailCounts {
  waiting: number;
  sent: number;
  failed: number;
}

/** Bytes on the disks of the files and of the database; `Infinity` where there is no limit. */
export interface Space {
  /** Free bytes of the disk of the files. */
  free: number;
  /** Bytes announced by unfinished uploads. */
  reserved: number;
  /** Bytes still available to uploads. */
  available: number;
  database: Pick<DatabaseSpace, 'free' | 'isFull'>;
}

/** How the daily backup goes. */
export interface BackupState {
  /** Milliseconds since 1970. */
  lastSuccessAt: number | null;
  failure: string | null;
}

/** A running server of the instance. Moments are milliseconds since 1970. */
export interface RunningServerRecord {
  id: string;
  name: string;
  version: string;
  role: ServerRole;
  startedAt: number;
  seenAt: number;
}

export interface OverviewRecord extends Totals {
  /** Users who signed in within the last seven days. */
  activeUsers: number;
  damagedFiles: number;
  space: Space;
  mails: MailCounts;
  jobs: { failed: number; held: number };
  backup: BackupState | null;
  malware: { waiting: number; found: number; hasFailed: boolean } | null;
  servers: readonly RunningServerRecord[];
  largestShares: (LargeShareRecord & { cover: CoverFile[] })[];
  days: DayRecord[];
}
