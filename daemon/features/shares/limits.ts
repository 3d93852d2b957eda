import type { ConfigReader } from '../config/reader.ts';
import type { ShareRecord } from './types.ts';

/** The limits for files sent to a share. */
export interface ShareLimits {
  /** Whether the share accepts files: it is a draft, or files are being added to it. */
  acceptsUploads(share: ShareRecord): boolean;
  /** Size limit in bytes; 0: no limit. */
  maxSizeOf(share: Pick<ShareRecord, 'maxSize'>): number;
}

export function createShareLimits(config: ConfigReader): ShareLimits {
  return {
    acceptsUploads: ({ state, addingAt }) => state === 'draft' || (state === 'active' && addingAt !== null),
    /** The reverse share may allow less than the instance. */
    maxSizeOf({ maxSize }) {
      const ofInstance = config.get('share.maxSize');
      if (maxSize === null) return ofInstance;
      return ofInstance === 0 ? maxSize : Math.min(maxSize, ofInstance);
    },
  };
}
