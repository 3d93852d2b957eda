import * as z from 'zod/mini';
import { defineEndpoint } from './endpoint.ts';
import { ByteCount, Count, queryInteger, ShareId } from './formats/primitives.ts';

/** One day, in UTC. */
export const DayFigures = z.strictObject({
  /** `2026-11-21` */
  day: z.string(),
  /** Bytes stored at the end of the day, or now; null: not measured. */
  storedBytes: z.nullable(ByteCount),
  /** Shares published. */
  shares: Count,
  /** Files received, and their bytes. */
  uploads: Count,
  uploadedBytes: ByteCount,
  /** Files and archives sent to their end. */
  downloads: Count,
});
export type DayFigures = z.output<typeof DayFigures>;

export const LargeShare = z.strictObject({
  id: ShareId,
  name: z.nullable(z.string()),
  /** null: made without an account. */
  owner: z.nullable(z.string()),
  /** Bytes. */
  size: ByteCount,
  files: Count,
});
export type LargeShare = z.output<typeof LargeShare>;

/** What an administrator wants to know at a glance. */
export const Overview = z.strictObject({
  users: Count,
  /** Shares that can be opened. */
  shares: Count,
  /** Shares that are being uploaded. */
  drafts: Count,
  reverseShares: Count,
  files: Count,
  /** Bytes of all files, as stored. */
  storedBytes: ByteCount,
  /** Bytes announced by uploads that are not finished. */
  reservedBytes: ByteCount,
  /** Bytes that uploads may still take; what the host keeps free is not among them. */
  availableBytes: ByteCount,
  /** The disk of the database has no space for new shares and uploads. */
  isDatabaseFull: z.boolean(),
  mails: z.strictObject({ waiting: Count, failed: Count }),
  /** Jobs that failed, and jobs that wait for an administrator. */
  jobs: z.strictObject({ failed: Count, held: Count }),
  /** At most ten, the largest first. */
  largestShares: z.array(LargeShare),
  /** One entry for each day up to today, the oldest first. */
  days: z.array(DayFigures),
});
export type Overview = z.output<typeof Overview>;

export const statistics = {
  overview: defineEndpoint({
    method: 'GET',
    path: '/statistics',
    access: 'admin',
    apiKey: 'admin',
    summary: 'The figures of the instance, now and day by day',
    query: z.strictObject({
      /** How many days, today among them. */
      days: z._default(queryInteger(1, 366), 30),
    }),
    response: Overview,
    errors: [],
  }),
};
