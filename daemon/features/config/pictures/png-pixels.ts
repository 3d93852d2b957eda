import { finished } from 'node:stream/promises';
import { createInflate } from 'node:zlib';

/** Row filters have numbers from 0 to this (PNG, third edition, section 9.2). */
const lastFilter = 4;

/**
 * Checks that the parts are one zlib stream of exactly these rows, and nothing else. Nothing is kept, and unpacking
 * stops at the first surplus byte.
 */
export async function checkPixels(
  parts: readonly Buffer[],
  rows: readonly number[],
): Promise<{ isWhole: boolean; unpacked: number }> {
  const expected = rows.reduce((sum, bytes) => sum + bytes, 0);
  const inflate = createInflate();
  const haveFilters = createFilterCheck(rows);
  let unpacked = 0;
  inflate.on('data', (chunk: Buffer) => {
    unpacked += chunk.length;
    if (unpacked > expected || !haveFilters(chunk)) inflate.destroy();
  });
  inflate.end(Buffer.concat(parts));
  try {
    await finished(inflate);
  } catch {
    // The bytes are not a zlib stream, or one that ends early or was stopped above.
    return { isWhole: false, unpacked };
  }
  const packed = parts.reduce((sum, part) => sum + part.length, 0);
  return { isWhole: unpacked === expected && inflate.bytesWritten === packed, unpacked };
}

/**
 * Returns a function that checks, for one chunk after the other, whether the rows that begin in it have existing
 * filters.
 */
function createFilterCheck(rows: readonly number[]): (chunk: Buffer) => boolean {
  let row = 0;
  /** Position of the next row, from the start of the chunk. */
  let at = 0;
  return (chunk) => {
    for (; at < chunk.length; row += 1) {
      if ((chunk[at] ?? 0) > lastFilter) return false;
      at += rows[row] ?? Number.POSITIVE_INFINITY;
    }
    at -= chunk.length;
    return true;
  };
}
