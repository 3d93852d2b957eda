import { expect, it } from 'vitest';
import { testContext } from '../testing/context.ts';
import { whoami } from './whoami.ts';

const server = 'https://files.example.org';
const user = {
  id: '1',
  username: 'ann',
  email: 'ann@example.org',
  pendingEmail: null,
  isAdmin: true,
  totpEnabled: true,
};
const ann = { ...user, hasPassword: true, accessTokenExpiresAt: '2030-01-01T10:15:00.000Z' };
const key = `fsk_${'a'.repeat(32)}_${'s'.repeat(43)}`;

const client = (me: object | null = ann) => ({
  users: { me: async () => me },
  sessions: {
    list: async () => [
      { isCurrent: false, expiresAt: '2031-01-01T00:00:00.000Z' },
      { isCurrent: true, expiresAt: '2030-02-01T10:00:00.000Z' },
    ],
  },
});

const run = (context: Parameters<typeof whoami.run>[0]) => whoami.run(context, { args: [], options: {} });

it('says who, and until when', async () => {
  const { context } = testContext({ client: client() });
  const result = await run(context);
  expect(result).toEqual({
    server,
    user,
    signedInBy: { kind: 'session', until: '2030-02-01T10:00:00.000Z' },
    fromEnvironment: false,
  });
  expect(whoami.view?.(result, context)).toEqual(['ann']);
  context.streams.stdout.isTTY = true;
  expect(whoami.view?.(result, context)).toEqual([
    `Server         ${server}`,
    'Username       ann',
    'Email          ann@example.org',
    'Administrator  yes',
    'Two-factor     on',
    expect.stringMatching(/^Signed in +with a session, until Feb 1, 2030/),
  ]);
});

it('names the key, never its secret, and that it comes from the environment', async () => {
  const { context, clients } = testContext({ client: client(), env: { FILESHARE_TOKEN: key } });
  const result = await run(context);
  expect(clients).toMatchObject([{ server, token: key }]);
  expect(result).toMatchObject({ signedInBy: { kind: 'apiKey', id: 'a'.repeat(32) }, fromEnvironment: true });
  context.streams.stdout.isTTY = true;
  const lines = whoami.view?.(result, context).join('\n');
  expect(lines).toContain(`with the API key ${'a'.repeat(32)}, from FILESHARE_TOKEN`);
  expect(`${lines}${JSON.stringify(result)}`).not.toContain('sss');
});

it('says until when an access token holds', async () => {
  const { context } = testContext({ client: client() });
  await context.profiles.save(server, { username: 'ann', token: 'a.b.c' });
  expect(await run(context)).toMatchObject({
    signedInBy: { kind: 'accessToken', until: ann.accessTokenExpiresAt },
    fromEnvironment: false,
  });
});

it('tells of an address that waits for its confirmation', async () => {
  const { context } = testContext({ client: client({ ...ann, pendingEmail: 'new@example.org' }) });
  context.streams.stdout.isTTY = true;
  const lines = whoami.view?.(await run(context), context);
  expect(lines).toContain('Email          ann@example.org (new@example.org is waiting for confirmation)');
});

it('fails without a session', async () => {
  const { context } = testContext({ client: client(null) });
  await expect(run(context)).rejects.toMatchObject({
    cause: { code: 'sign_in_required' },
    hint: { params: { server } },
  });
});
