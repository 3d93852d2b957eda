import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes } from 'react-router';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ErrorCode } from '#sdk/contract/errors.js';
import { aVariable } from '#sdk/testing/config-variable.js';
import { type Config, ConfigContext, configFrom, defaultConfig } from '../../lib/config.tsx';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleInvitation } from '../../testing/sample-reverse-share.ts';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ReverseUploadPage } from './ReverseUploadPage.tsx';

let token = '';
let counter = 0;

beforeEach(() => {
  // Each test has an upload of its own.
  counter += 1;
  token = `fsq_${String(counter).padStart(43, 'a')}`;
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
});

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** Users must protect their shares. */
const required = configFrom([aVariable('policies.userPassword', { value: 'true' })]);

interface Visit {
  isSignedIn?: boolean;
  config?: Config;
}

async function open(
  answer: Partial<typeof sampleInvitation> | ErrorCode,
  { isSignedIn = false, config = defaultConfig }: Visit = {},
) {
  const requests = stubServer({
    [`GET /reverseShares/token/${token}`]: () =>
      typeof answer === 'string' ? refuse(answer) : { status: 200, body: { ...sampleInvitation, ...answer } },
    'GET /configs': () => ({ status: 200, body: [] }),
    'POST /shares': () => refuse('share_password_wrong'),
  });
  await renderPage(
    <ConfigContext value={config}>
      <CurrentUserContext value={isSignedIn ? sampleUser : null}>
        <Routes>
          <Route path="/upload/:token" element={<ReverseUploadPage />} />
        </Routes>
      </CurrentUserContext>
    </ConfigContext>,
    `/upload/${token}`,
  );
  return requests;
}

async function pick(size = 10) {
  const input = await screen.findByTestId('files-input');
  await userEvent.upload(input, new File([new Uint8Array(size)], 'a.bin'));
}

