import { useEffect, useRef } from 'react';
import type { ShareFile } from '#sdk/contract/files.js';
import { placeOf, until } from './shown-picture.ts';

/**
 * Once the preview is gone, by whatever way, the file that was shown last is in view and has the focus, wherever the
 * list was before.
 */
export function useReturn(files: readonly ShareFile[], file: ShareFile): void {
  const latest = useRef({ files, file });
  useEffect(() => {
    latest.current = { files, file };
  });
  useEffect(
    // The dialog itself first returns the focus to where it was opened.
    () => () => queueMicrotask(() => void reveal(latest.current.files, latest.current.file)),
    [],
  );
}

/** More than it takes to get anywhere in a list of ten thousand files */
const mostJumps = 8;

/** A row that is not drawn is looked for where it should be, seen from those that are. */
async function reveal(files: readonly ShareFile[], file: ShareFile): Promise<void> {
  const index = files.indexOf(file);
  for (let jumps = 0; jumps < mostJumps && !document.querySelector('[role=dialog]'); jumps += 1) {
    const place = placeOf(file.path);
    if (place) {
      place.scrollIntoView({ block: 'nearest', behavior: 'instant' });
      place.querySelector('a')?.focus({ preventScroll: true });
      return;
    }
    const drawn = [...document.querySelectorAll('[data-file]')];
    const at = new Map(files.map(({ path }, position) => [path, position]));
    const known = drawn.find((element) => at.has(element.getAttribute('data-file') ?? ''));
    const list = known?.closest('[role=rowgroup], ul');
    if (!known || !list) return;
    const steps = index - (at.get(known.getAttribute('data-file') ?? '') ?? 0);
    const pixels = list.getBoundingClientRect().height / files.length;
    const top = known.getBoundingClientRect().top + steps * pixels - window.innerHeight / 2;
    window.scrollBy({ top, behavior: 'instant' });
    // The list does not wait for the next frame, which the end of the preview may hold back.
    window.dispatchEvent(new Event('scroll'));
    await until(() => placeOf(file.path) !== null || !known.isConnected);
  }
}
