import { finished } from 'node:stream/promises';
import { createInflate } from 'node:zlib';

/** The filters of rows have numbers from 0 to this (PNG, third edition, section 9.2). */
const lastFilter = 4;

/**
 * Whether the parts are one zlib stream, and nothing else, of exactly these rows. Nothing of it is kept, and it is
 * unpacked no further than to the first byte too many.
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
    // No zlib stream, one that ends early, or one that was stopped above.
    return { isWhole: false, unpacked };
  }
  const packed = parts.reduce((sum, part) => sum + part.length, 0);
  return { isWhole: unpacked === expected && inflate.bytesWritten === packed, unpacked };
}

/** Whether the rows that begin in a chunk have filters that exist, of one chunk after the other. */
function createFilterCheck(rows: readonly number[]): (chunk: Buffer) => boolean {
  let row = 0;
  /** Where the next row begins, from the beginning of the chunk. */
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
