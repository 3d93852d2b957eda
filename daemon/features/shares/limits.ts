import { type Creator, type ShareRules, shareRulesFor } from '#sdk/contract/config/policies.js';
import type { ConfigReader } from '../config/reader.ts';
import type { ShareRecord } from './types.ts';

/** The limits for files sent to a share. */
export interface ShareLimits {
  /** Whether the share accepts files: it is a draft, or files are being added to it. */
  acceptsUploads(share: ShareRecord): boolean;
  /** Size limit in bytes; 0: no limit. */
  maxSizeOf(share: Pick<ShareRecord, 'maxSize'>): number;
  maxFilesOf(share: Pick<ShareRecord, 'ownerId'>): number;
  /** What the instance allows a creator of shares now. */
  rulesFor(creator: Creator): ShareRules;
}

/** A share that was sent through a reverse share belongs to the owner of that. */
export const creatorOfShare = ({ ownerId }: Pick<ShareRecord, 'ownerId'>): Creator =>
  ownerId === null ? 'guest' : 'user';

export function createShareLimits(config: ConfigReader): ShareLimits {
  const rulesFor = (creator: Creator) => shareRulesFor(creator, config.get);
  return {
    rulesFor,
    maxFilesOf: (share) => rulesFor(creatorOfShare(share)).maxFiles,
    acceptsUploads: ({ state, addingAt }) => state === 'draft' || (state === 'active' && addingAt !== null),
    /** A reverse share may allow less than the instance, and so do the rules for guests when they create a share. */
    maxSizeOf({ maxSize }) {
      const ofInstance = config.get('share.maxSize');
      if (maxSize === null) return ofInstance;
      return ofInstance === 0 ? maxSize : Math.min(maxSize, ofInstance);
    },
  };
}
