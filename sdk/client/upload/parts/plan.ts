import type { RoundTrips } from '../../core/round-trips.ts';
import type { PartRange, UploadEntry } from '../entries.ts';
import type { FileUploadState } from '../types.ts';

/** Smaller files gain less from parts than joining them costs. */
const smallestFile = 64 * 1024 * 1024;
/** The same where the caller has chosen parts. */
const smallestChosenPart = 4 * 1024 * 1024;
/** More parts gain nothing, and each is an upload of its own. */
const mostParts = 8;
/** Milliseconds. With a shorter round trip, one connection recovers from a lost packet before it costs much. */
const longRoundTrip = 50;

/** What the caller wants: to decide by the path, or this many connections at most. */
export type ConnectionsPerFile = 'auto' | number;

/** @throws RangeError */
export function assertConnections(wanted: ConnectionsPerFile): void {
  const isValid = wanted === 'auto' || (Number.isInteger(wanted) && wanted >= 1 && wanted <= mostParts);
  if (!isValid) throw new RangeError(`\`connectionsPerFile\` must be 'auto' or 1 to ${mostParts}`);
}

interface PlanInit {
  wanted: ConnectionsPerFile;
  /** Uploads at the same time. */
  parallel: number;
  entries: Iterable<UploadEntry>;
}

const open: ReadonlySet<FileUploadState> = new Set(['waiting', 'uploading', 'retrying']);

/**
 * The number of parts of a file, 1 if it is sent as a whole: as many as there are connections that no other large file
 * needs.
 */
export function countParts(size: number, { wanted, parallel, entries }: PlanInit): number {
  const smallest = wanted === 'auto' ? smallestFile : 2 * smallestChosenPart;
  if (size < smallest || wanted === 1) return 1;
  let large = 0;
  for (const { source, state } of entries) {
    if (source.size >= smallest && open.has(state)) large++;
    if (large >= parallel) return 1;
  }
  const spare = Math.ceil(parallel / Math.max(1, large));
  const most = wanted === 'auto' ? mostParts : wanted;
  return Math.min(spare, most, Math.floor(size / smallestChosenPart));
}

/** One connection may be slower than the path: then the parts of a file are sent at the same time. */
export function isLong(roundTrips: RoundTrips | undefined): boolean {
  return (roundTrips?.shortest ?? 0) >= longRoundTrip;
}

/** Divides a file into parts of the same size, up to a byte. */
export function divide(size: number, count: number): PartRange[] {
  const at = (index: number) => Math.floor((size * index) / count);
  return Array.from({ length: count }, (_, index) => ({ start: at(index), end: at(index + 1) }));
}

/** True if the parts are the whole file. */
export function areWhole(parts: readonly PartRange[], size: number): boolean {
  let end = 0;
  for (const part of parts) {
    if (part.start !== end || part.end <= part.start) return false;
    end = part.end;
  }
  return end === size;
}
