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
  const lefts: AsyncIterator<T, unknown> = left[Symbol.asyncIterator]();
  const rights: AsyncIterator<string, unknown> = right[Symbol.asyncIterator]();
  try {
    let [one, other] = [await next(lefts), await next(rights)];
    while (one !== undefined || other !== undefined) {
      const key = one === undefined ? undefined : keyOf(one);
      const isLeft = key !== undefined && (other === undefined || key <= other);
      const isRight = other !== undefined && (key === undefined || other <= key);
      yield { left: isLeft ? one : undefined, right: isRight ? other : undefined };
      if (isLeft) one = await next(lefts);
      if (isRight) other = await next(rights);
    }
  } finally {
    await lefts.return?.();
    await rights.return?.();
  }
}

async function next<T>(iterator: AsyncIterator<T, unknown>): Promise<T | undefined> {
  const result = await iterator.next();
  return result.done ? undefined : result.value;
}
