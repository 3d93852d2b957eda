import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { refuse, type StubRequest, stubServer } from '../../testing/stub-server.ts';
import { SignInPage } from './SignInPage.tsx';

const challenge = { loginToken: 'login-token', expiresAt: '2099-01-01T00:00:00.000Z' };
let answers: { signIn: ReturnType<typeof refuse>; code: ReturnType<typeof refuse> };
let requests: StubRequest[];

beforeEach(() => {
  answers = { signIn: { status: 200, body: challenge }, code: refuse('totp_wrong') };
  requests = stubServer({
    'POST /auth/signIn': () => answers.signIn,
    'POST /auth/signIn/totp': () => answers.code,
  });
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function givePassword() {
  await renderPage(<SignInPage />);
  await userEvent.type(screen.getByLabelText('Email or username'), 'mia');
  await userEvent.type(screen.getByLabelText('Password'), 'secret{Enter}');
}

const codeField = () => screen.findByLabelText<HTMLInputElement>('Six-digit code');
const codesSent = () => requests.filter(({ route }) => route.endsWith('/totp')).map(({ body }) => body);

describe('the code step', () => {
  it('sends the code by itself at the sixth digit, leaving out all else', async () => {
    await givePassword();
    const field = await codeField();
    expect([field.autocomplete, field.inputMode]).toEqual(['one-time-code', 'numeric']);
    await userEvent.type(field, '12 34-5');
    expect(codesSent()).toEqual([]);
    await userEvent.type(field, '6');
    expect(await screen.findByText(/The code is incorrect/)).toBeTruthy();
    expect(codesSent()).toEqual([{ loginToken: 'login-token', totp: '123456', transport: 'cookie' }]);
    expect([field.value, document.activeElement]).toEqual(['', field]);
  });

  it('takes a recovery code instead', async () => {
    await givePassword();
    await codeField();
    await userEvent.click(screen.getByRole('button', { name: 'Use a recovery code' }));
    await userEvent.type(screen.getByLabelText('Recovery code'), ' abcde-fghij{Enter}');
    expect(await screen.findByText(/The code is incorrect/)).toBeTruthy();
    expect(codesSent()).toMatchObject([{ totp: 'abcde-fghij' }]);
  });

  it('leads back to the password with the reason when the step is over', async () => {
    answers.code = refuse('login_token_invalid');
    await givePassword();
    await userEvent.type(await codeField(), '123456');
    expect(await screen.findByText(/Signing in took too long/)).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>('Email or username').value).toBe('mia');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('');
  });

  it('leads back on request without a reproach', async () => {
    await givePassword();
    await codeField();
    await userEvent.click(screen.getByRole('button', { name: 'Back to password' }));
    expect(screen.getByLabelText('Password')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBe(null);
  });
});

describe('a forgotten password', () => {
  const open = (sendsMail: boolean) =>
    renderPage(
      <ConfigContext
        value={configFrom([
          { key: 'smtp.enabled', type: 'boolean', value: String(sendsMail), defaultValue: 'false' },
        ])}
      >
        <SignInPage />
      </ConfigContext>,
    );

  it('can be replaced by mail', async () => {
    await open(true);
    const link = screen.getByRole('link', { name: 'Forgot your password?' });
    expect(link.getAttribute('href')).toBe('/auth/forgotPassword');
  });

  it('is a matter of the administrator where no mail is sent', async () => {
    await open(false);
    expect(screen.getByText('Forgot your password? Ask your administrator for a new one.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Forgot your password?' })).toBeNull();
  });
});

it('takes a name as it is typed', async () => {
  await renderPage(<SignInPage />);
  const field = screen.getByLabelText('Email or username');
  expect([field.getAttribute('autocapitalize'), field.getAttribute('spellcheck')]).toEqual(['none', 'false']);
});

it('says after too many tries what the wait is for, and counts it down', async () => {
  answers.signIn = refuse('too_many_requests', { seconds: 884 });
  await givePassword();
  const alert = await screen.findByRole('alert');
  const text = 'Too many failed attempts. Try again in 14 min 44 sec.';
  expect(alert.textContent).toBe(text + text);
  vi.useFakeTimers({ now: Date.now(), toFake: ['Date'] });
  vi.setSystemTime(Date.now() + 900_000);
  await vi.waitFor(() => expect(alert.textContent).toBe('You can try again now.'), { timeout: 5000 });
});
