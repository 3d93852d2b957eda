/** Items that are worked on at the same time. */
const width = 4;

/** Runs a few at a time; the first failure ends all when those that run have ended. */
export async function eachAtOnce<T>(
  items: AsyncIterable<T> | Iterable<T>,
  run: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  async function work(): Promise<void> {
    while (!failure) {
      const next: IteratorResult<T> = await iterator.next();
      if (next.done) return;
      await run(next.value).catch((error: unknown) => (failure ??= { error }));
    }
  }
  await Promise.all(Array.from({ length: width }, work));
  await iterator.return?.();
  if (failure) throw failure.error;
}
