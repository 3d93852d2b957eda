import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ProfileTab } from './ProfileTab.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const withMail = configFrom([{ key: 'smtp.enabled', type: 'boolean', value: 'true', defaultValue: 'false' }]);

async function open(update: () => ReturnType<typeof refuse>) {
  const requests = stubServer({
    'GET /users/me': () => ({ status: 200, body: sampleUser }),
    'PATCH /users/me': update,
  });
  await renderPage(
    <ConfigContext value={withMail}>
      <ProfileTab />
    </ConfigContext>,
  );
  await screen.findByLabelText('Username');
  return () => requests.filter(({ route }) => route.startsWith('PATCH')).map(({ body }) => body);
}

async function rename(name: string) {
  const field = screen.getByLabelText('Username');
  await userEvent.clear(field);
  await userEvent.type(field, name);
  await userEvent.type(screen.getByLabelText('Current password'), 'secret{Enter}');
}

describe('the profile', () => {
  it('asks for the password only when something changes, and sends just that', async () => {
    const sent = await open(() => ({ status: 200, body: { ...sampleUser, username: 'mia2' } }));
    expect(screen.queryByLabelText('Current password')).toBe(null);
    await rename('mia2');
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent()).toEqual([{ username: 'mia2', password: 'secret' }]);
    expect(screen.queryByLabelText('Current password')).toBe(null);
  });

  it('saves the display name without a password, and an empty one as none', async () => {
    const names = ['Anna', null];
    const sent = await open(() => ({ status: 200, body: { ...sampleUser, displayName: names.shift() } }));
    const field = screen.getByLabelText(/^Display name/);
    const save = screen.getByRole('button', { name: 'Save' });
    expect(save.matches(':disabled')).toBe(true);
    await userEvent.type(field, 'Anna');
    await userEvent.click(save);
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(screen.queryByLabelText('Current password')).toBe(null);
    await userEvent.clear(field);
    expect(screen.queryByText('Saved.')).toBe(null);
    await userEvent.click(save);
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent()).toEqual([{ displayName: 'Anna' }, { displayName: null }]);
  });

  it('saves all fields together, and never without the password where one is needed', async () => {
    const sent = await open(() => ({
      status: 200,
      body: { ...sampleUser, displayName: 'Mia M.', username: 'mia2' },
    }));
    await userEvent.type(screen.getByLabelText(/^Display name/), 'Mia M.');
    await userEvent.type(screen.getByLabelText('Username'), '2');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    const password = screen.getByLabelText('Current password');
    await waitFor(() => expect(password.getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toEqual([]);
    await userEvent.type(password, 'secret{Enter}');
    expect(await screen.findByText('Saved.')).toBeTruthy();
    expect(sent()).toEqual([{ displayName: 'Mia M.', username: 'mia2', password: 'secret' }]);
  });

  it.each([
    ['username_taken', 'Username', /This username is already in use/],
    ['password_wrong', 'Current password', /The current password is incorrect/],
  ] as const)('shows %s at its field', async (code, label, text) => {
    await open(() => refuse(code));
    await rename('anna');
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(screen.getByLabelText(label).getAttribute('aria-invalid')).toBe('true');
  });

  it('tells which address waits for its confirmation', async () => {
    const pendingEmail = 'new@example.org';
    await open(() => ({ status: 200, body: { ...sampleUser, pendingEmail } }));
    await rename('mia2');
    expect(await screen.findByText(/new@example.org is waiting for confirmation/)).toBeTruthy();
  });

  it('says that a new address needs its mailed link, and sends that again', async () => {
    const pendingEmail = 'new@example.org';
    const sent = await open(() => ({ status: 200, body: { ...sampleUser, pendingEmail } }));
    await userEvent.clear(screen.getByLabelText('Email address'));
    await userEvent.type(screen.getByLabelText('Email address'), pendingEmail);
    await userEvent.type(screen.getByLabelText('Current password'), 'secret{Enter}');
    const notice = await screen.findByText(/emailed a link to new@example.org/);
    expect(notice.textContent).toContain('Until then we keep using mia@example.org');
    expect(screen.queryByText('Saved.')).toBe(null);

    await userEvent.click(screen.getByRole('button', { name: 'Send link again' }));
    expect(document.activeElement).toBe(screen.getByLabelText('Current password'));
    await userEvent.keyboard('secret{Enter}');
    await screen.findByText(/emailed a link to new@example.org/);
    const request = { email: pendingEmail, password: 'secret' };
    expect(sent()).toEqual([request, request]);
  });
});
