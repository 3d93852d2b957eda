import type { ShareFile } from '../../contract/files.ts';
import type { OwnerShare } from '../../contract/shares.ts';
import type { FileSource, JournalFile, JournalState } from './types.ts';

/** The share that is being uploaded to. */
export interface Draft {
  share: OwnerShare;
  uploadToken: string;
  /** The share was there before: only files are added to it. */
  isAppended: boolean;
}

/** What an earlier run left on the server. */
export interface ResumedDraft extends Draft {
  /** Paths of files that are on the server. */
  finished: ReadonlySet<string>;
  /** URLs of unfinished uploads to continue, by path. */
  urls: ReadonlyMap<string, string>;
  /** URLs of unfinished uploads of files that are no longer among ours, or have changed. */
  orphans: readonly string[];
  /** The share was published, and only the answer was lost. */
  isPublished: boolean;
}

/** Where the files of an upload go: to a new share, or to one that is there. */
export interface DraftStrategy {
  /** Compares a journal with the server; null when the upload must start over. */
  resume(state: JournalState): Promise<ResumedDraft | null>;
  /** Creates the draft: limits are checked and storage is reserved before the first byte. */
  open(): Promise<Draft>;
  /** The files that the share has. */
  listFinished(draft: Draft): Promise<ShareFile[]>;
  /** Gives the upload up. `urls` are addresses of unfinished files. */
  discard(draft: Draft, urls: readonly string[]): Promise<void>;
}

interface MatchInit {
  state: JournalState;
  /** The files that the share has. */
  present: readonly ShareFile[];
  /** Whether the file on the server is the one in the journal; the same path is enough by default. */
  isOurs?: (noted: JournalFile) => boolean;
}

/** Which of our files the server has, and where to continue the others. A changed file is sent from its first byte. */
export function matchFiles(
  sources: readonly FileSource[],
  { state, present, isOurs = () => true }: MatchInit,
): Pick<ResumedDraft, 'finished' | 'urls' | 'orphans'> {
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
  const urls = new Map<string, string>();
  const orphans: string[] = [];
  for (const [path, { url, finished: isFinished }] of state.files) {
    if (url === undefined || isFinished || finished.has(path)) continue;
    if (noteOf(path)) urls.set(path, url);
    else orphans.push(url);
  }
  return { finished, urls, orphans };
}
