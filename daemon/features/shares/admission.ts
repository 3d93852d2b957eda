import type { ConfigReader } from '../config/reader.ts';
import type { ShareRecord } from './types.ts';

/** What may be sent to a share. */
export interface ShareAdmission {
  /** Files can be sent to it: it is not published yet, or files are being added to it. */
  takesFiles(share: ShareRecord): boolean;
  /** Bytes it may have; 0: no limit. */
  sizeLimitOf(share: Pick<ShareRecord, 'maxSize'>): number;
}

export function createShareAdmission(config: ConfigReader): ShareAdmission {
  return {
    takesFiles: ({ state, addingAt }) => state === 'draft' || (state === 'active' && addingAt !== null),
    /** Its reverse share may allow less than the instance. */
    sizeLimitOf({ maxSize }) {
      const ofInstance = config.get('share.maxSize');
      if (maxSize === null) return ofInstance;
      return ofInstance === 0 ? maxSize : Math.min(maxSize, ofInstance);
    },
  };
}
