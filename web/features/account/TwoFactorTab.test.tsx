import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import type { CurrentUser } from '#sdk/contract/users.js';
import { client } from '../../lib/sdk.ts';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { TwoFactorTab } from './TwoFactorTab.tsx';

const enrolment = { totpAuthUrl: 'otpauth://totp/x', totpSecret: 'JBSWY3DPEHPK3PXP', qrCode: 'data:,' };
const recoveryCodes = ['abcde-fghij', 'klmno-pqrst'];

beforeEach(() => {
  vi.spyOn(client.totp, 'enable').mockResolvedValue(enrolment);
  vi.spyOn(client.session, 'restore').mockResolvedValue(null);
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const show = (totpEnabled: boolean) =>
  renderPage(
    <CurrentUserContext value={{ username: 'mia', totpEnabled } as CurrentUser}>
      <TwoFactorTab />
    </CurrentUserContext>,
  );

async function scan() {
  await show(false);
  await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
  await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
  await userEvent.type(await screen.findByLabelText('Code'), '123456');
  await userEvent.click(screen.getByRole('button', { name: 'Turn on' }));
}

describe('turning two-factor sign-in on', () => {
  it('proves the first code with the password of the step before, and shows the recovery codes', async () => {
    const verify = vi.spyOn(client.totp, 'verify').mockResolvedValue({ recoveryCodes });
    await scan();
    expect(await screen.findByText('abcde-fghij')).toBeTruthy();
    expect(verify).toHaveBeenCalledWith({ body: { code: '123456', password: 'correct horse' } });
  });

  it('does not hide the recovery codes until they are kept', async () => {
    vi.spyOn(client.totp, 'verify').mockResolvedValue({ recoveryCodes });
    await scan();
    await screen.findByText('abcde-fghij');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByText('klmno-pqrst')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: "I've saved them" }));
    await vi.waitFor(() => expect(screen.queryByText('klmno-pqrst')).toBeNull());
  });

  it('says at the code that it is wrong', async () => {
    vi.spyOn(client.totp, 'verify').mockRejectedValue(new AppError('totp_wrong'));
    await scan();
    expect((await screen.findByRole('alert')).textContent).toContain('The code is incorrect');
    expect(screen.getByLabelText('Code').getAttribute('aria-invalid')).toBe('true');
  });

  it('asks for no code before the password is right', async () => {
    vi.spyOn(client.totp, 'enable').mockRejectedValue(new AppError('password_wrong'));
    await show(false);
    await userEvent.type(screen.getByLabelText('Current password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Set up' }));
    expect((await screen.findByRole('alert')).textContent).toBe(
      'The current password is incorrect. Try again.',
    );
    expect(screen.queryByLabelText('Code')).toBeNull();
  });
});

describe('while two-factor sign-in is on', () => {
  it('is turned off with password and code', async () => {
    const disable = vi.spyOn(client.totp, 'disable').mockResolvedValue(undefined);
    await show(true);
    await userEvent.click(screen.getByRole('button', { name: 'Turn off' }));
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('Code'), 'abcde-fghij{Enter}');
    await vi.waitFor(() => expect(disable).toHaveBeenCalledOnce());
    expect(disable.mock.calls[0]?.[0]).toEqual({ body: { password: 'correct horse', code: 'abcde-fghij' } });
  });

  it('gives new recovery codes', async () => {
    vi.spyOn(client.totp, 'renewRecoveryCodes').mockResolvedValue({ recoveryCodes });
    await show(true);
    await userEvent.click(screen.getByRole('button', { name: 'Generate new recovery codes' }));
    await userEvent.type(screen.getByLabelText('Current password'), 'correct horse');
    await userEvent.type(screen.getByLabelText('Code'), '123456{Enter}');
    expect(await screen.findByText('klmno-pqrst')).toBeTruthy();
  });
});
