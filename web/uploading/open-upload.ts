import { filesFromBlobs, localStorageJournal, type UploadJournal } from '#sdk/browser.js';
import { client } from '../lib/sdk.ts';
import { type BegunDraft, continuedJournal } from './continued-journal.ts';
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

/** Goes on with a draft of one's own. Giving it up discards it. */
export function openContinuation(begun: BegunDraft, onDiscarded: () => void): OpenUpload {
  const retries = createSignal<number>();
  const { id } = begun.draft;
  const journals = { own: openJournal(`fileshare.add.${id}`), first: openJournal(newShareJournal) };
  const discard = async () => {
    await client.shares.remove({ params: { id } });
    onDiscarded();
  };
  const session = createUploadSession({
    startUpload(sources, { share: _, ...options }) {
      const journal = continuedJournal(sources, begun, journals);
      const task = client.startUpload(sources, { ...options, into: id, journal });
      const cancel = async (path?: string) => {
        await task.cancel(path);
        if (path === undefined) await discard();
      };
      return { ...task, cancel };
    },
    toSources,
    journal: continuedJournal([], begun, journals),
    discardDraft: discard,
    onRetrying: retries.send,
  });
  return { session, onRetrying: retries.listen };
}

/** Where an upload to a new share of one's own is remembered. */
export const newShareJournal = 'fileshare.upload';

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
