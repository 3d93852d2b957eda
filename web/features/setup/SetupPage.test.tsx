import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { configKeysOf, configRegistry } from '#sdk/contract/config.js';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { PageNotice } from '../../ui/feedback/PageNotice.tsx';
import { SetupPage } from './SetupPage.tsx';

afterEach(() => {
  cleanup();
  sessionStorage.clear();
  vi.unstubAllGlobals();
});

const done = { status: 204 };
type Routing = Parameters<typeof stubServer>[0];

function answerCategory(category: string, locked: Record<string, string>) {
  const body = configKeysOf(category).map((key) => ({
    key,
    type: configRegistry[key].type,
    value: locked[key] ?? null,
    defaultValue: String(configRegistry[key].default),
    lockedBy: key in locked ? `FILESHARE_CONFIG_${category.toUpperCase()}` : null,
    isSet: key in locked,
    isSecret: key === 'smtp.password',
  }));
  return () => ({ status: 200, body });
}

interface Scene {
  status?: { adminExists: boolean; finished: boolean };
  routes?: Routing;
  locked?: Record<string, string>;
  user?: typeof sampleUser | null;
}

async function open(scene: Scene = {}, path = '/setup') {
  const { status = { adminExists: true, finished: false }, locked = {}, routes } = scene;
  const requests = stubServer({
    'GET /auth/setup': () => ({ status: 200, body: status }),
    'GET /configs/admin/general': answerCategory('general', locked),
    'GET /configs/admin/share': answerCategory('share', locked),
    'GET /configs/admin/smtp': answerCategory('smtp', locked),
    'PATCH /configs/admin': () => ({ status: 200, body: [] }),
    'POST /configs/admin/finishSetup': () => done,
    ...routes,
  });
  const user = scene.user === undefined ? { ...sampleUser, isAdmin: true } : scene.user;
  await renderPage(
    <CurrentUserContext value={user}>
      <Routes>
        <Route path="/setup" element={<SetupPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </CurrentUserContext>,
    path,
  );
  return requests;
}

function Elsewhere() {
  const { pathname, search } = useLocation();
  return (
    <>
      <div>at {pathname + search}</div>
      <PageNotice />
    </>
  );
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

async function toAccess() {
  await screen.findByLabelText('Public address');
  await press('Continue');
  await screen.findByRole('heading', { name: 'Who can use it?' });
}

const sentTo = (requests: { route: string; body: unknown }[], route: string) =>
  requests.filter((request) => request.route === route).map(({ body }) => body);

describe('the questions of the set-up', () => {
  it('are saved in one update, then the set-up is finished', async () => {
    const requests = await open();
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Our files');
    await toAccess();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Anyone can create an account/ }));
    await press('Finish setup');
    await screen.findByText('at /upload');
    expect(sentTo(requests, 'PATCH /configs/admin')).toEqual([
      [
        { key: 'general.appName', value: 'Our files' },
        { key: 'general.appUrl', value: window.location.origin },
        { key: 'share.allowRegistration', value: 'true' },
        { key: 'share.allowUnauthenticatedShares', value: 'false' },
      ],
    ]);
    expect(sentTo(requests, 'POST /configs/admin/finishSetup')).toHaveLength(1);
  });

  it('keep their answers on the way back', async () => {
    await open();
    const name = await screen.findByLabelText('Name');
    await userEvent.clear(name);
    await userEvent.type(name, 'Our files');
    await toAccess();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Anyone can upload/ }));
    await press('Back');
    expect(await screen.findByDisplayValue('Our files')).toBeTruthy();
    await press('Continue');
    expect(screen.getByRole('checkbox', { name: /^Anyone can upload/, checked: true })).toBeTruthy();
  });

  it('are kept while they are typed, but for the password, until the set-up is finished', async () => {
    await open();
    await toAccess();
    await userEvent.click(screen.getByRole('checkbox', { name: /^Anyone can upload/ }));
    await press('Mail server (optional)');
    await userEvent.type(screen.getByLabelText('Mail server'), 'mail.example.org');
    await userEvent.type(screen.getByLabelText('Sender'), 'share@example.org');
    await userEvent.type(screen.getByLabelText('Username'), 'mia');
    await userEvent.type(screen.getByLabelText('Password'), 'hunter2');
    cleanup();
    await open();
    await toAccess();
    expect(screen.getByRole('checkbox', { name: /^Anyone can upload/, checked: true })).toBeTruthy();
    expect(screen.getByDisplayValue('mail.example.org')).toBeTruthy();
    expect(JSON.stringify(sessionStorage)).not.toContain('hunter2');
    await userEvent.type(screen.getByLabelText('Password'), 'hunter2');
    await press('Finish setup');
    await screen.findByText('at /upload');
    expect(sessionStorage).toHaveLength(0);
  });

  it('show what the environment answers, and why it cannot be changed', async () => {
    const requests = await open({
      locked: { 'general.appName': 'Locked', 'share.allowRegistration': 'true' },
    });
    const name = await screen.findByDisplayValue('Locked');
    expect(name.matches(':disabled')).toBe(true);
    expect(screen.getByText(/^Set on the server by FILESHARE_CONFIG_GENERAL/)).toBeTruthy();
    await toAccess();
    const box = screen.getByRole('checkbox', { name: /^Anyone can create an account/ });
    expect(box.matches(':checked:disabled')).toBe(true);
    await press('Finish setup');
    await screen.findByText('at /upload');
    expect(sentTo(requests, 'PATCH /configs/admin')).toMatchObject([
      [{ key: 'general.appUrl' }, { key: 'share.allowUnauthenticatedShares' }],
    ]);
  });

  it('say at the field what is wrong', async () => {
    await open();
    const url = await screen.findByLabelText('Public address');
    await userEvent.clear(url);
    await userEvent.type(url, 'files.example.org/share');
    await press('Continue');
    expect(screen.getByText(/without a path/)).toBeTruthy();
  });

  it('overwrite nothing when another browser finished the set-up meanwhile', async () => {
    let finished = false;
    const routes = { 'GET /auth/setup': () => ({ status: 200, body: { adminExists: true, finished } }) };
    const requests = await open({ routes });
    await toAccess();
    finished = true;
    await press('Finish setup');
    await screen.findByRole('heading', { name: 'This instance is already set up' });
    expect(sentTo(requests, 'PATCH /configs/admin')).toEqual([]);
  });
});

