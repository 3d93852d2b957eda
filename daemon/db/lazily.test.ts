import { expect, it } from 'vitest';
import { createLazily } from './lazily.ts';

it('creates each part when it is first read, once for each object', () => {
  const created: string[] = [];
  const create = createLazily({
    one(from: string) {
      created.push(`one of ${from}`);
      return { from };
    },
    other: (from: string) => created.push(`other of ${from}`),
  });
  const first = create('a');
  const second = create('b');
  expect(created).toEqual([]);

  const { one } = first;
  expect(one).toEqual({ from: 'a' });
  expect(first.one).toBe(one);
  expect(second.one).toEqual({ from: 'b' });
  expect(created).toEqual(['one of a', 'one of b']);
});
