import { AppError, type ErrorCode } from '#sdk/contract/errors.js';
import type { ShareFile } from '#sdk/contract/files.js';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import type { ConfigReader } from '../config/reader.ts';
import type { FileRepo } from './repo.ts';
import type { FileRecord, FileScan, FileShare } from './types.ts';

interface Deps {
  uow: UnitOfWork<{ files: FileRepo }>;
  config: ConfigReader;
}

type Scanned = Pick<FileRecord, 'path' | 'scan'>;
type Hold = NonNullable<ShareFile['held']>;

/** Which files the malware scan keeps from being downloaded, by anybody. */
export interface Holds {
  /** Returns why a file cannot be downloaded; null: it can be. */
  find(file: Scanned): Hold | null;
  /** @throws AppError `file_scanning`, `file_quarantined`, `file_unscanned` */
  refuse(file: Scanned): void;
  /**
   * Refuses a share, or one of its folders, if one of the files is held.
   *
   * @throws the same as `refuse`
   */
  refuseShare(share: FileShare, folder?: string): Promise<void>;
}

const errors = {
  scanning: 'file_scanning',
  malware: 'file_quarantined',
  unscanned: 'file_unscanned',
} as const satisfies Record<Hold, ErrorCode>;

/** The worst first: waiting for one file is no use if another is never sent. */
const order: readonly FileScan['state'][] = ['infected', 'skipped', 'pending'];

export function createHolds({ uow, config }: Deps): Holds {
  function find({ scan }: Scanned): Hold | null {
    if (scan === null) return null;
    // What was found stays closed when the scan is turned off.
    if (scan.state === 'infected') return 'malware';
    if (!config.get('malware.enabled')) return null;
    if (scan.state === 'pending') return 'scanning';
    return scan.state === 'skipped' && !config.get('malware.allowLarger') ? 'unscanned' : null;
  }

  function refuse(file: Scanned): void {
    const hold = find(file);
    if (hold) throw new AppError(errors[hold], { path: file.path });
  }

  return {
    find,
    refuse,
    async refuseShare({ key, quarantinedAt }, folder) {
      if (!config.get('malware.enabled') && quarantinedAt === null) return;
      const held = await uow.read.files.listHeld(key, folder);
      for (const state of order) {
        const file = held.find(({ scan }) => scan.state === state);
        if (file) refuse(file);
      }
    },
  };
}