describe('the mail server', () => {
  async function fillIn() {
    await toAccess();
    await press('Mail server (optional)');
    await userEvent.type(screen.getByLabelText('Mail server'), 'mail.example.org');
    await userEvent.type(screen.getByLabelText('Sender'), 'share@example.org');
  }

  it('unfolds, and leads to what is wrong', async () => {
    await open();
    await toAccess();
    await press('Mail server (optional)');
    await userEvent.type(screen.getByLabelText('Mail server'), 'mail.example.org');
    await press('Mail server (optional)');
    expect(screen.queryByRole('button', { name: 'Save and send a test email' })).toBeNull();
    await press('Finish setup');
    expect(screen.getByRole('button', { name: 'Save and send a test email' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Sender'));
    await userEvent.keyboard('share@example.org');
    expect(screen.getByRole('button', { name: 'Save and send a test email' })).toBeTruthy();
  });

  it('is tested before it is used, with the answer of the mail server', async () => {
    const answer = '250 2.0.0 Ok: queued as 4QxYz';
    const requests = await open({
      routes: { 'POST /configs/admin/testEmail': () => ({ status: 200, body: { answer } }) },
    });
    await fillIn();
    await press('Save and send a test email');
    expect(await screen.findByText(new RegExp(answer.slice(0, 8)))).toBeTruthy();
    expect(sentTo(requests, 'POST /configs/admin/testEmail')).toEqual([{ email: sampleUser.email }]);
    expect(sentTo(requests, 'PATCH /configs/admin').flat()).not.toContainEqual(
      expect.objectContaining({ key: 'smtp.enabled' }),
    );
    await press('Finish setup');
    await screen.findByText('at /upload');
    expect(sentTo(requests, 'PATCH /configs/admin').at(-1)).toContainEqual({
      key: 'smtp.enabled',
      value: 'true',
    });
  });

  it('says why it refuses', async () => {
    const refusal = () => refuse('mail_refused', { answer: '535 Authentication failed' });
    await open({ routes: { 'POST /configs/admin/testEmail': refusal } });
    await fillIn();
    await press('Save and send a test email');
    expect(await screen.findByText(/535 Authentication failed/, {}, { timeout: 5000 })).toBeTruthy();
  });

  it('shows at the field what the server does not take', async () => {
    const issues = [{ field: 'smtp.host', code: 'host' }];
    const body = {
      error: 'config_invalid',
      message: '',
      params: { key: 'smtp.host', problem: 'host' },
      issues,
    };
    await open({
      routes: { 'PATCH /configs/admin': () => ({ status: 400, body: { ...body, requestId: 'r' } }) },
    });
    await fillIn();
    await press('Finish setup');
    await vi.waitFor(() =>
      expect(screen.getByLabelText('Mail server').getAttribute('aria-invalid')).toBe('true'),
    );
  });
});

describe('who comes to the set-up', () => {
  it('finds the form for the administrator on a fresh instance, with the token of the link', async () => {
    const routes = { 'POST /auth/setup': () => refuse('setup_token_wrong') };
    const requests = await open(
      { user: null, status: { adminExists: false, finished: false }, routes },
      '/setup#token=fss_wrong',
    );
    await userEvent.type(await screen.findByLabelText('Username'), 'mia');
    expect(screen.queryByLabelText('Setup link')).toBeNull();
    await userEvent.type(screen.getByLabelText('Email address'), 'mia@example.org');
    await userEvent.type(screen.getByLabelText('Password'), 'correct horse battery');
    await press('Create account');
    const link = await screen.findByLabelText('Setup link');
    await userEvent.clear(link);
    await userEvent.type(link, 'http://localhost/setup#token=fss_right');
    await press('Create account');
    await vi.waitFor(() => expect(sentTo(requests, 'POST /auth/setup')).toHaveLength(2));
    expect(sentTo(requests, 'POST /auth/setup')).toEqual([
      expect.objectContaining({ setupToken: 'fss_wrong' }),
      expect.objectContaining({ setupToken: 'fss_right' }),
    ]);
  });

  it.each([
    [
      { adminExists: true, finished: false },
      'at /auth/signIn?from=%2Fsetup',
      /^An administrator already exists/,
    ],
    [{ adminExists: true, finished: true }, 'at /auth/signIn?from=%2Fupload', /is already set up/],
  ])('signs in where there is an account: %j', async (status, place, notice) => {
    await open({ user: null, status });
    expect(await screen.findByText(place)).toBeTruthy();
    expect(screen.getByText(notice)).toBeTruthy();
  });

  it('is done after it is finished', async () => {
    await open({ status: { adminExists: true, finished: true } });
    expect(await screen.findByText('at /upload')).toBeTruthy();
  });

  it('sees nothing there without being an administrator', async () => {
    await open({ user: { ...sampleUser, isAdmin: false } });
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeTruthy();
  });
});
