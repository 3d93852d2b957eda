import type { FileSource, JournalFile, UploadJournal } from '#sdk/browser.js';
import type { OwnerFile } from '#sdk/contract/files.js';
import type { OwnerShare } from '#sdk/contract/shares.js';

export interface DraftContent {
  draft: OwnerShare;
  /** The files of the draft. */
  present: readonly OwnerFile[];
}

interface Journals {
  /** The journal of this draft */
  own: UploadJournal;
  /** The journal of uploads to new shares, which may have started this draft */
  first: UploadJournal;
}

/**
 * A journal that continues a draft, wherever it was started: a file with the path and size of an uploaded one is not
 * sent again, and files that this browser has sent in part resume where they stopped.
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

/** Uploaded files that were not chosen again have no fingerprint, so that they stay as they are. */
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
