import { filesFromBlobs, localStorageJournal, type UploadJournal } from '#sdk/browser.js';
import { client } from '../../lib/sdk.ts';
import { createUploadSession } from './upload-session.ts';

/** Tells the page that files are tried again. */
export const retryNotice = createSignal<number>();

/** The upload of this tab. */
export const uploadSession = createUploadSession({
  startUpload: (sources, options) => client.startUpload(sources, options),
  toSources: (files) => filesFromBlobs([...files].map(([path, file]) => ({ path, file }))),
  journal: openJournal(),
  discardDraft: ({ share, uploadToken }) =>
    client.shares.remove({ params: { id: share.id } }, { token: uploadToken }),
  onRetrying: retryNotice.send,
});

/** Visitors can forbid a page to store anything: then an upload ends with its tab. */
function openJournal(): UploadJournal {
  try {
    return localStorageJournal('fileshare.upload');
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
