import type { Share } from '#sdk/contract/shares.js';

/** The properties of a share that the list of files needs. */
export type ListedShare = Pick<Share, 'id' | 'hasDirectLinks'>;
