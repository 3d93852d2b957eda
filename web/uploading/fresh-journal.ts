import type { JournalEvent, JournalState, UploadJournal } from '#sdk/browser.js';

/**
 * A journal for a share that does not continue the draft it remembers. What is known of that draft stays until the share
 * exists, and is kept by `keepLeft` then. If it can't be kept, it is lost to this browser: nothing of the share may be
 * recorded with that draft.
 */
export function freshJournal(
  journal: UploadJournal,
  keepLeft: (left: JournalState) => Promise<void>,
): UploadJournal {
  let isOurs = false;
  const loadLeft = () => (isOurs ? null : journal.load());
  return {
    ...journal,
    load: async () => null,
    prepare: async (key) => {
      const left = await loadLeft();
      return left || !journal.prepare ? key : journal.prepare(key);
    },
    async begin(draft) {
      const left = await loadLeft();
      // A copy of a large draft may not fit into the storage of the page.
      if (left) await keepLeft(left).catch(() => undefined);
      await journal.begin(draft);
      isOurs = true;
    },
    async record(events) {
      if (isOurs) await journal.record(events);
    },
    async clear() {
      if (!(await loadLeft())) await journal.clear();
    },
  };
}

/** Writes what one journal remembers into another. */
export async function copyTo(journal: UploadJournal, { files, ...draft }: JournalState): Promise<void> {
  await journal.begin(draft);
  await journal.record(
    [...files].map(([path, { fingerprint, url, parts, finished }]): JournalEvent => {
      if (finished) return { type: 'finished', path, fingerprint };
      if (url !== undefined) return { type: 'upload', path, fingerprint, url };
      return { type: 'parts', path, fingerprint, parts: parts ?? [] };
    }),
  );
}
