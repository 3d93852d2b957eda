import type { Share } from '#sdk/contract/shares.js';

/** What the list of files needs of the share. */
export type ListedShare = Pick<Share, 'id' | 'hasDirectLinks'>;
