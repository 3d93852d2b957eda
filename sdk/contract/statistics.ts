import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { ByteCount, Count, queryInteger, ShareId, Timestamp } from './formats/primitives.ts';
import { serverRoles } from './host.ts';
import { CoverFile } from './shares/shapes.ts';

/** One day, in UTC. */
export const DayFigures = z.strictObject({
  /** `2026-11-21` */
  day: z.string(),
  /** Bytes stored at the end of the day, for today at this moment; null: not measured. */
  storedBytes: z.nullable(ByteCount),
  /** Number of shares published that day. */
  shares: Count,
  /** Number of files received, and their bytes. */
  uploads: Count,
  uploadedBytes: ByteCount,
  /** Number of files and archives that were downloaded completely. */
  downloads: Count,
});
export type DayFigures = z.output<typeof DayFigures>;

export const LargeShare = z.strictObject({
  id: ShareId,
  name: z.nullable(z.string()),
  /** null: created without an account. */
  owner: z.nullable(z.string()),
  /** Bytes. */
  size: ByteCount,
  files: Count,
  /** At most three files: those with thumbnails first, then the largest. */
  cover: z.array(CoverFile).check(z.maxLength(3)),
});
export type LargeShare = z.output<typeof LargeShare>;

/** A running `fileshare serve` process. */
export const RunningServer = z.strictObject({
  /** Of this start: the next one has another. */
  id: z.string(),
  /** The host name of its machine. */
  name: z.string(),
  version: z.string(),
  /** What it does: `web` answers requests, `worker` runs the jobs, `all` does both. */
  role: z.enum(serverRoles),
  startedAt: Timestamp,
  /** When it last said that it is running, at most 20 seconds ago. */
  seenAt: Timestamp,
});
export type RunningServer = z.output<typeof RunningServer>;

/** The figures of the administrator's overview page. */
export const Overview = z.strictObject({
  users: Count,
  /** Users who signed in within the last seven days. */
  activeUsers: Count,
  /** Shares that can be opened. */
  shares: Count,
  /** Shares whose files are still being uploaded. */
  drafts: Count,
  reverseShares: Count,
  files: Count,
  /** Bytes of all files, as stored. */
  storedBytes: ByteCount,
  /** Bytes announced by uploads that are not finished. */
  reservedBytes: ByteCount,
  /** Bytes that uploads can still use, without the space that the host keeps free; null: there is no limit. */
  availableBytes: z.nullable(ByteCount),
  /** The disk of the database has no space for new shares and uploads. */
  isDatabaseFull: z.boolean(),
  mails: z.strictObject({ waiting: Count, failed: Count }),
  /** Number of failed jobs, and of jobs waiting for an administrator. */
  jobs: z.strictObject({ failed: Count, held: Count }),
  /** The daily backup; null: it is not turned on. */
  backup: z.nullable(
    z.strictObject({
      /** When the last snapshot was begun; null: there is none yet. */
      lastSuccessAt: z.nullable(Timestamp),
      /** Why the last run failed, in English; null: it has not. */
      failure: z.nullable(z.string()),
    }),
  ),
  /** The malware scan; null: it is not turned on, and has found nothing. */
  malware: z.nullable(
    z.strictObject({
      /** Files that have no verdict yet. */
      waiting: Count,
      /** Files in which malware was found. */
      found: Count,
      /** `clamd` did not answer the last time. */
      hasFailed: z.boolean(),
    }),
  ),
  /** Files whose stored bytes no longer match their checksum. */
  damagedFiles: Count,
  /** The servers of the instance, the longest-running first; none with SQLite, which has one server. */
  servers: z.array(RunningServer),
  /** At most ten, the largest first. */
  largestShares: z.array(LargeShare),
  /** One entry for each day up to today, the oldest first. */
  days: z.array(DayFigures),
});
export type Overview = z.output<typeof Overview>;

/** Bytes; `availableBytes` is null where there is no limit. */
export type StorageSizes = Pick<Overview, 'storedBytes' | 'reservedBytes' | 'availableBytes'>;

/** Below this part of the whole, or below this many bytes, storage is running low. */
const lowRatio = 0.1;
const lowBytes = 1_000_000_000;

/** Whether an administrator should make more storage available. */
export function isStorageLow({ storedBytes, reservedBytes, availableBytes }: StorageSizes): boolean {
  if (availableBytes === null) return false;
  const whole = storedBytes + reservedBytes + availableBytes;
  return availableBytes < Math.max(whole * lowRatio, lowBytes);
}

export const statistics = {
  overview: defineEndpoint({
    method: 'GET',
    path: '/statistics',
    access: 'admin',
    apiKey: 'admin',
    summary: 'Get the statistics of the instance, current and per day',
    query: z.strictObject({
      /** Number of days, including today. */
      days: z._default(queryInteger(1, 366), 30),
    }),
    response: Overview,
    errors: [],
  }),
};
