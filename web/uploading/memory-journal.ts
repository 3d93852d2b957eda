import type { JournalFile, JournalState, UploadJournal } from '#sdk/browser.js';

/** Remembers an upload for as long as the page is open. */
export function memoryJournal(): UploadJournal {
  let header: Omit<JournalState, 'files'> | null = null;
  const files = new Map<string, JournalFile>();
  return {
    load: async () => header && { ...header, files },
    async begin(draft) {
      files.clear();
      header = draft;
    },
    async record(events) {
      for (const { path, type, ...entry } of events)
        files.set(path, { ...entry, finished: type === 'finished' });
    },
    async clear() {
      files.clear();
      header = null;
    },
  };
}
