import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { ManagedUser } from '#sdk/contract/users.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { client } from '../../lib/sdk.ts';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { UserActionDialog } from './UserActionDialog.tsx';
import { CreateUserDialog, EditUserDialog } from './UserDialog.tsx';

const mia = {
  id: 'f'.repeat(32),
  username: 'mia',
  displayName: null,
  email: 'mia@example.org',
  isAdmin: true,
  hasPassword: true,
  totpEnabled: false,
  createdAt: '2025-01-01T00:00:00.000Z',
  isDisabled: false,
  quota: 50_000_000_000,
  shares: 3,
  size: 2_300_000_000,
  lastSignInAt: null,
} as unknown as ManagedUser;

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a new user', () => {
  async function show(sendsMail: boolean) {
    const value = configFrom([
      { key: 'smtp.enabled', type: 'boolean', value: String(sendsMail), defaultValue: 'false' },
    ]);
    await renderPage(
      <ConfigContext value={value}>
        <CreateUserDialog onClose={() => {}} />
      </ConfigContext>,
    );
    await userEvent.type(screen.getByLabelText('Username'), 'mia');
    await userEvent.type(screen.getByLabelText('Email address'), 'mia@example.org');
    return vi.spyOn(client.users, 'create').mockResolvedValue(mia);
  }

  it('is invited where mails are sent', async () => {
    const create = await show(true);
    await userEvent.click(screen.getByRole('button', { name: 'Create and invite' }));
    expect(await screen.findByText('The invitation is on its way to mia@example.org')).toBeTruthy();
    expect(create.mock.calls[0]?.[0]).toEqual({
      body: { username: 'mia', email: 'mia@example.org', isAdmin: false, quota: null },
    });
  });

  it('needs a password where none are', async () => {
    const create = await show(false);
    const box = screen.getByRole('checkbox', { name: /^Set a password myself/ });
    expect(box.matches(':checked:disabled')).toBe(true);
    expect(screen.getByText(/doesn't send email/)).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Create user' }));
    expect(await screen.findByText('This field is required')).toBeTruthy();
    expect(create).not.toHaveBeenCalled();
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('button', { name: 'Create user' }));
    await vi.waitFor(() => expect(create.mock.calls[0]?.[0]?.body.password).toBe('correct horse'));
  });

  it('forgets a password that is not wanted any more', async () => {
    const create = await show(true);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Set a password myself/ }));
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse');
    await userEvent.click(screen.getByRole('checkbox', { name: /^Set a password myself/ }));
    await userEvent.click(screen.getByRole('button', { name: 'Create and invite' }));
    await vi.waitFor(() => expect(create).toHaveBeenCalledOnce());
    expect(create.mock.calls[0]?.[0]?.body).not.toHaveProperty('password');
  });

  it('says at the name that it is taken', async () => {
    const create = await show(true);
    create.mockRejectedValue(new AppError('username_taken'));
    await userEvent.click(screen.getByRole('button', { name: 'Create and invite' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'This username is already in use. Choose another one.',
    );
    expect(screen.getByLabelText('Username').getAttribute('aria-invalid')).toBe('true');
  });
});

/** The second click comes before the first has drawn anything. */
async function clickTwice(button: HTMLElement) {
  await userEvent.setup({ delay: null }).dblClick(button);
}

describe('editing a user', () => {
  async function show(onClose = () => {}) {
    await renderPage(<EditUserDialog user={mia} onClose={onClose} />);
    return vi.spyOn(client.users, 'update').mockResolvedValue(mia);
  }
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));

  it('sends only what was changed', async () => {
    const update = await show();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Disabled/ }));
    await userEvent.clear(screen.getByLabelText('Limit'));
    await userEvent.type(screen.getByLabelText('Limit'), '2.5');
    await save();
    await vi.waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[0]).toEqual({
      params: { id: mia.id },
      body: { isDisabled: true, quota: 2_500_000_000 },
    });
  });

  it('changes the display name, and removes it when it is cleared', async () => {
    const update = await show();
    await userEvent.type(screen.getByLabelText(/^Display name/), 'Mia');
    await save();
    await vi.waitFor(() => expect(update.mock.calls[0]?.[0]?.body).toEqual({ displayName: 'Mia' }));
    cleanup();
    await renderPage(<EditUserDialog user={{ ...mia, displayName: 'Mia' }} onClose={() => {}} />);
    await userEvent.clear(screen.getByLabelText(/^Display name/));
    await save();
    await vi.waitFor(() => expect(update.mock.calls[1]?.[0]?.body).toEqual({ displayName: null }));
  });

  it('sends nothing when nothing was changed', async () => {
    const onClose = vi.fn<() => void>();
    const update = await show(onClose);
    await save();
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(update).not.toHaveBeenCalled();
  });

  it('takes no quota that is no number', async () => {
    const update = await show();
    await userEvent.type(screen.getByLabelText('Limit'), 'x');
    await save();
    expect(await screen.findByText('Must be a number')).toBeTruthy();
    expect(update).not.toHaveBeenCalled();
  });

  it('goes back to the quota of the instance', async () => {
    const update = await show();
    await userEvent.selectOptions(screen.getByLabelText('Storage limit'), 'Default (no limit)');
    await save();
    await vi.waitFor(() => expect(update.mock.calls[0]?.[0]?.body).toEqual({ quota: null }));
  });

  it('takes nothing from oneself, and leads to the account page', async () => {
    await renderPage(
      <CurrentUserContext value={mia}>
        <EditUserDialog user={mia} onClose={() => {}} />
      </CurrentUserContext>,
    );
    expect(screen.getByRole('link', { name: /account page/ }).getAttribute('href')).toBe('/account');
    expect(screen.queryByLabelText('Username')).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    expect(screen.getByLabelText('Storage limit')).toBeTruthy();
  });

  it('is saved once by a double click', async () => {
    const onClose = vi.fn<() => void>();
    const update = await show(onClose);
    await userEvent.click(screen.getByRole('checkbox', { name: /^Disabled/ }));
    await clickTwice(screen.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(update).toHaveBeenCalledOnce();
  });

  it('says in words that the last administrator stays one', async () => {
    const update = await show();
    update.mockRejectedValue(new AppError('last_admin'));
    await userEvent.click(screen.getByRole('checkbox', { name: /^Administrator/ }));
    await save();
    expect((await screen.findByRole('alert')).textContent).toContain('the last administrator');
  });
});

describe('deleting a user', () => {
  it('names what goes with the account', async () => {
    const remove = vi.spyOn(client.users, 'remove').mockResolvedValue(undefined);
    await renderPage(<UserActionDialog user={mia} action="remove" onClose={() => {}} />);
    expect(screen.getByRole('dialog', { name: 'Delete mia?' }).textContent).toContain('3 shares (2.3 GB)');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(remove).toHaveBeenCalledWith({ params: { id: mia.id } });
  });

  it('is done once by a double click, and can be tried again after a failure', async () => {
    const onClose = vi.fn<() => void>();
    const remove = vi
      .spyOn(client.users, 'remove')
      .mockRejectedValueOnce(new AppError('overloaded', { seconds: 1 }));
    await renderPage(<UserActionDialog user={mia} action="remove" onClose={onClose} />);
    await clickTwice(screen.getByRole('button', { name: 'Delete' }));
    await screen.findByRole('alert');
    expect(remove).toHaveBeenCalledOnce();

    remove.mockResolvedValueOnce(undefined).mockRejectedValue(new AppError('user_not_found'));
    await clickTwice(screen.getByRole('button', { name: 'Delete' }));
    await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(remove).toHaveBeenCalledTimes(2);
  });
});
