import { expect, it } from 'vitest';
import { suggestUsernames } from './suggest-usernames.ts';

function suggest(usernames: readonly string[], email: string | null, count: number): string[] {
  const names = suggestUsernames({ usernames, email });
  return Array.from({ length: count }, () => names.next().value);
}

it.each([
  [['octo-cat'], 'octo_cat'],
  [['Zoë Brontë'], 'Zoe_Bronte'],
  [['ann@example.org'], 'ann'],
  [['  ann.lee  '], 'ann.lee'],
  [['李'], 'mail'],
  [['al', 'alan'], 'alan'],
  [['<script>'], 'script'],
  [['x'.repeat(50)], 'x'.repeat(32)],
  [[], 'mail'],
])('makes of %j the user name %s', (usernames, expected) => {
  expect(suggest(usernames, 'mail@example.org', 1)).toEqual([expected]);
});

it('goes on with what else there is, then with numbers', () => {
  expect(suggest(['ann', 'Ann Lee'], 'ann@example.org', 4)).toEqual(['ann', 'Ann_Lee', 'ann_2', 'ann_3']);
});

it('always finds a name, and none that is too long', () => {
  expect(suggest(['李'], null, 2)).toEqual(['user', 'user_2']);
  expect(suggest(['x'.repeat(32)], null, 2).at(-1)).toBe(`${'x'.repeat(30)}_2`);
});

it('takes numbers at random where many have the name', () => {
  const names = suggest(['ann'], null, 12);
  expect(names[9]).toBe('ann_10');
  expect(names.slice(10).every((name) => /^ann_\d{8}$/.test(name))).toBe(true);
  expect(suggest(['x'.repeat(32)], null, 11).at(-1)).toMatch(/^x{23}_\d{8}$/);
});
