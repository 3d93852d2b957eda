import type { JournalEvent, JournalState, UploadJournal } from '#sdk/browser.js';

/**
 * A journal for a share that does not continue the draft it remembers. What is known of that draft stays until the share
 * exists, and is kept by `keepLeft` then.
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
      if (left) await keepLeft(left);
      isOurs = true;
      await journal.begin(draft);
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
