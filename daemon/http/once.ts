/** Runs a task at the first call, and again only if it has failed. */
export function once<T>(task: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () =>
    (result ??= task().catch((error: unknown) => {
      result = undefined;
      throw error;
    }));
}
