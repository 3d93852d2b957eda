import { expect, it } from 'vitest';
import { findUsersNamed } from './find-user.ts';

const ann = { username: 'ann', email: 'ann@example.org' };
const annika = { username: 'Annika', email: 'annika@example.org' };

const searches: string[] = [];
async function* search(text: string) {
  searches.push(text);
  for (const user of [annika, ann])
    if (`${user.username} ${user.email}`.toLowerCase().includes(text)) yield user;
}

it.each([
  ['ann', [ann]],
  [' ANN ', [ann]],
  ['annika', [annika]],
  ['Annika@Example.org', [annika]],
  ['an', []],
  ['example.org', []],
])('finds who is named exactly %j', async (name, found) => {
  expect(await findUsersNamed(name, search)).toEqual(found);
});

it('finds everybody who has the name, so that nobody has to guess', async () => {
  const other = { username: 'bob', email: 'ann' };
  const both = async function* () {
    yield* [ann, other];
  };
  expect(await findUsersNamed('ann', both)).toEqual([ann, other]);
});

it('searches for no more than the API accepts', async () => {
  await findUsersNamed('x'.repeat(300), search);
  expect(searches.at(-1)).toBe('x'.repeat(100));
});
