import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { ForgotPasswordPage } from './ForgotPasswordPage.tsx';

afterEach(cleanup);

async function show(sendsMail: boolean) {
  const value = configFrom([
    { key: 'smtp.enabled', type: 'boolean', value: String(sendsMail), defaultValue: 'false' },
  ]);
  await renderPage(
    <ConfigContext value={value}>
      <ForgotPasswordPage />
    </ConfigContext>,
  );
}

it('asks for the address where mails are sent', async () => {
  await show(true);
  const field = screen.getByLabelText('Email address');
  expect([field.getAttribute('autocapitalize'), field.getAttribute('spellcheck')]).toEqual(['none', 'false']);
});

it('says what is wrong with an address that is left, but of an empty field only when it is sent', async () => {
  await show(true);
  const field = screen.getByLabelText('Email address');
  await userEvent.tab();
  await userEvent.tab({ shift: true });
  expect(field.getAttribute('aria-invalid')).toBe('false');
  await userEvent.keyboard('{Enter}');
  expect(await screen.findByText('This field is required')).toBeTruthy();
  await userEvent.type(field, 'mia');
  await userEvent.tab();
  expect(await screen.findByText('Invalid email address')).toBeTruthy();
});

it('names the administrator where none are, and asks for nothing', async () => {
  await show(false);
  expect(screen.getByText(/doesn't send email. Ask your administrator/)).toBeTruthy();
  expect(screen.queryByRole('textbox')).toBe(null);
  expect(screen.getByRole('link', { name: 'Back to sign-in' })).toBeTruthy();
});
