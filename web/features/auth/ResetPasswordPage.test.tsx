import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ResetPasswordPage } from './ResetPasswordPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Address() {
  const { pathname, search, hash, ...rest } = useLocation();
  const state: unknown = rest.state;
  return <output>{JSON.stringify([pathname + search + hash, state])}</output>;
}

const open = (hash: string) =>
  renderPage(
    <>
      <ResetPasswordPage />
      <Address />
    </>,
    `/auth/resetPassword${hash}`,
  );

const address = (): unknown => JSON.parse(document.querySelector('output')?.textContent ?? '');

describe('the page of a mailed link', () => {
  it('takes the token out of the address at once, sets the password and leads to the sign-in page', async () => {
    const requests = stubServer({
      'POST /auth/resetPassword': () => ({ status: 204 }),
      'GET /users/me': () => ({ status: 200, body: null }),
    });
    await open('#token=secret-token');
    expect(address()).toEqual(['/auth/resetPassword', null]);
    await userEvent.type(screen.getByLabelText('New password'), 'a few random words{Enter}');
    await vi.waitFor(() => expect(address()).toEqual(['/auth/signIn', { notice: 'passwordSet' }]));
    expect(requests[0]?.body).toEqual({ token: 'secret-token', password: 'a few random words' });
  });

  it('greets whoever was invited', async () => {
    await open('#token=secret-token&invitation=1');
    expect(screen.getByRole('heading', { name: 'Welcome to Fileshare' })).toBeTruthy();
  });

  it('offers a new link when this one is used up', async () => {
    stubServer({ 'POST /auth/resetPassword': () => refuse('link_invalid') });
    await open('#token=secret-token');
    await userEvent.type(screen.getByLabelText('New password'), 'a few random words{Enter}');
    const heading = await screen.findByRole('heading', { name: 'This link no longer works' });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByRole('link', { name: 'Request a new link' }).getAttribute('href')).toBe(
      '/auth/forgotPassword',
    );
  });

  it('keeps the link for another try after a common password', async () => {
    stubServer({ 'POST /auth/resetPassword': () => refuse('password_too_common') });
    await open('#token=secret-token');
    await userEvent.type(screen.getByLabelText('New password'), 'password1{Enter}');
    expect(await screen.findByText(/too common and easy to guess/)).toBeTruthy();
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  });

  it('says that a link without token is not complete', async () => {
    await open('');
    expect(screen.getByRole('heading', { name: 'This link is incomplete' })).toBeTruthy();
  });
});
