import { describe, expect, it, onTestFinished } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { startServer } from '#sdk/testing/http-server.js';
import { testContext } from '../testing/context.ts';
import { stub } from '../testing/stub.ts';
import { login } from './login.ts';
import { logout } from './logout.ts';

const server = 'https://files.example.org';
const ann = { id: '1', username: 'ann', email: 'ann@example.org', isAdmin: true };
const noOptions = { passwordStdin: false, tokenStdin: false, web: false, workload: false };
const key = `fsk_${'a'.repeat(32)}_${'s'.repeat(43)}`;

const signedIn = () => stub(() => ({ status: 'signedIn', user: ann }));

describe('login', () => {
  it('asks for what was not given and remembers the server', async () => {
    const signIn = signedIn();
    const { context, questions, stderr } = testContext({
      client: { session: { signIn } },
      answers: ['ann', 'secret'],
    });
    expect(await login.run(context, { args: [], options: noOptions })).toEqual({ server, username: 'ann' });
    expect(signIn).toHaveBeenCalledWith({ identifier: 'ann', password: 'secret' });
    expect(questions).toEqual(['Username or email address: ', `Password for ann on ${server}: `]);
    expect(await context.profiles.current()).toBe(server);
    expect(stderr()).toBe(`Signed in to ${server} as ann.\n`);
  });

  it('takes the password from stdin', async () => {
    const signIn = signedIn();
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

  const refusing = () =>
    stub(() => {
      throw new AppError('credentials_wrong');
    });

  const configs = { list: async () => [{ key: 'smtp.enabled', value: 'true' }] };
  const noMail = { list: async () => [{ key: 'smtp.enabled', value: 'false' }] };

  it('leads accounts without a password to their provider', async () => {
    const available = async () => ['github', 'oidc'];
    const { context } = testContext({
      client: { session: { signIn: refusing() }, oauth: { available }, configs },
      answers: ['ann', 'x'],
    });
    await expect(login.run(context, { args: [], options: noOptions })).rejects.toMatchObject({
      cause: { code: 'credentials_wrong' },
      hint: { key: 'cli.hints.login_web', params: { providers: 'GitHub or OpenID Connect', server } },
    });
  });

  it.each([
    ['sends mail', configs, /reset link/],
    ['sends no mail', noMail, /^(?!.*reset link).*ask an administrator/],
    ['says nothing', { list: () => Promise.reject(new AppError('not_found')) }, /^(?!.*reset link)/],
  ])('names a reset link only where there is one: the server %s', async (_name, configs, expected) => {
    const { context } = testContext({
      client: { session: { signIn: refusing() }, oauth: { available: async () => ['github'] }, configs },
      answers: ['ann', 'x'],
    });
    await expect(login.run(context, { args: [], options: noOptions })).rejects.toMatchObject({
      hint: { params: { forgotten: expect.stringMatching(expected) as string } },
    });
  });

  it.each([
    ['there is no provider', async () => []],
    ['nobody knows of providers', () => Promise.reject(new AppError('not_found'))],
  ])('leaves it at the refusal when %s', async (_name, available) => {
    const { context } = testContext({
      client: { session: { signIn: refusing() }, oauth: { available }, configs },
      answers: ['ann', 'x'],
    });
    await expect(login.run(context, { args: [], options: noOptions })).rejects.toMatchObject({
      cause: { code: 'credentials_wrong' },
      hint: { key: 'cli.hints.credentials_wrong_mail' },
    });
  });

  it.each([
    [{ identifier: 'ann' }, '--identifier'],
    [{ passwordStdin: true }, '--password-stdin'],
    [{ tokenStdin: true }, '--token-stdin'],
  ])('does not go to the browser with %j', async (given, other) => {
    const { context, clients } = testContext({ client: {} });
    const options = { ...noOptions, ...given, web: true };
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({
      exit: 'usage',
      text: { key: 'cli.errors.options_exclusive', params: { option: '--web', other } },
    });
    expect(clients).toEqual([]);
  });

  it('explains the limit that too many attempts meet', async () => {
    const signIn = stub(() => {
      throw new AppError('too_many_requests', { seconds: 860 });
    });
    const { context } = testContext({ client: { session: { signIn } }, answers: ['ann', 'x'] });
    await expect(login.run(context, { args: [], options: noOptions })).rejects.toMatchObject({
      cause: { code: 'too_many_requests' },
      hint: { key: 'cli.hints.login_limit' },
    });
  });
});

describe('login with a second factor', () => {
  const signIn = () => stub(() => ({ status: 'totpRequired', loginToken: 'login' }));
  const options = { ...noOptions, identifier: 'ann' };

  /** Answers, one after the other, to the codes that are sent. */
  const answering = (...answers: (AppError | typeof ann)[]) =>
    stub(() => {
      const answer = answers.shift();
      if (answer instanceof AppError) throw answer;
      return answer;
    });

  it('asks for the code, again after a wrong one', async () => {
    const signInTotp = answering(new AppError('totp_wrong'), ann);
    const { context, questions, stderr } = testContext({
      client: { session: { signIn: signIn(), signInTotp } },
      answers: ['secret', '000 000', '', ' 123 456 '],
    });
    expect(await login.run(context, { args: [], options })).toEqual({ server, username: 'ann' });
    expect(signInTotp.mock.calls).toEqual([
      [{ loginToken: 'login', totp: '000000' }],
      [{ loginToken: 'login', totp: '123456' }],
    ]);
    expect(questions.slice(1)).toEqual(
      Array(3).fill('Code from your authenticator app, or a recovery code: '),
    );
    expect(stderr()).toMatch(/The code is incorrect/);
  });

  it('gives up after three wrong codes, and remembers nothing', async () => {
    const signInTotp = answering(...Array.from({ length: 4 }, () => new AppError('totp_wrong')));
    const { context } = testContext({
      client: { session: { signIn: signIn(), signInTotp } },
      answers: ['secret', '1', '2', '3', '4'],
    });
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({ code: 'totp_wrong' });
    expect(signInTotp).toHaveBeenCalledTimes(3);
    expect(await context.profiles.current()).toBeNull();
  });

  it('does not ask again when the server wants the password again', async () => {
    const signInTotp = answering(new AppError('login_token_invalid'));
    const { context } = testContext({
      client: { session: { signIn: signIn(), signInTotp } },
      answers: ['secret', '1', '2'],
    });
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({
      code: 'login_token_invalid',
    });
    expect(signInTotp).toHaveBeenCalledOnce();
  });

  it('leads scripts to API keys', async () => {
    const { context } = testContext({ client: { session: { signIn: signIn() } }, stdin: 'secret\n' });
    const running = login.run(context, { args: [], options: { ...options, passwordStdin: true } });
    await expect(running).rejects.toMatchObject({
      exit: 'signIn',
      text: { key: 'cli.errors.code_no_terminal' },
      hint: { key: 'cli.hints.code_no_terminal' },
    });
  });
});

describe('login with a key', () => {
  const options = { ...noOptions, tokenStdin: true };

  it('keeps what the server knows', async () => {
    const { context, clients } = testContext({
      client: { users: { me: async () => ann } },
      stdin: ` ${key}\n`,
    });
    expect(await login.run(context, { args: [], options })).toEqual({ server, username: 'ann' });
    expect(clients).toEqual([{ server, token: key }]);
    expect(await context.profiles.find(server)).toEqual({ username: 'ann', token: key });
  });

  it.each([
    ['nobody', () => null],
    [
      'a refusal',
      () => {
        throw new AppError('session_expired');
      },
    ],
  ])('keeps nothing when the server answers %s', async (_name, answer) => {
    const { context } = testContext({ client: { users: { me: stub(answer) } }, stdin: key });
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({
      exit: 'signIn',
      text: { key: 'cli.errors.token_refused', params: { server } },
    });
    expect(await context.profiles.current()).toBeNull();
  });

  it.each(['', 'password', 'fsk_short', `${key} ${key}`])(
    'sends nothing that cannot be one: "%s"',
    async (stdin) => {
      const { context, clients } = testContext({ client: {}, stdin });
      await expect(login.run(context, { args: [], options })).rejects.toMatchObject({
        exit: 'usage',
        text: { key: 'cli.errors.token_malformed' },
      });
      expect(clients).toEqual([]);
    },
  );
});

describe('logout', () => {
  it('ends the session and forgets the server, whatever the environment holds', async () => {
    const signOut = stub();
    const { context, clients } = testContext({
      client: { session: { signOut } },
      env: { FILESHARE_TOKEN: key },
    });
    await context.profiles.save(server, { username: 'ann' });
    await logout.run(context, { args: [], options: {} });
    expect(signOut).toHaveBeenCalledOnce();
    expect(clients.at(-1)).toEqual({ server, sessionFile: context.profiles.sessionFile(server) });
    expect(await context.profiles.find(server)).toBeNull();
  });

  it('only forgets a key, which may be in use elsewhere', async () => {
    const signOut = stub();
    const { context, stderr } = testContext({ client: { session: { signOut } } });
    await context.profiles.save(server, { username: 'ann', token: key });
    await logout.run(context, { args: [], options: {} });
    expect(signOut).not.toHaveBeenCalled();
    expect(await context.profiles.find(server)).toBeNull();
    expect(stderr()).toContain('fileshare key revoke');
  });
});

describe('login --workload', () => {
  const accessToken = `fsw_${'a'.repeat(32)}_1_${'s'.repeat(43)}`;
  const options = { ...noOptions, workload: true };

  function accepting() {
    const signIn = stub(() => ({ accessToken, accessTokenExpiresAt: '2030-01-01T10:00:00.000Z' }));
    return { signIn, client: { workloadIdentities: { signIn }, users: { me: async () => ann } } };
  }

  it('exchanges the token of the environment, and keeps the access token', async () => {
    const { signIn, client } = accepting();
    const { context, clients } = testContext({ client, env: { FILESHARE_WORKLOAD_TOKEN: ' a.b.c\n' } });
    expect(await login.run(context, { args: [], options })).toEqual({ server, username: 'ann' });
    expect(signIn).toHaveBeenCalledWith({ body: { token: 'a.b.c' } });
    expect(clients).toEqual([{ server }, { server, token: accessToken }]);
    expect(await context.profiles.find(server)).toEqual({ username: 'ann', token: accessToken });
  });

  it('takes the token from stdin', async () => {
    const { signIn, client } = accepting();
    const { context } = testContext({ client, stdin: 'x.y.z\n', env: { FILESHARE_WORKLOAD_TOKEN: 'a.b.c' } });
    await login.run(context, { args: [], options: { ...options, tokenStdin: true } });
    expect(signIn).toHaveBeenCalledWith({ body: { token: 'x.y.z' } });
  });

  it.each([
    [undefined, server],
    ['other', 'other'],
  ])('asks GitHub Actions for a token with the audience %j', async (audience, asked) => {
    const requests: unknown[] = [];
    const github = await startServer((request, response) => {
      requests.push([request.url, request.headers.authorization]);
      response.end('{"value":"g.h.i"}');
    });
    onTestFinished(() => github.close());
    const { signIn, client } = accepting();
    const env = {
      ACTIONS_ID_TOKEN_REQUEST_URL: `${github.url}/token?api-version=2.0`,
      ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret',
    };
    const { context } = testContext({ client, env });
    await login.run(context, { args: [], options: { ...options, ...(audience && { audience }) } });
    expect(requests).toEqual([
      [`/token?api-version=2.0&audience=${encodeURIComponent(asked)}`, 'Bearer secret'],
    ]);
    expect(signIn).toHaveBeenCalledWith({ body: { token: 'g.h.i' } });
  });

  it('says when GitHub Actions issues no token', async () => {
    const github = await startServer((_request, response) => response.writeHead(500).end('{}'));
    onTestFinished(() => github.close());
    const env = { ACTIONS_ID_TOKEN_REQUEST_URL: github.url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: 'secret' };
    const { context } = testContext({ client: {}, env });
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({
      exit: 'unavailable',
      text: { key: 'cli.errors.github_token_failed', params: { status: 500 } },
    });
  });

  it('is a usage error without a token, and with a password', async () => {
    const { context } = testContext({ client: {} });
    await expect(login.run(context, { args: [], options })).rejects.toMatchObject({
      text: { key: 'cli.errors.no_workload_token' },
    });
    const given = { ...options, passwordStdin: true };
    await expect(login.run(context, { args: [], options: given })).rejects.toMatchObject({
      text: { params: { option: '--workload', other: '--password-stdin' } },
    });
  });
});
