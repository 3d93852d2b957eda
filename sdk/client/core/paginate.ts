/** Which page of a list is requested: the part of the query that `paginate` fills. */
export interface PagePosition {
  /** Maximum number of items on the page. */
  limit: string;
  /** `nextCursor` of the page before; missing on the first page. */
  cursor?: string;
}

/** Maximum number of items per page for lists of files; 200 for other lists. */
export const filesPerPage = 10_000;

/** The response of an endpoint that lists: its items under the name of the list, and where the next page begins. */
export type ListPage<K extends string, I> = Record<K, readonly I[]> & { nextCursor: string | null };

/** Options of `paginate`. */
export interface PaginateOptions {
  /** Maximum number of items to yield; all by default. */
  limit?: number | undefined;
  /** Number of items to request at once; 200 by default, which every list allows. Lists of files allow 10,000. */
  pageSize?: number;
}

/**
 * The items of a list over as many pages as it takes, in the order of the server. A page is requested when its first
 * item is needed, so that a loop that ends early requests no more.
 *
 * @param name the field of the answer that contains the items
 * @param fetchPage asks for one page, usually by a method of the client that has `{ limit, cursor }` in its query
 * @throws what `fetchPage` throws: AppError when the server refuses, NetworkError when it is not reached
 * @example
 * const pages = paginate('shares', (page) => client.shares.list({ query: { search: 'holiday', ...page } }));
 * for await (const share of pages) console.log(share.url);
 */
export async function* paginate<K extends string, I>(
  name: K,
  fetchPage: (position: PagePosition) => Promise<ListPage<K, I>>,
  { limit = Number.POSITIVE_INFINITY, pageSize = 200 }: PaginateOptions = {},
): AsyncGenerator<I, void, undefined> {
  let cursor: string | undefined;
  let left = limit;
  do {
    const size = { limit: String(Math.min(left, pageSize)) };
    const page: ListPage<K, I> = await fetchPage(cursor === undefined ? size : { ...size, cursor });
    const items: readonly I[] = page[name];
    yield* items;
    left -= items.length;
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined && left > 0);
}

/**
 * Everything that an async iterable yields, such as all items of {@link paginate}.
 *
 * @throws what the iterable throws
 * @example
 * const users = await collect(paginate('users', (page) => client.users.list({ query: page })));
 */
export async function collect<I>(items: AsyncIterable<I>): Promise<I[]> {
  const collected: I[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}
