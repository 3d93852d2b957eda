import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { readSavedReturnPath } from '../../lib/saved-return-path.ts';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ApiKeysTab } from './ApiKeysTab.tsx';
import { DeleteTab } from './DeleteTab.tsx';
import { PasswordTab } from './PasswordTab.tsx';
import { ProfileTab } from './ProfileTab.tsx';
import { TwoFactorTab } from './TwoFactorTab.tsx';

const now = new Date('2026-06-01T12:00:00.000Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000).toISOString();
const github: OauthStatus = {
  provider: 'github',
  isEnabled: true,
  account: { name: 'octo-mia', linkedAt: minutesAgo(1000) },
};
const enrolment = { totpAuthUrl: 'otpauth://totp/x', totpSecret: 'JBSWY3DPEHPK3PXP', qrCode: 'data:,' };
const user = { ...sampleUser, hasPassword: false };

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

interface Given {
  tab: ReactNode;
  path?: string;
  /** Of this browser */
  signedInAt?: string;
  account?: OauthStatus;
  sendsMail?: boolean;
  totpEnabled?: boolean;
  answers?: Parameters<typeof stubServer>[0];
}

async function open({ tab, path = '/account', sendsMail = false, totpEnabled = false, ...given }: Given) {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  const { signedInAt = minutesAgo(1), account = github, answers } = given;
  const session = {
    id: 'f'.repeat(32),
    isCurrent: true,
    userAgent: null,
    ip: null,
    createdAt: signedInAt,
    lastUsedAt: signedInAt,
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
  const requests = stubServer({
    'GET /oauth/status': () => ({ status: 200, body: [account] }),
    'GET /users/me': () => ({ status: 200, body: user }),
    'GET /users/me/sessions': () => ({ status: 200, body: [session] }),
    'POST /auth/totp/enable': () => ({ status: 200, body: enrolment }),
    'GET /users/me/apiKeys': () => ({ status: 200, body: [] }),
    'GET /users/me/usage': () => ({
      status: 200,
      body: { shares: 0, files: 0, size: 0, apiKeys: 0, quota: null },
    }),
    ...answers,
  });
  const value = configFrom([
    { key: 'smtp.enabled', type: 'boolean', value: String(sendsMail), defaultValue: 'false' },
  ]);
  await renderPage(
    <ConfigContext value={value}>
      <CurrentUserContext value={{ ...user, totpEnabled }}>{tab}</CurrentUserContext>
    </ConfigContext>,
    path,
  );
  return (route: string) => requests.filter((request) => request.route === route).map(({ body }) => body);
}

const way = () => screen.findByRole('link', { name: 'Confirm with GitHub' });
const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** Every form that asks accounts with a password for it: how it is filled in, and what is sent. */
const forms = [
  {
    name: 'the profile',
    tab: <ProfileTab />,
    route: 'PATCH /users/me',
    body: { username: 'mia2' },
    send: async () => {
      await userEvent.type(await screen.findByLabelText('Username'), '2');
      await click('Save');
    },
  },
  {
    name: 'the first password',
    tab: <PasswordTab />,
    route: 'PATCH /auth/password',
    body: { password: 'correct horse battery' },
    send: async () => {
      await userEvent.type(screen.getByLabelText('New password'), 'correct horse battery');
      await click('Set password');
    },
  },
  {
    name: 'turning two-factor sign-in on',
    tab: <TwoFactorTab />,
    route: 'POST /auth/totp/enable',
    body: {},
    send: () => click('Set up'),
  },
  {
    name: 'the first code of an authenticator',
    tab: <TwoFactorTab />,
    route: 'POST /auth/totp/verify',
    body: { code: '123456' },
    send: async () => {
      await click('Set up');
      await userEvent.type(await screen.findByLabelText('Code'), '123456');
      await click('Turn on');
    },
  },
  {
    name: 'turning two-factor sign-in off',
    tab: <TwoFactorTab />,
    totpEnabled: true,
    route: 'POST /auth/totp/disable',
    body: { code: '123456' },
    send: async () => {
      await click('Turn off');
      await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    },
  },
  {
    name: 'new recovery codes',
    tab: <TwoFactorTab />,
    totpEnabled: true,
    route: 'POST /auth/totp/recoveryCodes',
    body: { code: '123456' },
    send: async () => {
      await click('Generate new recovery codes');
      await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    },
  },
  {
    name: 'a new API key',
    tab: <ApiKeysTab />,
    route: 'POST /users/me/apiKeys',
    body: { name: 'Backup', scopes: ['shares:read'], expiresInDays: 90 },
    send: async () => {
      await click('New API key');
      await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Backup');
      await userEvent.click(screen.getByRole('checkbox', { name: /^Read shares/ }));
      await click('Create API key');
    },
  },
  {
    name: 'deleting the account',
    tab: <DeleteTab />,
    route: 'DELETE /users/me',
    body: { username: 'mia' },
    send: async () => {
      await screen.findByText('0 shares with 0 files (0 bytes)');
      await click('Delete account…');
      await click('Delete account');
    },
  },
];

describe.each(forms)('without a password: $name', ({ tab, route, body, send, totpEnabled = false }) => {
  it('asks for none, and leads through a provider where the sign-in is too old for the server', async () => {
    const answers = { [route]: () => refuse('fresh_sign_in_required') };
    const sent = await open({ tab, totpEnabled, answers, path: '/account/security?tab=x' });
    await send();
    expect((await way()).getAttribute('href')).toBe(
      '/api/oauth/auth/github?from=%2Faccount%2Fsecurity%3Ftab%3Dx',
    );
    expect(sent(route)).toEqual([body]);
    expect(screen.queryByLabelText('Current password')).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('confirming who is there without a password', () => {
  it('is asked for before anything is filled in, when the sign-in is old already', async () => {
    await open({ tab: <PasswordTab />, signedInAt: minutesAgo(11) });
    expect(await way()).toBeTruthy();
  });

  it('says what is wrong when the ways to it cannot be told', async () => {
    const answers = { 'GET /oauth/status': () => refuse('not_found') };
    await open({ tab: <PasswordTab />, signedInAt: minutesAgo(11), answers });
    expect(await screen.findByText(/^Sign in again to confirm that it's you/)).toBeTruthy();
    expect(await screen.findByRole('alert')).toBeTruthy();
  });

  it('has the cursor in a dialog, before its fields', async () => {
    await open({ tab: <ApiKeysTab />, signedInAt: minutesAgo(11) });
    await click('New API key');
    const link = await way();
    expect(document.activeElement).toBe(link);
  });

  it('lets another try come back to where it was asked for', async () => {
    await open({ tab: <PasswordTab />, path: '/account/password', signedInAt: minutesAgo(11) });
    const link = await way();
    link.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(link);
    expect(readSavedReturnPath()).toBe('/account/password');
  });

  it('is not asked for after a sign-in of a moment ago', async () => {
    const sent = await open({ tab: <PasswordTab />, signedInAt: minutesAgo(9) });
    await vi.waitFor(() => expect(sent('GET /users/me/sessions')).toHaveLength(1));
    expect(screen.queryByText(/sign in again with a provider/)).toBeNull();
  });

  it('goes by mail where the provider is not offered any more', async () => {
    const account = { ...github, isEnabled: false };
    await open({ tab: <PasswordTab />, signedInAt: minutesAgo(11), account, sendsMail: true });
    const link = await screen.findByRole('link', { name: 'Request a link' });
    expect(link.getAttribute('href')).toBe('/auth/forgotPassword');
  });

  it('is up to the administrator where there is no mail either', async () => {
    const account = { ...github, isEnabled: false };
    await open({ tab: <PasswordTab />, signedInAt: minutesAgo(11), account });
    expect(await screen.findByText(/Ask your administrator to set a password/)).toBeTruthy();
  });
});

describe('a new address that waits for its confirmation', () => {
  it('is sent its link again without a password', async () => {
    const waiting = { ...user, pendingEmail: 'new@example.org' };
    const sent = await open({
      tab: <ProfileTab />,
      sendsMail: true,
      answers: {
        'GET /users/me': () => ({ status: 200, body: waiting }),
        'PATCH /users/me': () => ({ status: 200, body: waiting }),
      },
    });
    await click('Send link again');
    expect(await screen.findByText(/emailed a link to new@example.org/)).toBeTruthy();
    expect(sent('PATCH /users/me')).toEqual([{ email: 'new@example.org' }]);
  });
});

describe('the first password', () => {
  it('is set, and said', async () => {
    await open({
      tab: <PasswordTab />,
      answers: { 'PATCH /auth/password': () => ({ status: 204 }) },
    });
    await userEvent.type(screen.getByLabelText('New password'), 'correct horse battery{Enter}');
    expect(await screen.findByText('Password set. All your other sessions have ended.')).toBeTruthy();
  });
});
