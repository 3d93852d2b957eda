import { describe, expect, it } from 'vitest';
import { configRow } from '#sdk/contract/config.js';
import { AppError, makeError } from '#sdk/contract/errors.js';
import { testContext } from '../testing/context.ts';
import { aShare, reverseShareToken } from '../testing/shares.ts';
import { stub } from '../testing/stub.ts';
import { info } from './info.ts';

const server = 'https://files.example.org';
const link = `${server}/s/abc123`;

async function ask(client: object, ...args: string[]) {
  const { context, clients } = testContext({ client });
  const result = await info.run(context, { args, options: {} });
  return { result, lines: info.view?.(result, context) ?? [], clients };
}

const exitOf = (result: Awaited<ReturnType<typeof info.run>>) => info.exit?.(result);

/** A client that can only look, so that nothing is opened. */
const looking = (answer: () => unknown) => ({ shares: { get: stub(answer) } });
const refusing = (error: Error) =>
  looking(() => {
    throw error;
  });

describe('info of a share', () => {
  it.each([
    [
      refusing(new AppError('share_password_required')),
      { access: 'password', maxViews: null },
      'requires a password',
    ],
    [
      refusing(new AppError('share_token_required', { maxViews: 0 })),
      { access: 'free', maxViews: null },
      'opens without a password',
    ],
    [
      refusing(new AppError('share_token_required', { maxViews: 3 })),
      { access: 'limited', maxViews: 3 },
      'opens without a password, 3 times at most',
    ],
  ])('says what opens it, and does not open it (%#)', async (client, expected, text) => {
    const { result, lines } = await ask(client, link);
    expect(result).toEqual({ kind: 'share', server, id: 'abc123', share: null, state: null, ...expected });
    expect(exitOf(result)).toBe('ok');
    expect(lines).toEqual([`Link    ${link}`, 'Type    share', `Access  ${text}`]);
  });

  const share = {
    id: 'abc123',
    name: 'Pho\u001btos',
    fileCount: 3,
    size: 1_200_000,
    createdAt: '2030-01-01T10:00:00.000Z',
    expiresAt: null,
  };
  const owning = (getOwned: () => unknown) => ({
    shares: { get: stub(() => share), getOwned: stub(getOwned) },
  });

  it('shows what the caller can see anyway', async () => {
    const { result, lines } = await ask(
      owning(() => aShare()),
      'abc123',
    );
    expect(result).toMatchObject({ access: 'granted', share, state: 'active' });
    expect(lines.slice(2)).toEqual([
      'Access   you can see it without opening it',
      'State    active',
      'Name     Pho\ufffdtos',
      'Files    3',
      'Size     1.2 MB',
      expect.stringMatching(/^Created {2}Jan 1, 2030/),
      'Expires  never',
    ]);
  });

  it.each([
    ['draft', { state: 'draft' }, 'draft', 'ok'],
    ['expired', { state: 'expired' }, 'expired', 'notFound'],
    ['quarantined', { isQuarantined: true }, 'malware found', 'notFound'],
  ])('says that the own share is not for visitors: %s', async (state, fields, text, exit) => {
    const { result, lines } = await ask(
      owning(() => aShare(fields)),
      'abc123',
    );
    expect(result).toMatchObject({ access: 'granted', state });
    expect(lines).toContain(`State    ${text}`);
    expect(exitOf(result)).toBe(exit);
  });

  it('does not know the state with a key that may not read shares', async () => {
    const { result, lines } = await ask(
      owning(() => {
        throw new AppError('api_key_scope', { scope: 'shares:read' });
      }),
      'abc123',
    );
    expect(result).toMatchObject({ access: 'granted', state: null });
    expect(lines.filter((line) => line.startsWith('State'))).toEqual([]);
  });

  it.each(['share_not_found', 'share_removed', 'share_view_limit', 'share_uploading'] as const)(
    'fails with %s',
    async (code) => {
      await expect(ask(refusing(makeError(code, undefined)), link)).rejects.toMatchObject({ code });
    },
  );

  it('asks the server of the link', async () => {
    const { clients } = await ask(
      refusing(new AppError('share_password_required')),
      'https://other.example.org/s/abc',
    );
    expect(clients).toMatchObject([{ server: 'https://other.example.org' }]);
  });
});

it('info of a reverse share shows what senders see', async () => {
  const invitation = {
    name: 'Invoices',
    description: null,
    owner: 'ann',
    expiresAt: null,
    maxShareSize: 2_000_000_000,
    hasPassword: true,
    requiresSignIn: false,
    hasSimpleForm: false,
  };
  const client = { reverseShares: { invitation: stub(() => invitation) } };
  const { result, lines } = await ask(client, `${server}/upload/${reverseShareToken}`);
  expect(result).toEqual({ kind: 'reverseShare', server, invitation });
  expect(client.reverseShares.invitation).toHaveBeenCalledWith({ params: { token: reverseShareToken } });
  expect(lines.map((line) => line.replace(/ {2,}/, ': '))).toEqual([
    `Server: ${server}`,
    'Type: reverse share',
    'Name: Invoices',
    'Owner: ann',
    'Expires: never',
    'Maximum share size: 2 GB',
    'Password: yes',
    'Requires sign-in: no',
  ]);
});

