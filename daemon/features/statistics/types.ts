import type { ShareId } from '#sdk/contract/formats/primitives.js';
import type { DatabaseSpace } from '../../db/disk.ts';

/** What is counted or measured for each day. */
export type FigureName = 'storedBytes' | 'shares' | 'uploads' | 'uploadedBytes' | 'downloads';

/** One of them, of a day in UTC. */
export interface Figure {
  /** `2026-11-21` */
  day: string;
  name: FigureName;
  value: number;
}

/** The figures of one day, in UTC; those that are missing were not measured, or are none. */
export interface DayRecord {
  /** `2026-11-21` */
  day: string;
  figures: Partial<Record<FigureName, number>>;
}

export interface Totals {
  users: number;
  /** That can be opened. */
  shares: number;
  drafts: number;
  reverseShares: number;
  files: number;
  storedBytes: number;
}

export interface LargeShareRecord {
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

/** Bytes on the disks of the files and of the database. */
export interface Space {
  /** What the disk of the files has. */
  free: number;
  /** Announced by uploads that are not finished. */
  reserved: number;
  /** What uploads may still take. */
  available: number;
  database: Pick<DatabaseSpace, 'free' | 'isFull'>;
}

export interface OverviewRecord extends Totals {
  space: Space;
  mails: MailCounts;
  jobs: { failed: number; held: number };
  largestShares: LargeShareRecord[];
  days: DayRecord[];
}
