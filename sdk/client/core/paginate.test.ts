import { describe, expect, it } from 'vitest';
import { collect, type PagePosition, paginate } from './paginate.ts';

/** A list of numbers, and the pages that were asked for. */
function setUp(count: number) {
  const positions: PagePosition[] = [];
  const fetchPage = async (position: PagePosition) => {
    positions.push(position);
    const start = Number(position.cursor ?? 0);
    const end = Math.min(count, start + Number(position.limit));
    const numbers = Array.from({ length: end - start }, (_, index) => start + index);
    return { numbers, total: count, nextCursor: end < count ? String(end) : null };
  };
  return { positions, fetchPage };
}

describe('paginate', () => {
  it('yields the items of all pages in their order', async () => {
    const { positions, fetchPage } = setUp(5);
    expect(await collect(paginate('numbers', fetchPage, { pageSize: 2 }))).toEqual([0, 1, 2, 3, 4]);
    expect(positions).toEqual([{ limit: '2' }, { limit: '2', cursor: '2' }, { limit: '2', cursor: '4' }]);
  });

  it('asks for no more than the limit', async () => {
    const { positions, fetchPage } = setUp(500);
    expect(await collect(paginate('numbers', fetchPage, { limit: 250 }))).toHaveLength(250);
    expect(positions).toEqual([{ limit: '200' }, { limit: '50', cursor: '200' }]);
  });

  it('asks for the next page only when it is needed', async () => {
    const { positions, fetchPage } = setUp(4);
    for await (const number of paginate('numbers', fetchPage, { pageSize: 2 })) if (number === 1) break;
    expect(positions).toHaveLength(1);
  });

  it('yields nothing of an empty list', async () => {
    expect(await collect(paginate('numbers', setUp(0).fetchPage))).toEqual([]);
  });
});
