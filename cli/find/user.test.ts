import { describe, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { Client } from '../context.ts';
import { aUser } from '../testing/accounts.ts';
import { findUser, listUsers } from './user.ts';

const hex = 'f'.repeat(32);

/** A server with these users, in pages of `perPage`. */
function clientOf(all: readonly ManagedUser[], perPage = 200) {
  const queries: { search?: string; limit: string; cursor?: string }[] = [];
  const users = {
    get: async ({ params: { id } }: { params: { id: string } }) => {
      const user = all.find((candidate) => candidate.id === id);
      if (!user) throw new AppError('user_not_found');
      return user;
    },
    list: async ({ query }: { query: { search?: string; limit: string; cursor?: string } }) => {
      queries.push(query);
      const found = all.filter(({ username, email }) => `${username} ${email}`.includes(query.search ?? ''));
      const start = Number(query.cursor ?? 0);
      const end = start + Math.min(perPage, Number(query.limit));
      return { users: found.slice(start, end), nextCursor: end < found.length ? `${end}` : null, total: 0 };
    },
  };
  return { client: { users } as unknown as Client, queries };
}

describe('findUser', () => {
  const bob = aUser();
  const bobby = aUser({ id: '2'.repeat(32), username: 'bobby', email: 'bobby@example.org' });

  it.each([
    ['bob', bob],
    ['bobby', bobby],
    ['bobby@example.org', bobby],
    [bobby.id, bobby],
  ])('finds %s', async (reference, expected) => {
    expect(await findUser(clientOf([bobby, bob]).client, reference)).toEqual(expected);
  });

  it.each(['bo', 'example.org', 'b', hex])('guesses nothing: %s', async (reference) => {
    await expect(findUser(clientOf([bobby, bob]).client, reference)).rejects.toMatchObject({
      code: 'user_not_found',
    });
  });

  it('looks through all pages', async () => {
    const many = Array.from({ length: 5 }, (_, index) => aUser({ id: `${index}`, username: `bob${index}` }));
    expect(await findUser(clientOf([...many, bob], 2).client, 'bob')).toEqual(bob);
  });

  it('refuses a name that is the id of somebody else', async () => {
    const { client } = clientOf([aUser({ id: hex }), aUser({ username: hex })]);
    await expect(findUser(client, hex)).rejects.toMatchObject({ exit: 'usage' });
    const named = aUser({ username: hex });
    expect(await findUser(clientOf([named]).client, hex)).toEqual(named);
  });
});

describe('listUsers', () => {
  it('asks for no more than it needs', async () => {
    const all = Array.from({ length: 300 }, (_, index) => aUser({ id: `${index}` }));
    const { client, queries } = clientOf(all);
    const users: ManagedUser[] = [];
    for await (const user of listUsers(client, { search: 'bob', limit: 250 })) users.push(user);
    expect(users).toHaveLength(250);
    expect(queries).toMatchObject([
      { search: 'bob', limit: '200' },
      { limit: '50', cursor: '200' },
    ]);
  });
});
