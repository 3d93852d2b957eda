import { afterEach, beforeEach, expect, it } from 'vitest';
import type { ManagedUser } from '#sdk/contract/users.js';
import type { NodeClient } from '#sdk/index.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, outcomeOf, password, signIn } from '../../testing/clients.ts';
import { addMember } from '../../testing/members.ts';
import { createFakeProviders } from '../../testing/providers/fake-providers.ts';
import { linkAccount } from '../../testing/providers/social-accounts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

interface Admin {
  user: Pick<ManagedUser, 'id'>;
  client: NodeClient;
}

let app: TestApp;
let admins: Admin[];

beforeEach(async () => {
  app = await startApp({ providers: createFakeProviders(['oidc']) });
  admins = [];
});
afterEach(async () => {
  await Promise.all(admins.map(({ client }) => client.close()));
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

/** Makes `count` users administrators, and nobody else. */
async function appoint(count: number): Promise<void> {
  const first = await signIn(app);
  admins = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const user = await addMember(app, `admin${index}`, { isAdmin: true });
      return { user, client: await signIn(app, user) };
    }),
  );
  await first.users.removeMe({ body: { password: app.admin.password } });
  await first.close();
}

async function countActive(): Promise<number> {
  const left = await app.app.core.database
    .reader('users')
    .where({ is_admin: 1, disabled_at: null })
    .select('id');
  return left.length;
}

const at = (index: number): Admin => {
  const found = admins[index % admins.length];
  if (!found) throw new Error('nobody');
  return found;
};

type Act = (by: NodeClient, on: Admin['user']) => Promise<unknown>;

const demote: Act = (by, { id }) => by.users.update({ params: { id }, body: { isAdmin: false } });
const disable: Act = (by, { id }) => by.users.update({ params: { id }, body: { isDisabled: true } });
const remove: Act = (by, { id }) => by.users.remove({ params: { id } });
const leave: Act = (by) => by.users.removeMe({ body: { password } });

it.each([
  ['demote', demote],
  ['disable', disable],
  ['delete', leave],
])('keeps one of 20 administrators who %s themselves at the same moment', async (_, act) => {
  await appoint(20);
  const outcomes = await Promise.all(admins.map(({ client, user }) => outcomeOf(act(client, user))));
  expect(outcomes.filter((outcome) => outcome === 'last_admin')).toHaveLength(1);
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(19);
  expect(await countActive()).toBe(1);
});

it.each([
  ['demote', demote],
  ['disable', disable],
  ['delete', remove],
])('keeps one of two administrators who %s each other', async (_, act) => {
  await appoint(2);
  const outcomes = await Promise.all(
    [0, 1].map((index) => outcomeOf(act(at(index).client, at(index + 1).user))),
  );
  expect(outcomes.filter((outcome) => outcome === 'ok')).toHaveLength(1);
  expect(await countActive()).toBe(1);
});

it('keeps one of 20 who demote, disable and delete one another crosswise', async () => {
  await appoint(20);
  const acts = [demote, disable, remove];
  const outcomes = await Promise.all(
    admins.flatMap(({ client }, by) =>
      acts.map((act, index) => outcomeOf(act(client, at(by + 1 + index * 7).user))),
    ),
  );
  expect(await countActive()).toBeGreaterThanOrEqual(1);
  const allowed = ['ok', 'forbidden', 'session_expired', 'user_not_found', 'last_admin'];
  expect(outcomes.filter((outcome) => !allowed.includes(outcome))).toEqual([]);
});

it('counts only administrators who can sign in', async () => {
  await appoint(1);
  const { client, user } = at(0);
  const other = await createUser(client, 'disabled', { isAdmin: true });
  await client.users.update({ params: { id: other.id }, body: { isDisabled: true } });
  // Invited, and never signed in.
  const invited = await createUser(client, 'invited', { isAdmin: true });
  await app.app.core.database.writer('users').where({ id: invited.id }).update({ password_hash: null });
  for (const act of [demote, disable, remove, leave]) {
    expect(await outcomeOf(act(client, user))).toBe('last_admin');
  }
  for (const act of [demote, disable, remove]) {
    expect(await outcomeOf(act(client, invited))).toBe('ok');
  }
  expect(await client.users.me()).toMatchObject({ isAdmin: true });
});

it('counts administrators who sign in by a provider', async () => {
  await appoint(1);
  const { client, user } = at(0);
  const linked = await createUser(client, 'linked', { isAdmin: true });
  await app.app.core.database.writer('users').where({ id: linked.id }).update({ password_hash: null });
  expect(await outcomeOf(demote(client, user))).toBe('last_admin');
  await linkAccount(app, linked);
  expect(await outcomeOf(demote(client, user))).toBe('ok');
  expect(await app.app.core.uow.read.users.isLastAdmin(linked.id, ['oidc'])).toBe(true);
});

it('counts no administrator whose only provider is off', async () => {
  await appoint(1);
  const { client, user } = at(0);
  const linked = await createUser(client, 'linked', { isAdmin: true });
  await app.app.core.database.writer('users').where({ id: linked.id }).update({ password_hash: null });
  await linkAccount(app, linked, 'github');
  for (const act of [demote, disable, leave]) expect(await outcomeOf(act(client, user))).toBe('last_admin');
  await linkAccount(app, linked, 'oidc');
  expect(await outcomeOf(demote(client, user))).toBe('ok');
});

it('lets nobody act who was demoted a moment ago', async () => {
  await appoint(3);
  const outcomes = await Promise.all([
    outcomeOf(demote(at(0).client, at(1).user)),
    outcomeOf(disable(at(1).client, at(2).user)),
  ]);
  expect(outcomes[0]).toBe('ok');
  expect(['ok', 'forbidden', 'session_expired']).toContain(outcomes[1]);
  expect(await outcomeOf(disable(at(1).client, at(2).user))).not.toBe('ok');
});

it('does not let administrators delete themselves without their password', async () => {
  await appoint(2);
  const { client, user } = at(0);
  expect(await outcomeOf(remove(client, user))).toBe('forbidden');
  expect(await countActive()).toBe(2);
});
