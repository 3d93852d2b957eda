import type { ShareFile } from '../../contract/files.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import { addressesOf } from './entries.ts';
import type { FileSource, JournalFile, JournalState } from './types.ts';

/** The share that is being uploaded to. */
export interface Draft {
  share: OwnerShare;
  uploadToken: string;
  /** The share existed before: files are only added to it. */
  isAppended: boolean;
}

/** The draft that an earlier run left on the server. */
export interface ResumedDraft extends Draft {
  /** Paths of files that are on the server. */
  finished: ReadonlySet<string>;
  /** Unfinished uploads to continue, by path. */
  unfinished: ReadonlyMap<string, JournalFile>;
  /** URLs of unfinished uploads of files that are no longer among ours, or have changed. */
  orphans: readonly string[];
  /** The share was published, and only the response was lost. */
  isPublished: boolean;
}

/** Handles the share that an upload goes to: a new one, or one that already exists. */
export interface DraftStrategy {
  /** Compares a journal with the server; null when the upload must start over. */
  resume(state: JournalState): Promise<ResumedDraft | null>;
  /**
   * Creates the draft: limits are checked and storage is reserved before the first byte. `prepare` remembers a key of the
   * creation, or returns that of an earlier run; with the same key, the same upload gets the same draft.
   */
  open(prepare: (key: string) => Promise<string>): Promise<Draft>;
  /** The files that the share has. */
  listFinished(draft: Draft): Promise<ShareFile[]>;
  /**
   * Removes a file of this upload, which was cancelled when the server had just finished it.
   *
   * @throws the reason why it stays in the share
   */
  removeFile(draft: Draft, path: string): Promise<void>;
  /** Discards the upload. `urls` are the addresses of unfinished files. */
  discard(draft: Draft, urls: readonly string[]): Promise<void>;
}

interface MatchInit {
  state: JournalState;
  /** The files that the share has. */
  present: readonly ShareFile[];
  /** True if the file on the server is the one in the journal; by default, the same path is enough. */
  isOurs?: (noted: JournalFile) => boolean;
}

/** Finds the files on the server, and where to continue the others. A changed file is sent from its first byte. */
export function matchFiles(
  sources: readonly FileSource[],
  { state, present, isOurs = () => true }: MatchInit,
): Pick<ResumedDraft, 'finished' | 'unfinished' | 'orphans'> {
  const fingerprints = new Map(sources.map(({ path, fingerprint }) => [path, fingerprint]));
  const noteOf = (path: string) => {
    const noted = state.files.get(path);
    return noted && noted.fingerprint === fingerprints.get(path) ? noted : undefined;
  };
  const isThere = ({ path }: ShareFile) => {
    const noted = noteOf(path);
    return noted !== undefined && isOurs(noted);
  };
  const finished = new Set(present.filter(isThere).map(({ path }) => path));
  const unfinished = new Map<string, JournalFile>();
  const orphans: string[] = [];
  for (const [path, noted] of state.files) {
    if (noted.finished || finished.has(path)) continue;
    if (noteOf(path)) unfinished.set(path, noted);
    else orphans.push(...addressesOf(noted));
  }
  return { finished, unfinished, orphans };
}
