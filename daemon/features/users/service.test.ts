import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { createPasswords, lowestCost } from '../../crypto/passwords.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { byHost, createAuditLog } from '../audit/log.ts';
import { createUserService } from './service.ts';

let database: TestUnitOfWork;
beforeEach(async () => {
  database = await openTestUnitOfWork();
});
afterEach(() => database.close());

const passwords = createPasswords(lowestCost);
const clock = createFakeClock();
const openUsers = (uow = database.uow) =>
  createUserService({ uow, clock, passwords, audit: createAuditLog({ uow, clock }) });
const ann = { email: 'Ann@Example.org', username: 'Ann', password: 'correct horse' };

it('gives a fresh instance to exactly one of 50 parallel claims, over two processes', async () => {
  const processes = [openUsers(), openUsers(await database.openAnother())];
  const claims = Array.from({ length: 50 }, async (_, index) =>
    processes[index % 2]?.createFirstAdmin(
      { ...ann, email: `a${index}@example.org`, username: `ann${index}` },
      byHost,
    ),
  );
  const outcomes = await Promise.allSettled(claims);
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed).toHaveLength(49);
  for (const { reason } of failed) expect(reason).toEqual(new AppError('setup_already_done'));
  expect(await openUsers().hasAdmin()).toBe(true);
  const page = { after: 0, last: 100, limit: 100 };
  expect(await database.uow.read.audit.listOldest({ action: 'setup.claim' }, page)).toHaveLength(1);
});

it('finds accounts by address and name in any case', async () => {
  const users = openUsers();
  const { id } = await users.createFirstAdmin(ann, byHost);
  expect((await users.findByIdentifier('ann@EXAMPLE.org'))?.id).toBe(id);
  expect((await users.findByIdentifier('ANN'))?.id).toBe(id);
  expect(await users.findByIdentifier('ann@example.com')).toBeNull();
});

it('refuses a common password before anything is stored', async () => {
  const users = openUsers();
  await expect(users.createFirstAdmin({ ...ann, password: 'Password1' }, byHost)).rejects.toEqual(
    new AppError('password_too_common'),
  );
  expect(await users.hasAdmin()).toBe(false);
});

it('creates the administrator of the environment once, and ends the set-up', async () => {
  const users = openUsers();
  await users.ensureAdmin(ann, byHost);
  expect(await database.uow.read.config.isSetupFinished()).toBe(true);
  await openUsers().ensureAdmin(
    { email: 'eve@example.org', username: 'eve', password: 'other password' },
    byHost,
  );
  expect(await users.findByIdentifier('eve')).toBeNull();
});

it('creates one administrator when two processes start together', async () => {
  const other = openUsers(await database.openAnother());
  await Promise.all([
    openUsers().ensureAdmin(ann, byHost),
    other.ensureAdmin({ ...ann, username: 'ann2' }, byHost),
  ]);
  const found = await Promise.all([
    openUsers().findByIdentifier('ann'),
    openUsers().findByIdentifier('ann2'),
  ]);
  expect(found.filter((user) => user !== null)).toHaveLength(1);
});

it('lists everything that is wrong with the administrator of the environment', async () => {
  const error = await openUsers()
    .ensureAdmin({ email: 'nobody', username: 'a b', password: 'short' }, byHost)
    .catch((reason: unknown) => reason);
  expect(error).toBeInstanceOf(AppError);
  expect((error as AppError).issues.map(({ field, code }) => [field, code])).toEqual([
    ['email', 'email'],
    ['username', 'username'],
    ['password', 'too_short'],
  ]);
});

it('makes weak hashes stronger when it has the chance', async () => {
  await openUsers().createFirstAdmin(ann, byHost);
  const stronger = createPasswords({ ...lowestCost, passes: 3 });
  const users = createUserService({
    uow: database.uow,
    clock,
    passwords: stronger,
    audit: createAuditLog({ uow: database.uow, clock }),
  });
  const before = await users.findByIdentifier('ann');
  if (!before) throw new Error('no account');
  await users.rehashPassword(before, ann.password);
  const after = await users.findByIdentifier('ann');
  expect(after?.passwordHash).toContain('t=3');
  expect(await passwords.verify(after?.passwordHash ?? '', ann.password)).toBe(true);
});
