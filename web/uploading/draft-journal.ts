import type { FileSource, JournalFile, UploadJournal } from '#sdk/browser.js';
import type { OwnerFile } from '#sdk/contract/files.js';
import type { OwnerShare } from '#sdk/contract/shares.js';

export interface DraftContent {
  draft: OwnerShare;
  /** The files that it holds. */
  present: readonly OwnerFile[];
}

interface Journals {
  /** Of going on with this draft. */
  own: UploadJournal;
  /** Of uploads to new shares, one of which this draft may have been. */
  first: UploadJournal;
}

/**
 * A journal to go on with a draft that was begun anywhere: a file of the same path and size as one that is there is not
 * sent again, and what this browser has sent in part goes on where it stopped.
 */
export function draftJournal(
  sources: readonly FileSource[],
  { draft, present }: DraftContent,
  { own, first }: Journals,
): UploadJournal {
  const header = { share: draft, uploadToken: '', isAppended: true };
  const readKnown = async () => {
    const states = [await own.load(), await first.load()];
    return states.find((state) => state?.share.id === draft.id)?.files ?? new Map<string, JournalFile>();
  };
  return {
    ...own,
    async load() {
      return { ...header, files: new Map([...(await readKnown()), ...presentFiles(sources, present)]) };
    },
    async clear() {
      await own.clear();
      if ((await first.load())?.share.id === draft.id) await first.clear();
    },
  };
}

/** What is there and was not chosen again has no fingerprint, so that it stays as it is. */
function presentFiles(
  sources: readonly FileSource[],
  present: readonly OwnerFile[],
): [path: string, entry: JournalFile][] {
  const chosen = new Map(sources.map((source) => [source.path, source]));
  return present.map(({ path, size }) => {
    const source = chosen.get(path);
    return [path, { fingerprint: source?.size === size ? source.fingerprint : '', finished: true }];
  });
}
