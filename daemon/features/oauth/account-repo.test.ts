import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { createUser } from '../users/new-user.ts';
import type { UserRecord } from '../users/types.ts';
import type { SocialAccountRecord } from './types.ts';

let database: TestUnitOfWork;
let ann: UserRecord;
let bob: UserRecord;

beforeEach(async () => {
  database = await openTestUnitOfWork();
  ann = await addUser('ann');
  bob = await addUser('bob');
});

afterEach(() => database.close());

test('finds an account by all that names it', async () => {
  const account = accountOf(ann);
  expect(await insert(account)).toBe(true);

  const { socialAccounts } = database.uow.read;
  expect(await socialAccounts.find(account)).toEqual(account);
  expect(await socialAccounts.find({ ...account, provider: 'google' })).toBeNull();
  expect(await socialAccounts.find({ ...account, issuer: 'https://elsewhere.example' })).toBeNull();
  expect(await socialAccounts.find({ ...account, subject: '2' })).toBeNull();
});

test('links an account once, and a user to one account of a provider', async () => {
  await insert(accountOf(ann));

  expect(await insert({ ...accountOf(ann), userId: bob.id })).toBe(false);
  expect(await insert({ ...accountOf(ann), subject: '2' })).toBe(false);
  expect(await database.uow.read.socialAccounts.listOfUser(ann.id)).toEqual([accountOf(ann)]);
  expect(await database.uow.read.socialAccounts.listOfUser(bob.id)).toEqual([]);
});

test('removes the account of the user alone', async () => {
  await insert(accountOf(ann));
  await insert({ ...accountOf(bob), subject: '2' });
  const remove = (user: UserRecord) =>
    database.uow.transaction(({ socialAccounts }) => socialAccounts.remove(user.id, 'oidc'));

  expect(await remove(ann)).toBe(true);
  expect(await remove(ann)).toBe(false);
  expect(await database.uow.read.socialAccounts.listOfUser(bob.id)).toHaveLength(1);
});

test('links go with their user', async () => {
  await insert(accountOf(ann));
  await database.uow.transaction(({ users }) => users.remove(ann.id));

  expect(await database.uow.read.socialAccounts.find(accountOf(ann))).toBeNull();
});

async function addUser(username: string): Promise<UserRecord> {
  const account = { username, email: `${username}@example.org`, passwordHash: null, isAdmin: false };
  const user = createUser(account, 1);
  await database.uow.transaction(({ users }) => users.insert(user));
  return user;
}

function insert(account: SocialAccountRecord): Promise<boolean> {
  return database.uow.transaction(({ socialAccounts }) => socialAccounts.insert(account));
}

function accountOf({ id, username }: UserRecord): SocialAccountRecord {
  return {
    provider: 'oidc',
    issuer: 'https://id.example',
    subject: '1',
    userId: id,
    name: username,
    createdAt: 5,
  };
}
