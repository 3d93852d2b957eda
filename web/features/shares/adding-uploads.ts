import { type Addition, openAddition } from '../../uploading/open-upload.ts';

const additions = new Map<string, Addition>();
const listeners = new Set<(addition: Addition) => void>();

/** The upload of this tab into a share; it goes on while the share's details are closed. */
export function additionTo(shareId: string): Addition {
  const known = additions.get(shareId);
  if (known) return known;
  const opened = openAddition(shareId);
  additions.set(shareId, opened);
  opened.session.subscribe(() => {
    for (const listener of listeners) listener(opened);
  });
  return opened;
}

/** Tells of every change of all of them, and at once of those that are there. */
export function watchAdditions(listener: (addition: Addition) => void): () => void {
  listeners.add(listener);
  for (const addition of additions.values()) listener(addition);
  return () => void listeners.delete(listener);
}
