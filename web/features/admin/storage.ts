import type { StorageSizes } from '#sdk/contract/statistics.js';

/** The address of the card about the storage on the overview */
export const storageId = 'storage';

/** Null: there is no limit. */
function wholeOf({ storedBytes, reservedBytes, availableBytes }: StorageSizes): number | null {
  return availableBytes === null ? null : storedBytes + reservedBytes + availableBytes;
}

/** Parts of one, of all that is stored here or could be; null: without a limit, nothing is a part of it. */
export function storageParts(sizes: StorageSizes): { stored: number; reserved: number } | null {
  const whole = wholeOf(sizes);
  if (whole === null) return null;
  const partOf = (bytes: number) => (whole === 0 ? 0 : bytes / whole);
  return { stored: partOf(sizes.storedBytes), reserved: partOf(sizes.reservedBytes) };
}
