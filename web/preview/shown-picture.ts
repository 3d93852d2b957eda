/**
 * The name of the picture in the preview. An element that has it before or after the change of a view transition is
 * where that picture comes from or goes to.
 */
export const shownPicture = 'shown-picture';

/** Without the new state after this time the change is shown as it is. */
const patienceMs = 300;

/** Opens the preview; the picture in `place`, a tile or row of the list, becomes the one that is shown. */
export function growPicture(place: Element | null, open: () => void): void {
  const picture = place?.querySelector('img');
  if (!picture || !hasMotion()) return open();
  picture.style.viewTransitionName = shownPicture;
  document.startViewTransition(async () => {
    picture.style.viewTransitionName = '';
    open();
    await until(() => document.querySelector('[role=dialog] img') !== null);
  });
}

/** Closes the preview; the picture goes back to where `findPlace` finds its file in the list. */
export function returnPicture(findPlace: () => Element | null, close: () => void): void {
  const shown = document.querySelector('[role=dialog] img');
  if (!shown || !hasMotion()) return close();
  let picture: HTMLImageElement | null | undefined;
  const transition = document.startViewTransition(async () => {
    close();
    // The list may still have to scroll there.
    await until(() => !shown.isConnected && findPlace() !== null);
    picture = findPlace()?.querySelector('img');
    if (picture) picture.style.viewTransitionName = shownPicture;
  });
  void transition.finished.finally(() => {
    if (picture) picture.style.viewTransitionName = '';
  });
}

/** The tile or row of a file, which has its path; null while it is not drawn. */
export function placeOf(path: string): Element | null {
  return document.querySelector(`[data-file="${CSS.escape(path)}"]`);
}

function hasMotion(): boolean {
  return 'startViewTransition' in document && !matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** Frames are not drawn during the change of a view transition, so that only the page itself can tell. */
export function until(isReached: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => {
      if (isReached()) end();
    });
    const timer = setTimeout(end, patienceMs);
    observer.observe(document.body, { childList: true, subtree: true });
    if (isReached()) end();
  });
}
