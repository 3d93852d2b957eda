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
  /** Paths that are there already. */
  finished: ReadonlySet<string>;
  /** Addresses to go on at, by path. */
  urls: ReadonlyMap<string, string>;
  /** Addresses of begun uploads of files that are not among ours any more, or have changed since. */
  orphans: readonly string[];
  /** Everything happened already, only the answer was lost. */
  isPublished: boolean;
}

/** Where the files of an upload go: to a new share, or to one that is there. */
export interface DraftStrategy {
  /** Looks what of a journal still holds on the server; null when the upload must begin anew. */
  resume(state: JournalState): Promise<ResumedDraft | null>;
  /** Begins: limits are checked and space is reserved, before the first byte. */
  open(): Promise<Draft>;
  /** What the share holds. */
  listFinished(draft: Draft): Promise<ShareFile[]>;
  /** Gives the upload up. `urls` are addresses of unfinished files. */
  discard(draft: Draft, urls: readonly string[]): Promise<void>;
}

interface MatchInit {
  state: JournalState;
  /** What the share holds. */
  present: readonly ShareFile[];
  /** Whether a file of this path is what the journal tells of; the path says it unless told. */
  isOurs?: (noted: JournalFile) => boolean;
}

/** What the server has of our files, and where to go on with the others. A changed file is sent anew. */
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
