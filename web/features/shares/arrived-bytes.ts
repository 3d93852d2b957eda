import type { ListedShare } from './use-share-list.ts';

/** The bytes of a share; of a draft, also those of files that have not finished. */
export function arrivedBytes({ size, arriving }: Pick<ListedShare, 'size' | 'arriving'>): number {
  return size + (arriving?.receivedBytes ?? 0);
}

/** The bytes of several shares together. */
export function sumBytes(shares: readonly ListedShare[]): number {
  return shares.reduce((sum, share) => sum + arrivedBytes(share), 0);
}
