import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { PasswordTab } from './PasswordTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(change: () => ReturnType<typeof refuse>) {
  const requests = stubServer({ 'PATCH /auth/password': change });
  await renderPage(
    <CurrentUserContext value={sampleUser}>
      <PasswordTab />
    </CurrentUserContext>,
  );
  return () => requests.map(({ body }) => body);
}

describe('another password', () => {
  it('needs the one that there is, and says so beside everything else that is wrong', async () => {
    const sent = await open(() => ({ status: 204 }));
    await userEvent.type(screen.getByLabelText('New password'), 'short');
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }));
    await vi.waitFor(() =>
      expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true'),
    );
    expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
    expect(sent()).toEqual([]);
  });

  it('is sent with it', async () => {
    const sent = await open(() => ({ status: 204 }));
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('New password'), 'another horse{Enter}');
    expect(await screen.findByText(/^Password changed/)).toBeTruthy();
    expect(sent()).toEqual([{ oldPassword: 'correct horse', password: 'another horse' }]);
  });

  it('says at the present one that it is wrong', async () => {
    await open(() => refuse('password_wrong'));
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong');
    await userEvent.type(screen.getByLabelText('New password'), 'another horse{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The current password is incorrect. Try again.',
    );
    expect(screen.getByLabelText('Current password').getAttribute('aria-invalid')).toBe('true');
  });
});
