import { type Append, openAppend } from '../../uploading/open-upload.ts';

const appends = new Map<string, Append>();
const listeners = new Set<(append: Append) => void>();

/** The upload of this tab that appends to a share; it continues while the share's details are closed. */
export function appendTo(shareId: string): Append {
  const known = appends.get(shareId);
  if (known) return known;
  const opened = openAppend(shareId);
  appends.set(shareId, opened);
  opened.session.subscribe(() => {
    for (const listener of listeners) listener(opened);
  });
  return opened;
}

/** Calls the listener for every change of any of them, and immediately for those that exist. */
export function watchAppends(listener: (append: Append) => void): () => void {
  listeners.add(listener);
  for (const append of appends.values()) listener(append);
  return () => void listeners.delete(listener);
}
