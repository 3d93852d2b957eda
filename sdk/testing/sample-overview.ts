import type { DayFigures, Overview } from '../contract/statistics.ts';

/** Days up to 30 April 2030, the oldest first, each with one share more than the one before. */
export function sampleDays(count: number): DayFigures[] {
  const last = Date.UTC(2030, 3, 30);
  return Array.from({ length: count }, (_, index) => ({
    day: new Date(last - (count - 1 - index) * 86_400_000).toISOString().slice(0, 10),
    storedBytes: 1_000_000 * (index + 1),
    shares: index,
    uploads: 2,
    uploadedBytes: 5000,
    downloads: 3,
  }));
}

/** What an administrator sees of an instance in use. */
export function sampleOverview(changes: Partial<Overview> = {}): Overview {
  return {
    users: 3,
    activeUsers: 2,
    shares: 12,
    drafts: 0,
    reverseShares: 2,
    files: 1234,
    storedBytes: 30_000_000_000,
    reservedBytes: 0,
    availableBytes: 70_000_000_000,
    isDatabaseFull: false,
    mails: { waiting: 0, failed: 0 },
    jobs: { failed: 0, held: 0 },
    backup: null,
    malware: null,
    damagedFiles: 0,
    servers: [],
    largestShares: [],
    days: sampleDays(364),
    ...changes,
  };
}
