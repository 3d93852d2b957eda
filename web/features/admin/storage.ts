import type { Overview } from '#sdk/contract/statistics.js';

/** The address of the card about the storage on the overview */
export const storageId = 'storage';

/** Below this part of the whole, or below this many bytes, storage is running low. */
const lowRatio = 0.1;
const lowBytes = 1_000_000_000;

type Sizes = Pick<Overview, 'storedBytes' | 'reservedBytes' | 'availableBytes'>;

/** Null: there is no limit. */
function wholeOf({ storedBytes, reservedBytes, availableBytes }: Sizes): number | null {
  return availableBytes === null ? null : storedBytes + reservedBytes + availableBytes;
}

export function isStorageLow(sizes: Sizes): boolean {
  const whole = wholeOf(sizes);
  return whole !== null && (sizes.availableBytes ?? 0) < Math.max(whole * lowRatio, lowBytes);
}

/** Parts of one, of all that is stored here or could be; null: without a limit, nothing is a part of it. */
export function storageParts(sizes: Sizes): { stored: number; reserved: number } | null {
  const whole = wholeOf(sizes);
  if (whole === null) return null;
  const partOf = (bytes: number) => (whole === 0 ? 0 : bytes / whole);
  return { stored: partOf(sizes.storedBytes), reserved: partOf(sizes.reservedBytes) };
}
