import { OwnerShare } from '../../contract/shares.ts';
import { parseJson } from '../core/transport.ts';
import type { JournalFile, JournalState, UploadJournal } from '../upload/types.ts';

/**
 * Remembers an upload in the browser's local storage, with one entry for each file. After the page was closed, the upload
 * resumes when the same files are chosen again.
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

  /** Undefined when somebody else wrote something under our name. */
  const read = (name: string) => parseJson(storage.getItem(name) ?? '');

  function write(path: string, entry: JournalFile): void {
    storage.setItem(prefix + path, JSON.stringify(entry));
  }

  function clear(): void {
    for (const name of [...fileKeys(), headerKey]) storage.removeItem(name);
  }

  return {
    async load() {
      const header = readHeader(read(headerKey));
      if (!header) return null;
      const files = new Map<string, JournalFile>();
      for (const name of fileKeys()) {
        const entry = read(name);
        if (isJournalFile(entry)) files.set(name.slice(prefix.length), entry);
      }
      return { ...header, files };
    },
    async begin(header) {
      clear();
      storage.setItem(headerKey, JSON.stringify(header));
    },
    async record(events) {
      for (const { path, type, ...entry } of events) write(path, { ...entry, finished: type === 'finished' });
    },
    clear: async () => clear(),
  };
}

function readHeader(value: unknown): Omit<JournalState, 'files'> | null {
  if (typeof value !== 'object' || value === null || !('share' in value && 'uploadToken' in value))
    return null;
  const share = OwnerShare.safeParse(value.share);
  const isAppended = 'isAppended' in value && value.isAppended === true;
  return share.success && typeof value.uploadToken === 'string'
    ? { share: share.data, uploadToken: value.uploadToken, ...(isAppended && { isAppended }) }
    : null;
}

function isJournalFile(value: unknown): value is JournalFile {
  if (typeof value !== 'object' || value === null || !('fingerprint' in value && 'finished' in value))
    return false;
  const hasUrl = 'url' in value;
  return (
    typeof value.fingerprint === 'string' &&
    typeof value.finished === 'boolean' &&
    (!hasUrl || typeof value.url === 'string')
  );
}
