/** The space for bytes. */
export interface Capacity {
  /** Returns the bytes that can still be written; `Infinity` when nothing limits them. */
  freeBytes(): Promise<number>;
}

/**
 * Returns the free space that uploads never use: what the host sets, otherwise 2 % and at least 1 GiB; nothing where
 * there is no limit.
 */
export function floorOf(freeBytes: number, minFreeBytes: number | null): number {
  if (freeBytes === Number.POSITIVE_INFINITY) return 0;
  return minFreeBytes ?? Math.max(1024 ** 3, Math.floor(freeBytes * 0.02));
}