describe('info of a server', () => {
  const keys = [
    'general.appName',
    'share.maxSize',
    'share.maxFiles',
    'share.maxExpiration',
    'share.defaultExpiration',
    'share.userQuota',
    'share.allowRegistration',
    'share.allowUnauthenticatedShares',
    'policies.guestMaxSize',
    'policies.guestDefaultExpiration',
    'policies.guestPassword',
    'policies.adminAnyExpiration',
  ] as const;
  const serving = (values: Readonly<Record<string, string>>) => ({
    system: { health: async () => ({ status: 'ok', version: '1.2.3' }) },
    users: { me: async () => null },
    configs: {
      list: async () =>
        keys.map((key) => ({
          key,
          value: values[key] ?? null,
          defaultValue: String(configRow(key).default),
        })),
    },
  });

  it('shows its limits', async () => {
    const client = serving({
      'share.maxSize': '5000000000',
      'share.maxExpiration': '720',
      'share.allowUnauthenticatedShares': 'true',
    });
    const { result, lines } = await ask(client);
    expect(result).toEqual({
      kind: 'server',
      server,
      name: 'Fileshare',
      version: '1.2.3',
      username: null,
      limitsFor: 'guest',
      maxShareSize: 5_000_000_000,
      maxFiles: 100_000,
      maxExpirationHours: 720,
      needsPassword: false,
      defaultExpiration: '7-days',
      userQuota: null,
      allowsRegistration: false,
      allowsAnonymousShares: true,
    });
    expect(lines.map((line) => line.replace(/ {2,}/, ': '))).toEqual([
      `Server: ${server}`,
      'Name: Fileshare',
      'Version: 1.2.3',
      'Limits for: guests',
      'Maximum share size: 5 GB',
      'Files per share: 100,000',
      'Requires a password: no',
      'Maximum expiry: 30 days',
      'Default expiry: 7 days',
      'Registration: no',
      'Shares without an account: yes',
    ]);
  });

  it('shows those of the person who asks', async () => {
    const client = serving({
      'share.maxSize': '5000000000',
      'policies.guestMaxSize': '1000000',
      'policies.guestDefaultExpiration': '1-day',
      'policies.guestPassword': 'true',
    });
    const { result } = await ask(client);
    expect(result).toMatchObject({
      maxShareSize: 1_000_000,
      defaultExpiration: '1-day',
      needsPassword: true,
    });
    const { result: own, lines } = await ask({ ...client, users: usersOf({ quota: 2_000_000_000 }) });
    expect(own).toMatchObject({
      username: 'ann',
      limitsFor: 'user',
      maxShareSize: 5_000_000_000,
      defaultExpiration: '7-days',
      needsPassword: false,
      userQuota: 2_000_000_000,
    });
    expect(lines.map((line) => line.replace(/ {2,}/, ': '))).toEqual(
      expect.arrayContaining(['Username: ann', 'Limits for: users', 'Quota: 2 GB']),
    );
  });

  it.each([
    ['24', '7-days', '24-hours'],
    ['24', 'never', '24-hours'],
    ['24', '12-hours', '12-hours'],
    ['0', 'never', 'never'],
  ])(
    'shortens the default expiry to %s hours, as the server does: %s is %s',
    async (max, usual, expected) => {
      const client = serving({ 'share.maxExpiration': max, 'share.defaultExpiration': usual });
      expect((await ask(client)).result).toMatchObject({ defaultExpiration: expected });
    },
  );

  it('shows administrators any expiry that they may choose', async () => {
    const client = serving({
      'share.maxExpiration': '24',
      'policies.adminAnyExpiration': 'true',
    });
    const { result } = await ask({ ...client, users: usersOf({ isAdmin: true }) });
    expect(result).toMatchObject({
      limitsFor: 'admin',
      maxExpirationHours: null,
      defaultExpiration: '7-days',
    });
  });

  it('shows the quota of the instance to a key that does not see the own one', async () => {
    const users = {
      ...usersOf({}),
      myUsage: async () => {
        throw new AppError('api_key_scope', { scope: 'shares:read' });
      },
    };
    const client = serving({ 'share.userQuota': '1000' });
    expect((await ask({ ...client, users })).result).toMatchObject({ userQuota: 1000 });
  });
});

function usersOf({ isAdmin = false, quota = null }: { isAdmin?: boolean; quota?: number | null }) {
  return { me: async () => ({ username: 'ann', isAdmin }), myUsage: async () => ({ quota }) };
}
