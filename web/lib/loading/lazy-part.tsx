import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A part of the page whose code is loaded when it is first drawn, or before. */
export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Loads the code. If that fails, so does drawing it. */
  load(): Promise<unknown>;
}

/** The code of a part could not be loaded. A `Boundary` forgets that, and can draw the part once more. */
export class LoadError extends Error {
  override name = 'LoadError';
  readonly forget: () => void;

  constructor(cause: unknown, forget: () => void) {
    super('A part of the page could not be loaded.', { cause });
    this.forget = forget;
  }
}

/**
 * What is loaded by then is drawn at once. `lazy` alone would draw its fallback first, and React keeps every fallback
 * for 300 milliseconds; and a failure would last as long as the page.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  let loading: Promise<ComponentType<P>> | undefined;
  let loaded: ComponentType<P> | undefined;
  const loadOnce = () => {
    loading ??= load().then(
      (component) => {
        loaded = component;
        return component;
      },
      (error) => {
        // Another attempt may succeed.
        loading = undefined;
        throw new LoadError(error, () => {
          later = createLater();
        });
      },
    );
    return loading;
  };
  const createLater = () => lazy(async () => ({ default: await loadOnce() }));
  // Replaced on request only: React draws a part again as soon as it fails, and would never stop loading it.
  let later = createLater();

  function Part(props: P) {
    // The code may arrive while the fallback is shown: what was drawn first stays.
    const [Content] = useState<ComponentType<P>>(() => loaded ?? later);
    return <Content {...props} />;
  }
  return Object.assign(Part, { load: loadOnce });
}
