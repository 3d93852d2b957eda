import { cleanup, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { SignInPage } from './SignInPage.tsx';
import { SignUpPage } from './SignUpPage.tsx';

beforeEach(() => sessionStorage.clear());
afterEach(cleanup);

const both = { 'oauth.github-enabled': 'true', 'oauth.oidc-enabled': 'true' };

async function show(page: ReactNode, path: string, values: Record<string, string>) {
  const config = configFrom(
    Object.entries(values).map(([key, value]) => ({ key, type: 'string', value, defaultValue: '' })),
  );
  await renderPage(<ConfigContext value={config}>{page}</ConfigContext>, path);
}

const links = () =>
  screen
    .queryAllByRole('link', { name: /^Continue with/ })
    .map((link) => [link.textContent, link.getAttribute('href')]);

describe('signing in', () => {
  it('offers every enabled provider, each leading back to where the visitor was', async () => {
    await show(<SignInPage />, '/auth/signIn?from=%2Fs%2Fabc%3Fx%3D1', both);
    expect(links()).toEqual([
      ['Continue with GitHub', '/api/oauth/auth/github?from=%2Fs%2Fabc%3Fx%3D1'],
      ['Continue with OpenID Connect', '/api/oauth/auth/oidc?from=%2Fs%2Fabc%3Fx%3D1'],
    ]);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example'])(
    'leads to no other site: %s',
    async (from) => {
      await show(<SignInPage />, `/auth/signIn?${new URLSearchParams({ from })}`, both);
      expect(links()[0]?.[1]).toBe('/api/oauth/auth/github?from=%2Fupload');
    },
  );

  it('leads to the public address where this is another one, for the provider leads back there', async () => {
    await show(<SignInPage />, '/auth/signIn', { ...both, 'general.appUrl': 'https://files.example.org' });
    expect(links()[0]?.[1]).toBe('https://files.example.org/api/oauth/auth/github?from=%2Fupload');
  });

  it('takes the address at which the server listens for the public one, when none is set', async () => {
    const value = configFrom([
      { key: 'oauth.github-enabled', type: 'boolean', value: 'true', defaultValue: 'false' },
      { key: 'general.appUrl', type: 'string', value: null, defaultValue: 'http://localhost:4711' },
    ]);
    await renderPage(
      <ConfigContext value={value}>
        <SignInPage />
      </ConfigContext>,
      '/auth/signIn',
    );
    expect(links()[0]?.[1]).toBe('http://localhost:4711/api/oauth/auth/github?from=%2Fupload');
  });

  it('offers none where none is enabled', async () => {
    await show(<SignInPage />, '/auth/signIn', {});
    expect(links()).toEqual([]);
    expect(screen.queryByText('or')).toBeNull();
  });

  it.each([
    ['the form', { 'share.allowRegistration': 'true' }, true],
    ['a provider', { 'share.allowRegistration': 'false', ...both }, true],
    ['nothing', { 'share.allowRegistration': 'false' }, false],
    [
      'no provider',
      { 'share.allowRegistration': 'false', 'oauth.allowRegistration': 'false', ...both },
      false,
    ],
  ])('shows the way to a new account when %s makes one', async (_, values, isShown) => {
    await show(<SignInPage />, '/auth/signIn', values);
    expect(screen.queryByRole('link', { name: 'Create an account' }) !== null).toBe(isShown);
  });
});

describe('signing up', () => {
  const form = () => screen.queryByLabelText('Password');

  it('offers the form and the providers', async () => {
    await show(<SignUpPage />, '/auth/signUp', { 'share.allowRegistration': 'true', ...both });
    expect(form()).not.toBeNull();
    expect(links()).toHaveLength(2);
  });

  it('offers the providers alone where the form makes no accounts', async () => {
    await show(<SignUpPage />, '/auth/signUp', { 'share.allowRegistration': 'false', ...both });
    expect(form()).toBeNull();
    expect(links()).toHaveLength(2);
    expect(screen.queryByText('or')).toBeNull();
  });

  it('leaves out the providers where they make no accounts', async () => {
    const values = { 'share.allowRegistration': 'true', 'oauth.allowRegistration': 'false', ...both };
    await show(<SignUpPage />, '/auth/signUp', values);
    expect(form()).not.toBeNull();
    expect(links()).toEqual([]);
  });

  it('says so where nothing makes accounts', async () => {
    const values = { 'share.allowRegistration': 'false', 'oauth.allowRegistration': 'false', ...both };
    await show(<SignUpPage />, '/auth/signUp', values);
    expect(screen.getByRole('heading', { name: 'Registration is closed' })).toBeTruthy();
    expect(links()).toEqual([]);
  });
});
