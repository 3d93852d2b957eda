import { describe, expect, it } from 'vitest';
import { createRecentReads } from './recent-reads.ts';

function setUp() {
  let time = 0;
  let loads = 0;
  const reads = createRecentReads(() => time);
  const load = async () => {
    loads += 1;
    return loads;
  };
  return { reads, load, pass: (milliseconds: number) => void (time += milliseconds) };
}

describe('recent reads', () => {
  it('are not repeated for a second, by key', async () => {
    const { reads, load, pass } = setUp();
    expect(await Promise.all([reads.recall('a', load), reads.recall('a', load)])).toEqual([1, 1]);
    expect(await reads.recall('b', load)).toBe(2);
    pass(999);
    expect(await reads.recall('a', load)).toBe(1);
    pass(1);
    expect(await reads.recall('a', load)).toBe(3);
  });

  it('are forgotten with a change, also one that comes while they run', async () => {
    const { reads, load } = setUp();
    const running = reads.recall('a', load);
    reads.forget();
    expect(await running).toBe(1);
    expect(await reads.recall('a', load)).toBe(2);
  });

  it('are repeated after a failure', async () => {
    const { reads, load } = setUp();
    await expect(reads.recall('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await reads.recall('a', load)).toBe(1);
  });
});
