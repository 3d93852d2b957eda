import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ConfirmEmailPage } from './ConfirmEmailPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const button = () => screen.findByRole('button', { name: 'Confirm address' });

it('confirms once, however often it is clicked', async () => {
  let isUsed = false;
  const requests = stubServer({
    'GET /users/me': () => ({ status: 200, body: sampleUser }),
    'POST /auth/confirmEmail': () => {
      const answer = isUsed ? refuse('link_invalid') : { status: 204 };
      isUsed = true;
      return answer;
    },
  });
  await renderPage(<ConfirmEmailPage />, '/auth/confirmEmail#token=secret-token');
  await userEvent.dblClick(await button());
  expect(await screen.findByRole('heading', { name: 'Your email address has changed' })).toBeTruthy();
  const sent = requests.filter(({ route }) => route === 'POST /auth/confirmEmail');
  expect(sent.map(({ body }) => body)).toEqual([{ token: 'secret-token' }]);
});

it('can be tried again after a failure', async () => {
  const requests = stubServer({
    'POST /auth/confirmEmail': () => refuse('email_taken'),
  });
  await renderPage(<ConfirmEmailPage />, '/auth/confirmEmail#token=secret-token');
  await userEvent.click(await button());
  await screen.findByRole('alert');
  await userEvent.click(await button());
  await vi.waitFor(() => expect(requests).toHaveLength(2));
});
