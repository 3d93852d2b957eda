import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#sdk/browser.js';
import { paths } from '../../app/paths.ts';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, type StubRequest, stubServer } from '../../testing/stub-server.ts';
import { SignInPage } from './SignInPage.tsx';

const session = { user: sampleUser, accessTokenExpiresAt: sampleUser.accessTokenExpiresAt };
let answer: { status: number; body?: unknown };
let requests: StubRequest[];

beforeEach(() => {
  answer = { status: 200, body: session };
  requests = stubServer({
    'POST /auth/signIn/totp': () => answer,
    'GET /users/me': () => ({ status: 200, body: sampleUser }),
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search } = useLocation();
  return <output>{pathname + search}</output>;
}

const open = (user: User | null = null) =>
  renderPage(
    <CurrentUserContext value={user}>
      <Routes>
        <Route path={paths.signIn} element={<SignInPage />} />
        <Route path="*" element={null} />
      </Routes>
      <Address />
    </CurrentUserContext>,
    '/auth/signIn?step=code&from=%2Fs%2Fabc',
  );
const address = () => screen.getByText(/^\//).textContent;
const typeCode = async () => userEvent.type(await screen.findByLabelText('Six-digit code'), '123456');

it('sends the code alone, and leads back to where the visitor was', async () => {
  await open();
  await typeCode();
  await vi.waitFor(() => expect(address()).toBe('/s/abc'));
  expect(requests[0]).toEqual({
    route: 'POST /auth/signIn/totp',
    body: { totp: '123456', transport: 'cookie' },
  });
});

it('asks also whoever is signed in and confirms it at a provider', async () => {
  await open(sampleUser);
  expect(address()).toBe('/auth/signIn?step=code&from=%2Fs%2Fabc');
  await typeCode();
  await vi.waitFor(() => expect(address()).toBe('/s/abc'));
});

it('takes another code after a wrong one', async () => {
  answer = refuse('totp_wrong');
  await open();
  await typeCode();
  expect(await screen.findByText(/The code is incorrect/)).toBeTruthy();
  expect(screen.getByLabelText<HTMLInputElement>('Six-digit code').value).toBe('');
});

it('leads to the beginning when the step is over, the way back included', async () => {
  answer = refuse('login_token_invalid');
  await open();
  await typeCode();
  const heading = await screen.findByRole('heading', { name: 'This sign-in has ended' });
  expect(document.activeElement).toBe(heading);
  await userEvent.click(screen.getByRole('link', { name: 'Sign in' }));
  expect(address()).toBe('/auth/signIn?from=%2Fs%2Fabc');
  expect(screen.getByLabelText('Password')).toBeTruthy();
});

it('leads to the beginning on request', async () => {
  await open();
  await userEvent.click(await screen.findByRole('button', { name: 'Sign in another way' }));
  expect(address()).toBe('/auth/signIn?from=%2Fs%2Fabc');
});
