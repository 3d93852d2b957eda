import {
  filesFromBlobs,
  localStorageUploadJournal,
  memoryUploadJournal,
  type UploadJournal,
} from '#sdk/browser.js';
import { client } from '../lib/sdk.ts';
import { type DraftContent, draftJournal } from './draft-journal.ts';
import { copyTo } from './fresh-journal.ts';
import type { PickedFiles } from './picked-files.ts';
import { sendStills } from './pictures/send-stills.ts';
import { openSummaryStore } from './summary-store.ts';
import { draftKey, sweepJournals } from './sweep-journals.ts';
import { createUploadSession, type UploadSession, type UploadSessionDeps } from './upload-session.ts';

export interface OpenUpload {
  session: UploadSession;
  /** Called with the number of files that are being retried */
  onRetrying(listener: (count: number) => void): () => void;
}

/**
 * An upload of this tab. An unfinished upload is remembered under its own key; `onEnded` is called when
 * nothing of it is left.
 */
export function openUpload(journalKey: string, onEnded?: () => void): OpenUpload {
  sweepJournals();
  const retries = createSignal<number>();
  const journal = openJournal(journalKey);
  const summaries = openSummaryStore(journalKey);
  const clear = async () => {
    await journal.clear();
    summaries.clear();
    onEnded?.();
  };
  const session = createUploadSession({
    startUpload,
    toSources,
    journal: { ...journal, clear },
    // Its owner can still continue it from the list of shares.
    keepLeft: async (left) => {
      if (left.share.can.append) await copyTo(openJournal(draftKey(left.share.id)), left);
    },
    summaries,
    discardDraft: (left) => client.discardUpload(left),
    onRetrying: retries.send,
  });
  return { session, onRetrying: retries.listen };
}

export interface Append extends OpenUpload {
  /** Sends the picked files. `replace`: they replace files of the same path. */
  add(options: { replace: boolean }): void;
}

/** An upload of this tab that appends files to an own share. Files that have arrived stay, whatever happens to the rest. */
export function openAppend(shareId: string): Append {
  const retries = createSignal<number>();
  let replace = false;
  const session = createUploadSession({
    startUpload: (sources, { share: _, continueDraft: __, ...options }, files) =>
      startUpload(sources, { ...options, into: shareId, replace }, files),
    toSources,
    journal: openJournal(draftKey(shareId)),
    summaries: openSummaryStore(shareId),
    discardDraft: (left) => client.discardUpload(left),
    keepsArrived: true,
    onRetrying: retries.send,
  });
  const add: Append['add'] = (options) => {
    replace = options.replace;
    session.continueDraft();
  };
  return { session, onRetrying: retries.listen, add };
}

export interface DraftUpload extends OpenUpload {
  content: DraftContent;
  /** Called when the draft has been discarded */
  onDiscarded(listener: () => void): () => void;
}

/** Continues an own draft. Canceling discards the draft. */
export function openDraftUpload(content: DraftContent): DraftUpload {
  const retries = createSignal<number>();
  const discards = createSignal<void>();
  const { id } = content.draft;
  const journals = { own: openJournal(draftKey(id)), first: openJournal(newShareJournal) };
  const [own, first] = [openSummaryStore(id), openSummaryStore(newShareJournal)];
  const discard = async () => {
    await client.shares.remove({ params: { id } });
    discards.send();
  };
  const session = createUploadSession({
    startUpload(sources, { share: _, continueDraft: __, ...options }, files) {
      const remembered = draftJournal(sources, content, journals);
      const task = startUpload(sources, { ...options, into: id, journal: remembered }, files);
      const cancel = async (path?: string) => {
        await task.cancel(path);
        if (path === undefined) await discard();
      };
      return { ...task, cancel };
    },
    toSources,
    journal: draftJournal([], content, journals),
    summaries: { ...own, load: (shareId) => own.load(shareId) ?? first.load(shareId) },
    discardDraft: discard,
    onRetrying: retries.send,
  });
  return { session, content, onRetrying: retries.listen, onDiscarded: discards.listen };
}

/** The key under which an upload to an own new share is remembered. */
export const newShareJournal = 'fileshare.upload';

/** Starts an upload, and has its thumbnails made beside it. */
const startUpload: UploadSessionDeps['startUpload'] = (sources, options, files) => {
  const task = client.startUpload(sources, options);
  void sendStills(task, files);
  return task;
};

function toSources(files: PickedFiles) {
  return filesFromBlobs([...files].map(([path, file]) => ({ path, file })));
}

/** Visitors can forbid a page to store anything. An upload then ends when its tab is closed. */
function openJournal(key: string): UploadJournal {
  try {
    return localStorageUploadJournal({ key });
  } catch {
    return memoryUploadJournal();
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
