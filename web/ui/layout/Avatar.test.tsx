import { expect, it } from 'vitest';
import { initialsOf } from './Avatar.tsx';

it.each([
  ['Anna Ribeiro', 'AR'],
  ['Maria da Silva Santos', 'MS'],
  ['studio.north', 'sn'],
  ['admin', 'a'],
  ['🦊 fox', '🦊f'],
  ['', ''],
])('shortens %j to %j', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});
