import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { DeleteTab } from './DeleteTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const usage = { shares: 3, files: 1, size: 4_200_000_000, apiKeys: 1, quota: null };

async function ask() {
  await renderPage(
    <CurrentUserContext value={sampleUser}>
      <DeleteTab />
    </CurrentUserContext>,
  );
  await screen.findByText('3 shares with 1 file (4.2 GB)');
  await userEvent.type(screen.getByLabelText('Current password'), 'secret{Enter}');
  return within(await screen.findByRole('dialog'));
}

describe('the deletion of the own account', () => {
  it('names in the dialog what goes, and leaves it on second thoughts', async () => {
    const requests = stubServer({ 'GET /users/me/usage': () => ({ status: 200, body: usage }) });
    const dialog = await ask();
    expect(dialog.getByText('Delete your account “mia”?')).toBeTruthy();
    expect(
      dialog.getByText(
        /^Your account, 3 shares with 1 file \(4.2 GB\) and 1 API key will be permanently deleted/,
      ),
    ).toBeTruthy();
    const keep = dialog.getByRole('button', { name: 'Keep account' });
    expect(document.activeElement).toBe(keep);
    await userEvent.click(keep);
    expect(requests.map(({ route }) => route)).toEqual(['GET /users/me/usage']);
  });

  it('says at the field that the password is wrong', async () => {
    const requests = stubServer({
      'GET /users/me/usage': () => ({ status: 200, body: usage }),
      'DELETE /users/me': () => refuse('password_wrong'),
    });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect(await screen.findByText('The current password is incorrect. Try again.')).toBeTruthy();
    expect(requests.at(-1)).toEqual({
      route: 'DELETE /users/me',
      body: { password: 'secret', username: 'mia' },
    });
  });

  it('deletes nobody else who has signed in in another tab', async () => {
    const reload = vi.spyOn(window.location, 'reload').mockImplementation(() => {});
    stubServer({
      'GET /users/me/usage': () => ({ status: 200, body: usage }),
      'DELETE /users/me': () => refuse('other_account'),
    });
    const dialog = await ask();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
    expect((await screen.findByRole('alert')).textContent).toMatch(/now signed in to another account/);
    await userEvent.click(screen.getByRole('button', { name: 'Reload page' }));
    expect(reload).toHaveBeenCalledOnce();
  });
});
