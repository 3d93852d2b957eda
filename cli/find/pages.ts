import * as z from 'zod/mini';

/** `--limit` of lists. */
export const Limit = z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 50);

/** What the API answers at once. */
const maxPerPage = 200;

interface Page<I> {
  items: readonly I[];
  nextCursor: string | null;
}

/** The items of a list, over as many pages as it takes, up to `limit`. */
export async function collectItems<I>(
  fetch: (position: { limit: string; cursor: string | undefined }) => Promise<Page<I>>,
  limit = Number.POSITIVE_INFINITY,
): Promise<I[]> {
  const found: I[] = [];
  let cursor: string | undefined;
  do {
    const page = await fetch({ limit: String(Math.min(limit - found.length, maxPerPage)), cursor });
    found.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && found.length < limit);
  return found;
}
