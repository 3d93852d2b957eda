import { describe, expect, it } from 'vitest';
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
    [{ problems: ['FILESHARE_PORT must be a number'] }, 'cli.errors.settings_wrong', 'usage'],
    [{ code: 'EADDRINUSE', port: 3000 }, 'cli.errors.port_in_use', 'conflict'],
  ])('explains %j', async (fields, key, exit) => {
    const fail = () => Promise.reject(Object.assign(new Error('no'), fields));
    const { context } = testContext({ host: { serve: fail } });
    const running = serve.run(context, { args: [], options: { open: false } });
    await expect(running).rejects.toMatchObject({ exit, text: { key } });
  });
});

describe('init', () => {
  it('asks for what was not given, the password twice', async () => {
    const create = stub();
    const { context, questions } = testContext({
      host: { init: create },
      answers: ['ann@example.org', 'secret password', 'secret password'],
    });
    await init.run(context, {
      args: [],
      options: { username: 'ann', appName: 'Files', passwordStdin: false },
    });
    expect(create).toHaveBeenCalledWith({
      email: 'ann@example.org',
      username: 'ann',
      appName: 'Files',
      password: 'secret password',
    });
    expect(questions).toEqual(['E-mail address: ', 'Password: ', 'Once more: ']);
  });

  it('refuses two passwords that differ', async () => {
    const { context } = testContext({ host: {}, answers: ['ann@example.org', 'one password', 'another'] });
    const running = init.run(context, { args: [], options: { username: 'ann', passwordStdin: false } });
    await expect(running).rejects.toMatchObject({ text: { key: 'cli.errors.passwords_differ' } });
  });

  it('checks what was typed by the rules of the contract', async () => {
    const { context } = testContext({ host: {}, answers: ['nobody'] });
    const running = init.run(context, { args: [], options: { username: 'ann', passwordStdin: false } });
    await expect(running).rejects.toMatchObject({
      text: { params: { option: '--email', problem: 'Invalid email address' } },
    });
  });
});
