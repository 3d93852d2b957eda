import type { ShareFile } from '../../contract/files.ts';
import type { ResumedDraft } from './draft.ts';
import type { FileSource, JournalFile, JournalState } from './types.ts';

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
