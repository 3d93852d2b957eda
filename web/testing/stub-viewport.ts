import { vi } from 'vitest';

/**
 * Takes the place of the browser's observer: elements come into sight when the test says so. Undo:
 * `vi.unstubAllGlobals`.
 */
export function stubViewport() {
  const observers = new Set<StubObserver>();

  class StubObserver {
    readonly #notify: (entries: { isIntersecting: boolean }[]) => void;
    element: Element | undefined;

    constructor(notify: (entries: { isIntersecting: boolean }[]) => void) {
      this.#notify = notify;
      observers.add(this);
    }

    observe(element: Element): void {
      this.element = element;
    }

    disconnect(): void {
      observers.delete(this);
    }

    move(isIntersecting: boolean): void {
      this.#notify([{ isIntersecting }]);
    }
  }

  vi.stubGlobal('IntersectionObserver', StubObserver);
  const move = (isInViewport: boolean) => (holder: Element) => {
    for (const observer of observers) {
      if (observer.element && holder.contains(observer.element)) observer.move(isInViewport);
    }
  };
  return { enter: move(true), leave: move(false) };
}
