import { afterEach, beforeEach, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { Repos } from '../../app/repos.ts';
import { newUserId } from '../../crypto/ids.ts';
import type { UnitOfWork } from '../../db/unit-of-work.ts';
import { anActor } from '../../testing/actor.ts';
import { outcomeOf } from '../../testing/clients.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { openTestUnitOfWork, type TestUnitOfWork } from '../../testing/open-unit-of-work.ts';
import { openDatabaseIn } from '../../testing/test-database.ts';
import { createAuditLog } from '../audit/log.ts';
import type { UserRecord } from '../users/types.ts';
import { createApiKeyService } from './service.ts';

let database: TestUnitOfWork;
beforeEach(async () => {
  database = await openTestUnitOfWork();
  await database.uow.transaction(({ users }) => users.insert(ann));
});
afterEach(() => database.close());

const clock = createFakeClock();
const ann: UserRecord = {
  id: newUserId(),
  username: 'ann',
  usernameKey: 'ann',
  displayName: null,
  email: 'ann@example.org',
  emailKey: 'ann@example.org',
  passwordHash: 'hash',
  isAdmin: false,
  totpSecret: null,
  quota: null,
  disabledAt: null,
  lastSignInAt: null,
  createdAt: clock.now(),
};
const actor = anActor({ user: ann });
const input = { name: 'backup', scopes: ['shares:read' as const], password: 'right' };

/** `beforeAnswer` runs while the password is compared. */
function openKeys(uow: UnitOfWork<Repos>, beforeAnswer = async () => {}) {
  const confirmPassword = async () => {
    await beforeAnswer();
    return ann;
  };
  return createApiKeyService({
    uow,
    clock,
    audit: createAuditLog({ uow, clock }),
    confirmPassword,
    // Its texts are tested through the whole application.
    mails: { sendNotice: async () => {} },
  });
}

it('makes 50 keys at most, of 100 asked for at the same moment in two processes', async () => {
  const processes = [openKeys(database.uow), openKeys(await database.openAnother())];
  const outcomes = await Promise.allSettled(
    Array.from({ length: 100 }, async (_, index) => processes[index % 2]?.create(actor, input)),
  );
  const failed = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(failed).toHaveLength(50);
  for (const { reason } of failed) expect(reason).toEqual(new AppError('api_key_limit', { max: 50 }));
  expect(await openKeys(database.uow).list(actor)).toHaveLength(50);
});

it('revokes a key once, of many requests at the same moment in two processes', async () => {
  const keys = openKeys(database.uow);
  const other = openKeys(await database.openAnother());
  const { apiKey } = await keys.create(actor, input);
  const outcomes = await Promise.all(
    Array.from({ length: 10 }, (_, index) => outcomeOf((index % 2 ? other : keys).revoke(actor, apiKey.id))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'api_key_not_found')).toHaveLength(9);
});

it.each([
  ['the password was changed', { password_hash: 'other' }, 'password_wrong'],
  ['the account was disabled', { disabled_at: 1 }, 'sign_in_required'],
] as const)('makes no key when %s meanwhile', async (_name, change, code) => {
  const takeBack = async () => {
    const other = openDatabaseIn(database.dataDir);
    await other.writer('users').where({ id: ann.id }).update(change);
    await other.close();
  };
  const keys = openKeys(database.uow, takeBack);
  await expect(keys.create(actor, input)).rejects.toEqual(new AppError(code));
  expect(await keys.list(actor)).toEqual([]);
});

it('gives the scope of administrators only to who is one at that moment', async () => {
  const keys = openKeys(database.uow);
  const wish = { ...input, scopes: ['admin' as const] };
  const asAdmin = { ...actor, user: { ...ann, isAdmin: true } };
  await expect(keys.create(asAdmin, wish)).rejects.toEqual(new AppError('api_key_scope', { scope: 'admin' }));
});
