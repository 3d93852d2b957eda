import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { OauthStatus } from '#sdk/contract/oauth.js';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { LinkedAccountsTab } from './LinkedAccountsTab.tsx';

const linkedAt = '2026-01-01T00:00:00.000Z';
const github: OauthStatus = { provider: 'github', isEnabled: true, account: { name: 'octo-mia', linkedAt } };
const google: OauthStatus = { provider: 'google', isEnabled: true, account: null };
const discord: OauthStatus = { provider: 'discord', isEnabled: false, account: { name: null, linkedAt } };

const leave = vi.spyOn(window.location, 'assign').mockImplementation(() => {});

afterEach(() => {
  cleanup();
  leave.mockClear();
  vi.unstubAllGlobals();
});

interface Given {
  accounts: readonly OauthStatus[];
  hasPassword?: boolean;
  answers?: Parameters<typeof stubServer>[0];
  path?: string;
}

async function open({ accounts, hasPassword = true, answers = {}, path = '/account/social' }: Given) {
  const requests = stubServer({
    'GET /oauth/status': () => ({ status: 200, body: accounts }),
    'GET /users/me/sessions': () => ({ status: 200, body: [] }),
    ...answers,
  });
  await renderPage(
    <CurrentUserContext value={{ ...sampleUser, hasPassword }}>
      <LinkedAccountsTab />
      <Search />
    </CurrentUserContext>,
    path,
  );
  await screen.findByRole('list');
  return (route: string) => requests.filter((request) => request.route === route).map(({ body }) => body);
}

/** What a reload would show again. */
const Search = () => <output data-testid="search">{useLocation().search}</output>;

const itemOf = (name: string) => {
  const item = screen.getAllByRole('listitem').find((element) => element.textContent?.startsWith(name));
  if (!item) throw new Error(`no ${name}`);
  return within(item);
};
const click = (name: string) => userEvent.click(screen.getByRole('button', { name }));

describe('the linked accounts', () => {
  it('say for each provider how the account there is called and since when it is linked', async () => {
    await open({ accounts: [github, google, discord] });
    expect(itemOf('GitHub').getByText(/octo-mia/)).toBeTruthy();
    expect(itemOf('GitHub').getByText(/^linked /)).toBeTruthy();
    expect(itemOf('Google').getByText('Not linked')).toBeTruthy();
    expect(itemOf('Discord').getByText(/switched off and can't be used to sign in/)).toBeTruthy();
  });

  it('say what was linked a moment ago, and nothing that is not', async () => {
    await open({ accounts: [github, google], path: '/account/social?linked=github' });
    expect(screen.getByText(/^Your GitHub account is linked/)).toBeTruthy();
    await vi.waitFor(() => expect(screen.getByTestId('search').textContent).toBe(''));
    expect(screen.getByText(/^Your GitHub account is linked/)).toBeTruthy();
    cleanup();
    await open({ accounts: [github, google], path: '/account/social?linked=google' });
    expect(screen.queryByText(/account is linked/)).toBeNull();
  });

  it('explain what cannot be unlinked, and lead to a password', async () => {
    await open({ accounts: [github, google, discord], hasPassword: false });
    expect(itemOf('GitHub').getByText('Your only way to sign in')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Unlink GitHub' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Unlink Discord' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Set a password' }).getAttribute('href')).toBe(
      '/account/password',
    );
  });

  it('cannot be unlinked where none is offered any more, and say what to do then', async () => {
    await open({ accounts: [google, discord], hasPassword: false });
    expect(screen.queryByRole('button', { name: 'Unlink Discord' })).toBeNull();
    expect(screen.queryByText('Your only way to sign in')).toBeNull();
    expect(screen.getByText(/Ask your administrator to set a password/)).toBeTruthy();
  });

  it('can all be unlinked where there is another way in', async () => {
    const linked = { ...google, account: { name: 'mia', linkedAt } };
    await open({ accounts: [github, linked], hasPassword: false });
    expect(screen.getByRole('button', { name: 'Unlink GitHub' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Unlink Google' })).toBeTruthy();
  });
});

describe('linking', () => {
  const url = 'https://accounts.example.org/authorize?state=x';
  const link = { 'POST /oauth/link/google': () => ({ status: 200, body: { url } }) };

  it('asks for the password and leaves for the provider', async () => {
    const sent = await open({ accounts: [google], answers: link });
    await click('Link Google');
    await click('Continue to Google');
    expect((await screen.findByRole('alert')).textContent).toBe('This field is required');
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse{Enter}');
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(url));
    expect(sent('POST /oauth/link/google')).toEqual([{ password: 'correct horse' }]);
  });

  it('asks for no password that there is not', async () => {
    const sent = await open({ accounts: [google, github], hasPassword: false, answers: link });
    await click('Link Google');
    expect(screen.queryByLabelText('Current password')).toBeNull();
    await click('Continue to Google');
    await vi.waitFor(() => expect(leave).toHaveBeenCalledWith(url));
    expect(sent('POST /oauth/link/google')).toEqual([{}]);
  });

  it('says at the password that it is wrong', async () => {
    const answers = { 'POST /oauth/link/google': () => refuse('password_wrong') };
    await open({ accounts: [google], answers });
    await click('Link Google');
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The current password is incorrect. Try again.',
    );
    expect(leave).not.toHaveBeenCalled();
  });
});

describe('unlinking', () => {
  it('names what is lost, asks for the password, and shows the account as not linked', async () => {
    const accounts = [github];
    const sent = await open({
      accounts,
      answers: {
        'POST /oauth/unlink/github': () => {
          accounts[0] = { ...github, account: null };
          return { status: 204 };
        },
      },
    });
    await click('Unlink GitHub');
    const dialog = screen.getByRole('dialog', { name: 'Unlink GitHub?' });
    expect(dialog.textContent).toContain('make sure you know your password');
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse{Enter}');
    expect(await screen.findByText('GitHub unlinked')).toBeTruthy();
    expect(await screen.findByRole('button', { name: 'Link GitHub' })).toBeTruthy();
    expect(sent('POST /oauth/unlink/github')).toEqual([{ password: 'correct horse' }]);
  });

  it('tells that it was the last way in when that has changed meanwhile', async () => {
    const answers = {
      'POST /oauth/unlink/github': () => refuse('last_sign_in_method', { provider: 'github' }),
    };
    await open({ accounts: [github], answers });
    await click('Unlink GitHub');
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse{Enter}');
    expect((await screen.findByRole('alert')).textContent).toMatch(/^GitHub is your only way to sign in/);
  });
});