describe('the page behind an upload link', () => {
  it('says who asks for what, and how much', async () => {
    await open({});
    expect(await screen.findByRole('heading', { name: 'Wedding' })).toBeTruthy();
    expect(screen.getByText('Your pictures, please.')).toBeTruthy();
    expect(screen.getByText('Up to 5 MB in one share')).toBeTruthy();
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('still says what for, until when and who sees it, when files are chosen', async () => {
    await open({});
    await pick();
    await screen.findByText('a.bin');
    expect(screen.getByRole('heading', { level: 1, name: 'Wedding' })).toBeTruthy();
    expect(screen.getByText('Send files to mia')).toBeTruthy();
    expect(screen.getByText('Your pictures, please.')).toBeTruthy();
    expect(screen.getByText(/^Open until/)).toBeTruthy();
    expect(screen.getByText("Others with this link can't see what you send.")).toBeTruthy();
  });

  it('asks for the files alone where the form is simple', async () => {
    await open({ hasSimpleForm: true });
    await pick();
    await screen.findByRole('heading', { name: 'Wedding' });
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('says before the first byte that the files are too large', async () => {
    const requests = await open({});
    await pick(5_000_001);
    expect(await screen.findByText('Your files exceed the maximum share size of 5 MB')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send files' }).hasAttribute('disabled')).toBe(true);
    expect(requests.some(({ route }) => route.startsWith('POST'))).toBe(false);
  });

  it('keeps what was said when the password is wrong', async () => {
    const requests = await open({ hasPassword: true });
    await pick();
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'Lea');
    await userEvent.click(screen.getByRole('button', { name: 'Send files' }));
    expect(await screen.findByText('This field is required')).toBeTruthy();
    await userEvent.type(screen.getByLabelText('Password'), 'wrong');
    await userEvent.click(screen.getByRole('button', { name: 'Send files' }));
    expect(await screen.findByText('Invalid password')).toBeTruthy();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Lea');
    expect(requests.find(({ route }) => route === 'POST /shares')?.body).toEqual({
      name: 'Lea',
      reverseShare: { token, password: 'wrong' },
      files: { count: 1, size: 10 },
      idempotencyKey: expect.stringMatching(/^[\w-]{22,64}$/) as string,
    });
    await userEvent.type(screen.getByLabelText('Password'), 'x');
    expect(screen.queryByText('Invalid password')).toBeNull();
  });

  it.each([
    ['the owner', {}, { isSignedIn: true, config: required }, 1],
    ['the owner where none is required', {}, { isSignedIn: true }, 0],
    ['another user', { owner: 'tom' }, { isSignedIn: true, config: required }, 0],
    ['a guest', {}, { config: required }, 0],
  ])(
    'asks %s for the password of the share where it must have one',
    async (_who, answer, options, fields) => {
      await open(answer, options);
      await pick();
      await screen.findByText('a.bin');
      expect(screen.queryAllByLabelText('Password')).toHaveLength(fields);
    },
  );

  it('names both passwords where the owner is asked for two', async () => {
    await open({ hasPassword: true }, { isSignedIn: true, config: required });
    await pick();
    expect(await screen.findByLabelText('Password for this link')).toBeTruthy();
    expect(screen.getByLabelText('New password for the share')).toBeTruthy();
  });

  it('sends the password that the owner has chosen for the share', async () => {
    const requests = await open({}, { isSignedIn: true, config: required });
    await pick();
    await userEvent.click(await screen.findByRole('button', { name: 'Send files' }));
    expect(await screen.findByText('This field is required')).toBeTruthy();
    expect(requests.some(({ route }) => route === 'POST /shares')).toBe(false);
    await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
    await userEvent.click(screen.getByRole('button', { name: 'Send files' }));
    await expect
      .poll(() => requests.find(({ route }) => route === 'POST /shares')?.body)
      .toMatchObject({ password: 'open sesame', reverseShare: { token } });
  });

  it('asks for a password that was set after the page was opened', async () => {
    const answer = { hasPassword: false };
    await open(answer);
    await pick();
    answer.hasPassword = true;
    await userEvent.click(screen.getByRole('button', { name: 'Send files' }));
    expect(await screen.findByLabelText('Password')).toBeTruthy();
    expect(screen.getByText('Invalid password')).toBeTruthy();
  });

  it('leads to the sign-in and back where an account is needed', async () => {
    await open({ requiresSignIn: true });
    const link = await screen.findByRole('link', { name: 'Sign in' });
    expect(link.getAttribute('href')).toBe(`/auth/signIn?from=%2Fupload%2F${token}`);
    cleanup();
    await open({ requiresSignIn: true }, { isSignedIn: true });
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeTruthy();
  });

  it.each([
    ['reverse_share_not_found', "This upload link doesn't work"],
    ['validation_failed', "This upload link doesn't work"],
    ['reverse_share_closed', 'This upload link is closed'],
    ['reverse_share_used_up', 'This upload link has reached its limit'],
  ] as const)('says what is the matter: %s', async (code, title) => {
    await open(code);
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy();
  });

  it('goes on with an upload that took the last use', async () => {
    const share = sampleShare();
    localStorage.setItem(
      `fileshare.upload.${token}:share`,
      JSON.stringify({ type: 'begin', share, uploadToken: 'token' }),
    );
    const summary = { shareId: share.id, firstPath: 'a.bin', count: 1, size: 10, sent: 0 };
    localStorage.setItem(`fileshare.summary.fileshare.upload.${token}`, JSON.stringify(summary));
    localStorage.setItem(`fileshare.invitation.${token}`, JSON.stringify(sampleInvitation));
    await open('reverse_share_used_up');
    expect(await screen.findByText('Your last upload was interrupted')).toBeTruthy();
    expect(screen.getByText('Lea')).toBeTruthy();
    await pick();
    expect(await screen.findByRole('button', { name: 'Continue upload' })).toBeTruthy();
    // The name and the message were sent before.
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('forgets the invitation with the upload that is discarded', async () => {
    const share = sampleShare();
    localStorage.setItem(
      `fileshare.upload.${token}:share`,
      JSON.stringify({ type: 'begin', share, uploadToken: 'token' }),
    );
    localStorage.setItem(`fileshare.invitation.${token}`, JSON.stringify(sampleInvitation));
    await open('reverse_share_used_up');
    await userEvent.click(await screen.findByRole('button', { name: 'Discard upload' }));
    expect(
      await screen.findByRole('heading', { name: 'This upload link has reached its limit' }),
    ).toBeTruthy();
    expect(localStorage).toHaveLength(0);
  });
});

function sampleShare() {
  return {
    id: 'AbCdEf0123456789',
    name: 'Lea',
    description: null,
    createdAt: '2030-01-01T00:00:00.000Z',
    expiresAt: null,
    fileCount: 0,
    size: 0,
    state: 'draft',
    hasPassword: false,
    maxViews: null,
    visitors: 0,
    downloads: 0,
    lastAccessAt: null,
    completedAt: null,
    isAdding: false,
    hasDirectLinks: true,
    cover: [],
    arriving: null,
    reverseShareId: null,
    url: 'http://localhost:3000/s/AbCdEf0123456789',
    can: { download: true, append: false, edit: false, removeFile: true, remove: true },
  };
}
