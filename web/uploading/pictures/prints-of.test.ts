import { expect, it } from 'vitest';
import { printsOf } from './prints-of.ts';

const printed = (...names: string[]) =>
  printsOf(new Map(names.map((name) => [name, new File([], name)]))).map(({ name }) => name);

it('takes five evenly, not the first ones', () => {
  const names = Array.from({ length: 10 }, (_, index) => `${index}.jpg`);
  expect(printed(...names)).toEqual(['0.jpg', '2.jpg', '4.jpg', '6.jpg', '8.jpg']);
});

it('lays pictures on top, and prints other files where room is left', () => {
  expect(printed('a.jpg', 'b.pdf', 'c.png', 'd.zip')).toEqual(['b.pdf', 'd.zip', 'a.jpg', 'c.png']);
});
