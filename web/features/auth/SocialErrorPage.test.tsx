import { cleanup, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { User } from '#sdk/browser.js';
import { oauthErrors } from '#sdk/contract/oauth.js';
import { saveReturnPath } from '../../lib/saved-return-path.ts';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { SocialErrorPage } from './SocialErrorPage.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const open = (params: Record<string, string>, user: User | null = null) =>
  renderPage(
    <CurrentUserContext value={user}>
      <SocialErrorPage />
    </CurrentUserContext>,
    `/error?${new URLSearchParams(params)}`,
  );
const paragraphs = () => screen.getAllByRole('paragraph').map(({ textContent }) => textContent);
const wayOn = () => screen.getAllByRole('link')[0];

/** As the specification words them. */
const texts = {
  default: 'Something went wrong.',
  access_denied: 'You canceled the authentication process, please try again.',
  expired_token: 'The authentication process took too long, please try again.',
  invalid_token: 'Internal Error.',
  no_user: "User linked to this Discord account doesn't exist.",
  no_email: "Can't get email address from this Discord account.",
  already_linked: 'This Discord account is already linked to another account.',
  not_linked: "This Discord account haven't linked to any account yet.",
  unverified_account: 'This Discord account is unverified, please try again after verification.',
  discord_guild_permission_denied: 'You are not allowed to sign in.',
  group_not_allowed: 'None of your groups may sign in here.',
  cannot_get_user_info: 'Can not get your user info from this Discord account.',
} as const satisfies Record<(typeof oauthErrors)[number], string>;

it.each(oauthErrors)('says what %s is, and what to do', async (error) => {
  await open({ error, params: 'discord' });
  const [text, next, ...others] = paragraphs();
  expect([text, others]).toEqual([texts[error], []]);
  expect(next?.length).toBeGreaterThan(20);
});

describe('an address that the server did not make', () => {
  it.each([{}, { error: 'no_such_code' }, { error: '<b>Your account is locked</b>' }, { error: 'toString' }])(
    'shows nothing of it: %j',
    async (params) => {
      await open(params);
      expect(paragraphs()[0]).toBe('Something went wrong.');
    },
  );

  it('names no provider that there is not', async () => {
    await open({ error: 'no_email', params: 'evil.example' });
    expect(paragraphs()[0]).toBe("Can't get email address from this provider account.");
  });
});

describe('the way on', () => {
  it('is to sign in, and to come to where the first try was to lead', async () => {
    saveReturnPath('/s/abc');
    await open({ error: 'access_denied', params: 'github' });
    expect([wayOn()?.textContent, wayOn()?.getAttribute('href')]).toEqual([
      'Sign in',
      '/auth/signIn?from=%2Fs%2Fabc',
    ]);
  });

  it('is back to where whoever is signed in was to confirm that it is them', async () => {
    saveReturnPath('/account/apiKeys');
    await open({ error: 'access_denied', params: 'github' }, sampleUser);
    expect([wayOn()?.textContent, wayOn()?.getAttribute('href')]).toEqual(['Go back', '/account/apiKeys']);
  });

  it('is to the account for whoever is signed in', async () => {
    await open({ error: 'already_linked', params: 'github' }, sampleUser);
    expect(screen.getByRole('heading', { name: 'Nothing has changed' })).toBeTruthy();
    expect([wayOn()?.textContent, wayOn()?.getAttribute('href')]).toEqual([
      'Go to account',
      '/account/social',
    ]);
  });
});
