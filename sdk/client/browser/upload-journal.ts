import type { OwnerShare } from '../../contract/shares.ts';
import type { JournalFile, UploadJournal } from '../upload-types.ts';

interface Header {
  share: OwnerShare;
  uploadToken: string;
}

/**
 * Remembers an upload in the browser's local storage, one entry a file, so that a page that was closed can go on when
 * the same files are chosen again.
 *
 * @example
 * const journal = localStorageJournal('my-upload');
 */
export function localStorageJournal(key: string, storage: Storage = localStorage): UploadJournal {
  const headerKey = `${key}:share`;
  const prefix = `${key}:file:`;

  const fileKeys = () =>
    Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '').filter((name) =>
      name.startsWith(prefix),
    );

  function write(path: string, entry: JournalFile): void {
    storage.setItem(prefix + path, JSON.stringify(entry));
  }

  function clear(): void {
    for (const name of [...fileKeys(), headerKey]) storage.removeItem(name);
  }

  return {
    async load() {
      const header = read<Header>(storage, headerKey);
      if (!header?.share || !header.uploadToken) return null;
      const files = new Map<string, JournalFile>();
      for (const name of fileKeys()) {
        const entry = read<JournalFile>(storage, name);
        if (entry) files.set(name.slice(prefix.length), entry);
      }
      return { ...header, files };
    },
    async begin({ share, uploadToken }) {
      clear();
      storage.setItem(headerKey, JSON.stringify({ share, uploadToken }));
    },
    recordUpload: async (path, { fingerprint, url }) => write(path, { fingerprint, url, finished: false }),
    recordFinished: async (path, { fingerprint }) => write(path, { fingerprint, finished: true }),
    clear: async () => clear(),
  };
}

function read<T>(storage: Storage, name: string): T | null {
  const text = storage.getItem(name);
  if (text === null) return null;
  try {
    return JSON.parse(text) as T;
  } catch (error) {
    // Somebody else's value under our name.
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
