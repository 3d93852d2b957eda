import { readJournal, readPreparedKey, toLine } from '../upload/journal.ts';
import type { UploadJournal } from '../upload/types.ts';

/** Where `localStorageUploadJournal` keeps its entries. */
export interface LocalStorageJournalOptions {
  /** Identifies the upload: the same key finds it again. The names of the entries begin with it. */
  key: string;
  /** The page's local storage by default. */
  storage?: Storage;
}

/**
 * Remembers an upload in the browser's local storage, with one entry for each file. After the page was closed, the upload
 * resumes when the same files are chosen again.
 *
 * @example
 * const journal = localStorageUploadJournal({ key: 'holiday' });
 * await client.uploadFiles(sources, { journal });
 */
export function localStorageUploadJournal({
  key,
  storage = localStorage,
}: LocalStorageJournalOptions): UploadJournal {
  const beginName = `${key}:share`;
  const prefix = `${key}:file:`;

  const fileNames = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((name) =>
      name.startsWith(prefix),
    );

  function clear(): void {
    for (const name of [...fileNames(), beginName]) storage.removeItem(name);
  }

  return {
    load: async () => readJournal([beginName, ...fileNames()].map((name) => storage.getItem(name) ?? '')),
    prepare: async (key) => {
      const noted = readPreparedKey([storage.getItem(beginName) ?? '']);
      if (noted !== null) return noted;
      clear();
      storage.setItem(beginName, toLine({ type: 'prepare', key }));
      return key;
    },
    begin: async (draft) => {
      clear();
      storage.setItem(beginName, toLine({ type: 'begin', ...draft }));
    },
    record: async (events) => {
      for (const event of events) storage.setItem(prefix + event.path, toLine(event));
    },
    clear: async () => clear(),
  };
}
