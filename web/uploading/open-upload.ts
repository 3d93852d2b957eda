import { filesFromBlobs, localStorageJournal, type UploadJournal } from '#sdk/browser.js';
import { client } from '../lib/sdk.ts';
import type { PickedFiles } from './picked-files.ts';
import { createUploadSession, type UploadSession } from './upload-session.ts';

export interface OpenUpload {
  session: UploadSession;
  /** Tells the page how many files are tried again. */
  onRetrying(listener: (count: number) => void): () => void;
}

/** An upload of this tab. What it leaves unfinished is remembered under a key of its own. */
export function openUpload(journalKey: string): OpenUpload {
  const retries = createSignal<number>();
  const session = createUploadSession({
    startUpload: (sources, options) => client.startUpload(sources, options),
    toSources,
    journal: openJournal(journalKey),
    discardDraft: ({ share, uploadToken }) =>
      client.shares.remove({ params: { id: share.id } }, { token: uploadToken }),
    onRetrying: retries.send,
  });
  return { session, onRetrying: retries.listen };
}

/** An upload of this tab into a share of one's own. What has arrived stays in the share, whatever happens to the rest. */
export function openAddition(shareId: string): OpenUpload {
  const retries = createSignal<number>();
  const session = createUploadSession({
    startUpload: (sources, { share: _, ...options }) =>
      client.startUpload(sources, { ...options, into: shareId }),
    toSources,
    journal: openJournal(`fileshare.add.${shareId}`),
    discardDraft: async ({ share, uploadToken }) => {
      await client.shares.complete({ params: { id: share.id } }, { token: uploadToken });
    },
    onRetrying: retries.send,
  });
  return { session, onRetrying: retries.listen };
}

function toSources(files: PickedFiles) {
  return filesFromBlobs([...files].map(([path, file]) => ({ path, file })));
}

/** Visitors can forbid a page to store anything: then an upload ends with its tab. */
function openJournal(key: string): UploadJournal {
  try {
    return localStorageJournal(key);
  } catch {
    const nothing = async () => {};
    return {
      load: async () => null,
      begin: nothing,
      record: nothing,
      clear: nothing,
    };
  }
}

function createSignal<T>() {
  const listeners = new Set<(value: T) => void>();
  return {
    send: (value: T) => {
      for (const listener of listeners) listener(value);
    },
    listen: (listener: (value: T) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
