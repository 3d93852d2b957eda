import { describe, expect, it } from 'vitest';
import { testContext } from '../testing/context.ts';
import { stub } from '../testing/stub.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';
import { whoami } from './whoami.ts';

const server = 'https://files.example.org';
const ann = { id: '1', username: 'ann', email: 'ann@example.org', isAdmin: true };
const noOptions = { passwordStdin: false, tokenStdin: false };

describe('login', () => {
  it('asks for what was not given and remembers the server', async () => {
    const signIn = stub(() => ann);
    const { context, questions, stderr } = testContext({
      client: { session: { signIn } },
      answers: ['ann', 'secret'],
    });
    expect(await login.run(context, { args: [], options: noOptions })).toEqual({ server, username: 'ann' });
    expect(signIn).toHaveBeenCalledWith({ identifier: 'ann', password: 'secret' });
    expect(questions).toEqual(['User name or e-mail address: ', `Password of ann on ${server}: `]);
    expect(await context.profiles.current()).toBe(server);
    expect(stderr()).toBe(`Signed in to ${server} as ann.\n`);
  });

  it('takes the password from stdin', async () => {
    const signIn = stub(() => ann);
    const { context } = testContext({ client: { session: { signIn } }, stdin: 'pass word\nmore\n' });
    const options = { ...noOptions, identifier: 'ann', passwordStdin: true };
    await login.run(context, { args: ['other.example.org'], options });
    expect(signIn).toHaveBeenCalledWith({ identifier: 'ann', password: 'pass word' });
    expect(await context.profiles.current()).toBe('https://other.example.org');
  });

  it('is a usage error when nobody can be asked', async () => {
    const { context } = testContext({ client: {} });
    await expect(login.run(context, { args: [], options: noOptions })).rejects.toMatchObject({
      exit: 'usage',
    });
  });

  it('keeps a token only when the server knows it', async () => {
    const me = stub(() => null);
    const { context, clients } = testContext({ client: { users: { me } }, stdin: ' token \n' });
    const options = { ...noOptions, tokenStdin: true };
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({ exit: 'signIn' });
    expect(await context.profiles.current()).toBeNull();
    expect(clients).toEqual([{ server, token: 'token' }]);
  });
});

describe('whoami', () => {
  it('names the user', async () => {
    const { context } = testContext({ client: { users: { me: async () => ann } } });
    const result = await whoami.run(context, { args: [], options: {} });
    expect(result).toEqual({ server, user: ann });
    expect(whoami.view?.(result, context)).toEqual(['ann']);
  });

  it('fails without a session', async () => {
    const { context } = testContext({ client: { users: { me: async () => null } } });
    await expect(whoami.run(context, { args: [], options: {} })).rejects.toMatchObject({
      cause: { code: 'sign_in_required' },
      hint: { params: { server } },
    });
  });

  it('sends FILESHARE_TOKEN to the chosen server', async () => {
    const { context, clients } = testContext({
      client: { users: { me: async () => ann } },
      env: { FILESHARE_TOKEN: 'key' },
    });
    await whoami.run(context, { args: [], options: {} });
    expect(clients).toMatchObject([{ server, token: 'key' }]);
  });
});

describe('logout', () => {
  it('ends the session and forgets the server', async () => {
    const signOut = stub();
    const { context } = testContext({ client: { session: { signOut } } });
    await context.profiles.save(server, { username: 'ann' });
    await logout.run(context, { args: [], options: {} });
    expect(signOut).toHaveBeenCalledOnce();
    expect(await context.profiles.find(server)).toBeNull();
  });
});
