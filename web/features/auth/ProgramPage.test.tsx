import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { User } from '#sdk/browser.js';
import { CurrentUserContext } from '../../lib/session.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleUser } from '../../testing/sample-user.ts';
import { refuse, type StubRequest, stubServer } from '../../testing/stub-server.ts';
import { ProgramPage } from './ProgramPage.tsx';

const challenge = 'c'.repeat(43);
const address = `/auth/program?port=4711&state=its-state&challenge=${challenge}`;
const code = { status: 200, body: { code: 'the-code', expiresAt: '2099-01-01T00:00:00.000Z' } };
let answer: typeof code | ReturnType<typeof refuse>;
let requests: StubRequest[];
let left: string[];

beforeEach(() => {
  answer = code;
  requests = stubServer({ 'POST /auth/programs': () => answer });
  left = [];
  // The question is not to be met again by going back: its address is replaced.
  vi.spyOn(window.location, 'replace').mockImplementation((url) => void left.push(String(url)));
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const open = (path = address, user: User | null = sampleUser) =>
  renderPage(
    <CurrentUserContext value={user}>
      <ProgramPage />
    </CurrentUserContext>,
    path,
  );
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

it('says whose account it is, and asks nothing of the server before a button is pressed', async () => {
  await open();
  expect(screen.getByText('mia')).toBeTruthy();
  expect(screen.getByText('mia@example.org')).toBeTruthy();
  expect([requests, left]).toEqual([[], []]);
});

it('takes the code to the program on this computer', async () => {
  await open();
  await press('Allow');
  expect(await screen.findByRole('heading', { name: 'Continue in the terminal' })).toBeTruthy();
  expect(requests).toEqual([{ route: 'POST /auth/programs', body: { codeChallenge: challenge } }]);
  expect(left).toEqual(['http://127.0.0.1:4711/?code=the-code&state=its-state']);
});

it('takes a no to the program, and nothing else', async () => {
  await open();
  await press('Deny');
  expect(await screen.findByRole('heading', { name: 'Access denied' })).toBeTruthy();
  expect([requests, left]).toEqual([[], ['http://127.0.0.1:4711/?error=access_denied&state=its-state']]);
});

it('can be tried again after a failure', async () => {
  answer = refuse('not_found');
  await open();
  await press('Allow');
  expect(await screen.findByRole('alert')).toBeTruthy();
  expect(left).toEqual([]);
  answer = code;
  await press('Allow');
  await vi.waitFor(() => expect(left).toHaveLength(1));
});

it('signs out for somebody else, who comes back to the question', async () => {
  stubServer({ 'POST /auth/signOut': () => ({ status: 204 }) });
  vi.spyOn(window.location, 'assign').mockImplementation((url) => void left.push(String(url)));
  await open();
  await press('Sign in as someone else');
  await vi.waitFor(() => expect(left).toEqual([`/auth/signIn?${new URLSearchParams({ from: address })}`]));
});

it('offers to confirm first that it is you where the sign-in is old and there is no password', async () => {
  const createdAt = '2026-01-01T00:00:00.000Z';
  const session = {
    id: 'f'.repeat(32),
    isCurrent: true,
    userAgent: null,
    ip: null,
    createdAt,
    lastUsedAt: createdAt,
    expiresAt: '2099-01-01T00:00:00.000Z',
  };
  const github = { provider: 'github', isEnabled: true, account: { name: null, linkedAt: createdAt } };
  stubServer({
    'GET /users/me/sessions': () => ({ status: 200, body: [session] }),
    'GET /oauth/status': () => ({ status: 200, body: [github] }),
  });
  await open(address, { ...sampleUser, hasPassword: false });
  const way = await screen.findByRole('link', { name: 'Confirm with GitHub' });
  expect(way.getAttribute('href')).toBe(`/api/oauth/auth/github?${new URLSearchParams({ from: address })}`);
});

it('leads visitors to sign in first, unless the address leads nowhere', async () => {
  await open(address, null);
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
  cleanup();
  await open('/auth/program?port=4711', null);
  expect(screen.getByRole('heading', { name: 'This address is incomplete' })).toBeTruthy();
});

it('says what to do about an address that is not whole', async () => {
  await open('/auth/program?port=4711&state=its-state');
  expect(screen.getByRole('heading', { name: 'This address is incomplete' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Allow' })).toBeNull();
});
