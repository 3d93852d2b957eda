/** Items of two sorted streams that have the same key, or the one of them that is there. */
export interface Merged<T> {
  left: T | undefined;
  right: string | undefined;
}

/** Walks through two streams in the order of their keys, which are ASCII, with one item of each in memory. */
export async function* mergeSorted<T>(
  left: AsyncIterable<T>,
  right: AsyncIterable<string>,
  keyOf: (item: T) => string,
): AsyncGenerator<Merged<T>> {
  const lefts = left[Symbol.asyncIterator]();
  const rights = right[Symbol.asyncIterator]();
  try {
    let [one, other] = [await lefts.next(), await rights.next()];
    while (!one.done || !other.done) {
      const isLeft = !one.done && (other.done || keyOf(one.value) <= other.value);
      const isRight = !other.done && (one.done || other.value <= keyOf(one.value));
      yield { left: isLeft ? one.value : undefined, right: isRight ? other.value : undefined };
      if (isLeft) one = await lefts.next();
      if (isRight) other = await rights.next();
    }
  } finally {
    await lefts.return?.();
    await rights.return?.();
  }
}
