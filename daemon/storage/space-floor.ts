/** Free space that uploads leave alone: what the host says, else 2 % and at least 1 GiB. */
export function floorOf(freeBytes: number, minFreeBytes: number | null): number {
  return minFreeBytes ?? Math.max(1024 ** 3, Math.floor(freeBytes * 0.02));
}
