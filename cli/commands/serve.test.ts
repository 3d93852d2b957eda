import { describe, expect, it } from 'vitest';
import { EnvError } from '#sdk/contract/host.js';
import { testContext } from '../testing/context.ts';
import { stub } from '../testing/stub.ts';
import { init } from './init.ts';
import { serve } from './serve.ts';

describe('serve', () => {
  it('hands the options to the host', async () => {
    const run = stub();
    const { context } = testContext({ host: { serve: run } });
    await serve.run(context, { args: [], options: { port: 8080, open: false } });
    expect(run).toHaveBeenCalledWith({ port: 8080, open: false });
  });

  it.each([
    [new EnvError(['FILESHARE_PORT must be a number']), 'cli.errors.settings_wrong', 'usage'],
    [
      Object.assign(new Error('no'), { code: 'EADDRINUSE', syscall: 'listen', port: 3000 }),
      'cli.errors.port_in_use',
      'conflict',
    ],
    [
      Object.assign(new Error('no'), { code: 'EACCES', syscall: 'listen', port: 80 }),
      'cli.errors.port_forbidden',
      'forbidden',
    ],
    [
      Object.assign(new Error('no'), { code: 'EADDRNOTAVAIL', syscall: 'listen', address: '10.99.99.99' }),
      'cli.errors.address_missing',
      'usage',
    ],
    [
      Object.assign(new Error('no'), { code: 'EEXIST', syscall: 'mkdir', path: '/etc/passwd' }),
      'cli.errors.data_folder_file',
      'usage',
    ],
    [Object.assign(new Error('no'), { code: 'SQLITE_FULL' }), 'cli.errors.sqlite_full', 'limit'],
    [Object.assign(new Error('no'), { code: 'SQLITE_IOERR' }), 'cli.errors.sqlite_disk', 'failure'],
    [Object.assign(new Error('no'), { code: 'SQLITE_CANTOPEN' }), 'cli.errors.sqlite_unopened', 'forbidden'],
  ])('explains %s', async (reason, key, exit) => {
    const fail = () => Promise.reject(reason);
    const { context } = testContext({ host: { serve: fail } });
    const running = serve.run(context, { args: [], options: { open: false } });
    await expect(running).rejects.toMatchObject({ exit, text: { key } });
  });
});

const settings = [
  { key: 'general.appName', value: 'Fileshare', lockedBy: null },
  { key: 'general.appUrl', value: 'http://localhost:3000', lockedBy: null },
  { key: 'share.allowRegistration', value: 'false', lockedBy: null },
  { key: 'share.allowUnauthenticatedShares', value: 'false', lockedBy: null },
];

/** A host on which nothing is set up, or what else is told. */
function freshHost(more: object = {}) {
  const create = stub(() => ({ appUrl: 'http://localhost:3000', isServed: false }));
  const host = {
    examineSetup: stub(() => ({ isDone: false, settings, ...more })),
    isCommonPassword: (password: string) => password === 'password1',
    init: create,
  };
  return { create, host };
}

const account = { email: 'ann@example.org', username: 'ann', password: 'secret password' };
const byFile = { email: account.email, username: account.username, passwordStdin: true };

