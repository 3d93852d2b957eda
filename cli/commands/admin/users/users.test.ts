import { describe, expect, it } from 'vitest';
import { aUser } from '../../../testing/accounts.ts';
import { testContext } from '../../../testing/context.ts';
import { stub } from '../../../testing/stub.ts';
import { create } from './create.ts';
import { deleteUsers } from './delete.ts';
import { edit } from './edit.ts';
import { invite } from './invite.ts';
import { list } from './list.ts';

const bob = aUser();
const found = { list: async () => ({ users: [bob], nextCursor: null, total: 1 }) };

describe('admin users list', () => {
  const users = [
    aUser({ isAdmin: true, quota: 0, lastSignInAt: '2030-01-01T10:00:00.000Z' }),
    aUser({ username: 'eve', email: 'eve@example.org', hasPassword: false, quota: 10_000_000_000 }),
    aUser({ username: 'mallory', isDisabled: true }),
    aUser({ username: 'tina', hasPassword: false, providers: ['github', 'oidc'] }),
  ];

  it('prints tabs and raw values into a pipe', async () => {
    const { context } = testContext({
      client: { users: { list: async () => ({ users, nextCursor: null, total: users.length }) } },
    });
    const result = await list.run(context, { args: [], options: { limit: 50 } });
    expect(list.view?.(result, context)).toEqual([
      `${bob.id}\tbob\tbob@example.org\tadmin\tactive\t3\t1200000\tnone\t2030-01-01T10:00:00.000Z\tnone`,
      `${bob.id}\teve\teve@example.org\tuser\tinvited\t3\t1200000\t10000000000\tnever\tnone`,
      `${bob.id}\tmallory\tbob@example.org\tuser\tdisabled\t3\t1200000\tdefault\tnever\tnone`,
      `${bob.id}\ttina\tbob@example.org\tuser\tactive\t3\t1200000\tdefault\tnever\tgithub,oidc`,
    ]);
  });

  it('prints aligned columns on a terminal', () => {
    const { context } = testContext();
    context.streams.stdout.isTTY = true;
    const lines = list.view?.({ users: users.slice(1) }, context);
    expect(lines).toEqual([
      'USERNAME  EMAIL            ROLE  STATE     SHARES    SIZE    QUOTA  LAST SIGN-IN  PROVIDERS',
      'eve       eve@example.org  user  invited        3  1.2 MB    10 GB  never',
      'mallory   bob@example.org  user  disabled       3  1.2 MB  default  never',
      'tina      bob@example.org  user  active         3  1.2 MB  default  never         GitHub, OpenID Connect',
    ]);
  });
});

describe('admin users create', () => {
  const args = ['bob', 'bob@example.org'];
  const options = { admin: false, passwordStdin: false };

  it('mails an invitation when no password is given', async () => {
    const send = stub(() => bob);
    const { context, stderr } = testContext({ client: { users: { create: send } } });
    const result = await create.run(context, { args, options: { ...options, quota: null } });
    expect(send).toHaveBeenCalledWith({
      body: { username: 'bob', email: 'bob@example.org', isAdmin: false, quota: null },
    });
    expect(create.view?.(result, context)).toEqual([bob.id]);
    expect(stderr()).toBe('An invitation to bob@example.org is on its way.\n');
  });

  it('makes a password up, says it, and puts it into the document', async () => {
    const send = stub(() => bob);
    const { context, stderr } = testContext({ client: { users: { create: send } } });
    const input = { ...options, admin: true, quota: 1000, password: 'generate' };
    const { password } = await create.run(context, { args, options: input });
    expect(password).toMatch(/^(\w{5}-){3}\w{5}$/);
    expect(send.mock.calls).toMatchObject([[{ body: { isAdmin: true, quota: 1000, password } }]]);
    expect(stderr()).toBe(`Password: ${password}\n`);
  });

  it.each([
    [['b', 'bob@example.org'], 'USERNAME'],
    [['bob', 'nowhere'], 'EMAIL'],
  ])('checks %j before anything is sent', async (wrong, option) => {
    const { context } = testContext({ client: {} });
    await expect(create.run(context, { args: wrong, options })).rejects.toMatchObject({
      exit: 'usage',
      text: { params: { option } },
    });
  });
});

describe('admin users invite', () => {
  it('mails the invitation of exactly this user', async () => {
    const send = stub();
    const { context, stderr } = testContext({ client: { users: { ...found, invite: send } } });
    await invite.run(context, { args: ['bob'], options: {} });
    expect(send).toHaveBeenCalledWith({ params: { id: bob.id } });
    expect(stderr()).toContain('bob@example.org');
  });
});

