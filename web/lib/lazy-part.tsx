import { type ComponentType, lazy, type ReactNode, useState } from 'react';

/** A part of the page whose code is loaded when it is first drawn, or before. */
export interface LazyPart<P> {
  (props: P): ReactNode;
  /** Loads the code. If that fails, so does drawing it. */
  load(): Promise<unknown>;
}

/**
 * What is loaded by then is drawn at once. `lazy` alone would draw its fallback first, and React keeps every fallback
 * for 300 milliseconds.
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
        throw error;
      },
    );
    return loading;
  };
  const Later = lazy(async () => ({ default: await loadOnce() }));

  function Part(props: P) {
    // The code may arrive while the fallback is shown: what was drawn first stays.
    const [Content] = useState<ComponentType<P>>(() => loaded ?? Later);
    return <Content {...props} />;
  }
  return Object.assign(Part, { load: loadOnce });
}