describe('init', () => {
  it('asks for what was not given: the password twice, and what the page of the set-up asks', async () => {
    const { host, create } = freshHost();
    const { password } = account;
    const typed = [account.email, password, password, 'https://files.example.org', 'y', ''];
    const { context, questions } = testContext({ host, answers: typed });
    await init.run(context, {
      args: [],
      options: { username: 'ann', appName: 'Files', dataDir: '/srv', passwordStdin: false },
    });
    expect(create).toHaveBeenCalledWith({
      dataDir: '/srv',
      databaseUrl: undefined,
      account,
      updates: [
        { key: 'general.appName', value: 'Files' },
        { key: 'general.appUrl', value: 'https://files.example.org' },
        { key: 'share.allowRegistration', value: 'true' },
      ],
    });
    expect(questions.slice(0, 3)).toEqual(['Email address: ', 'Password: ', 'Repeat the password: ']);
    expect(questions.slice(3)).toEqual([
      expect.stringContaining('[http://localhost:3000]'),
      expect.stringContaining('sign up? [y/N]'),
      expect.stringContaining('without an account? [y/N]'),
    ]);
  });

  it('asks again for what cannot be, and says why', async () => {
    const { host, create } = freshHost();
    const answers = ['Ours', 'files.example.org/x', 'https://files.example.org', 'n', 'n'];
    const { context, stderr } = testContext({ host, answers, stdin: account.password });
    await init.run(context, { args: [], options: byFile });
    expect(create.mock.calls).toMatchObject([
      [{ updates: [{ value: 'Ours' }, { value: 'https://files.example.org' }] }],
    ]);
    expect(stderr()).toContain('address');
  });

  it('asks nothing without a terminal, and takes the options', async () => {
    const { host, create } = freshHost();
    const { context, questions } = testContext({ host, stdin: account.password });
    const options = { ...byFile, allowRegistration: false, allowUnauthenticatedShares: true };
    await init.run(context, { args: [], options });
    expect(questions).toEqual([]);
    expect(create.mock.calls).toMatchObject([
      [{ account, updates: [{ key: 'share.allowUnauthenticatedShares', value: 'true' }] }],
    ]);
  });

  it('does not ask for what the environment has decided, and says so', async () => {
    const lockedBy = 'FILESHARE_CONFIG_GENERAL_APP_URL';
    const locked = settings.map((row) => (row.key === 'general.appUrl' ? { ...row, lockedBy } : row));
    const { host } = freshHost({ settings: locked });
    const { context, questions, stderr } = testContext({ host, answers: [], stdin: account.password });
    await init.run(context, { args: [], options: byFile });
    expect(questions).toHaveLength(3);
    expect(stderr()).toContain(lockedBy);
  });

  it('asks nobody when there is an administrator', async () => {
    const { host, create } = freshHost({ isDone: true });
    const { context, questions } = testContext({ host, answers: [] });
    const running = init.run(context, { args: [], options: { passwordStdin: false } });
    await expect(running).rejects.toMatchObject({ code: 'setup_already_done' });
    expect([questions, create.mock.calls]).toEqual([[], []]);
  });

  it('asks again for each answer that cannot be, at once', async () => {
    const { host, create } = freshHost();
    const { email, username, password } = account;
    const answers = ['nobody', email, 'Ann Lee', username, 'short', 'password1', password, 'other'];
    const rest = [password, password, '', '', '', ''];
    const { context, questions, stderr } = testContext({ host, answers: [...answers, ...rest] });
    await init.run(context, { args: [], options: { passwordStdin: false } });
    expect(create.mock.calls).toMatchObject([[{ account, updates: [] }]]);
    expect(questions.slice(0, 10)).toEqual([
      'Email address: ',
      'Email address: ',
      'Username: ',
      'Username: ',
      'Password: ',
      'Password: ',
      'Password: ',
      'Repeat the password: ',
      'Password: ',
      'Repeat the password: ',
    ]);
    expect(stderr()).toContain('Invalid email address\n');
    expect(stderr()).toContain('at least 8 characters\n');
    expect(stderr()).toContain('The two passwords do not match.\n');
  });

  it.each([
    [{ stdin: 'short' }, 'cli.errors.password_invalid'],
    [{ stdin: 'password1' }, 'cli.errors.password_invalid'],
    [{ stdin: account.password, appUrl: 'nonsense' }, 'cli.errors.option_invalid'],
  ])('refuses %j before it asks anything', async ({ stdin, ...more }, key) => {
    const { host, create } = freshHost();
    const { context, questions } = testContext({ host, answers: [], stdin });
    const running = init.run(context, { args: [], options: { ...byFile, ...more } });
    await expect(running).rejects.toMatchObject({ exit: 'usage', text: { key } });
    expect([questions, create.mock.calls]).toEqual([[], []]);
  });

  it('names the option that is missing where nobody can answer', async () => {
    const { context } = testContext({ host: freshHost().host });
    const running = init.run(context, { args: [], options: { username: 'ann', passwordStdin: false } });
    await expect(running).rejects.toMatchObject({
      text: { key: 'cli.errors.option_missing', params: { option: '--email' } },
    });
  });
});