describe('admin users edit', () => {
  const nothing = {
    disable: false,
    enable: false,
    endSessions: false,
    removeTotp: false,
    passwordStdin: false,
    yes: false,
  };
  const editing = (me = aUser({ id: 'e'.repeat(32) })) => {
    const update = stub(() => aUser({ username: 'robert' }));
    const calls = {
      update,
      get: stub(() => bob),
      removeTotp: stub(),
      endSessions: stub(),
      me: stub(() => me),
    };
    return {
      ...calls,
      ...testContext({ client: { users: { ...found, ...calls } }, stdin: 'a new password\n' }),
    };
  };

  it.each([
    [
      { username: 'robert', email: 'r@example.org' },
      { username: 'robert', email: 'r@example.org' },
    ],
    [
      { admin: false, quota: null },
      { isAdmin: false, quota: null },
    ],
    [
      { admin: true, quota: 0 },
      { isAdmin: true, quota: 0 },
    ],
    [{ displayName: 'Bob' }, { displayName: 'Bob' }],
    [{ displayName: '' }, { displayName: null }],
    [{ disable: true }, { isDisabled: true }],
    [{ enable: true }, { isDisabled: false }],
    [{ passwordStdin: true }, { password: 'a new password' }],
  ])('sends only what was said: %j', async (options, body) => {
    const { context, update } = editing();
    await edit.run(context, { args: ['bob'], options: { ...nothing, ...options } });
    expect(update.mock.calls).toEqual([[{ params: { id: bob.id }, body }]]);
  });

  it.each([{ admin: false }, { disable: true }])(
    'takes the own rights away only when told twice: %j',
    async (change) => {
      const { context, update } = editing(bob);
      const options = { ...nothing, ...change };
      await expect(edit.run(context, { args: ['bob'], options })).rejects.toMatchObject({ exit: 'usage' });
      expect(update).not.toHaveBeenCalled();
      await edit.run(context, { args: ['bob'], options: { ...options, yes: true } });
      expect(update).toHaveBeenCalledOnce();
    },
  );

  it('helps who has lost the second factor', async () => {
    const { context, update, removeTotp, endSessions } = editing();
    const options = { ...nothing, removeTotp: true, endSessions: true };
    await edit.run(context, { args: ['bob'], options });
    expect(update).not.toHaveBeenCalled();
    expect(removeTotp).toHaveBeenCalledWith({ params: { id: bob.id } });
    expect(endSessions).toHaveBeenCalledWith({ params: { id: bob.id } });
  });

  it.each([[nothing], [{ ...nothing, disable: true, enable: true }]])(
    'refuses what means nothing',
    async (options) => {
      const { context, update } = editing();
      const running = edit.run(context, { args: ['bob'], options });
      await expect(running).rejects.toMatchObject({ exit: 'usage' });
      expect(update).not.toHaveBeenCalled();
    },
  );
});

describe('admin users delete', () => {
  const client = (remove = stub()) => ({ users: { ...found, remove } });

  it('names what goes with the user, and asks', async () => {
    const remove = stub();
    const { context, stderr } = testContext({ client: client(remove), answers: ['yes'] });
    const result = await deleteUsers.run(context, { args: ['bob'], options: { yes: false } });
    expect(stderr()).toContain('bob (bob@example.org): 3 shares, 1.2 MB');
    expect(remove.mock.calls).toEqual([[{ params: { id: bob.id } }]]);
    expect(deleteUsers.view?.(result, context)).toEqual([bob.id]);
  });

  it('deletes nobody without a yes', async () => {
    const remove = stub();
    const refused = testContext({ client: client(remove), answers: [''] });
    const running = deleteUsers.run(refused.context, { args: ['bob'], options: { yes: false } });
    await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.not_confirmed' } });
    const { context } = testContext({ client: client(remove) });
    await expect(deleteUsers.run(context, { args: ['bob'], options: { yes: false } })).rejects.toMatchObject({
      exit: 'usage',
    });
    expect(remove).not.toHaveBeenCalled();
  });

  it('deletes nobody when one of several is unknown', async () => {
    const remove = stub();
    const { context } = testContext({ client: client(remove) });
    const running = deleteUsers.run(context, { args: ['bob', 'alice'], options: { yes: true } });
    await expect(running).rejects.toMatchObject({ code: 'user_not_found' });
    expect(remove).not.toHaveBeenCalled();
  });
});
