import type { Overview } from '#sdk/contract/statistics.js';

/** Below this part of the whole, or this many bytes, the room is said to become short. */
const lowRatio = 0.1;
const lowBytes = 1_000_000_000;

export interface StorageParts {
  /** Parts of one, of all that is stored here or could be. */
  stored: number;
  reserved: number;
  isLow: boolean;
}

export function storageParts({ storedBytes, reservedBytes, availableBytes }: Overview): StorageParts {
  const whole = storedBytes + reservedBytes + availableBytes;
  const partOf = (bytes: number) => (whole === 0 ? 0 : bytes / whole);
  return {
    stored: partOf(storedBytes),
    reserved: partOf(reservedBytes),
    isLow: availableBytes < Math.max(whole * lowRatio, lowBytes),
  };
}
