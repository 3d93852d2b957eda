import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLocation } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '#sdk/contract/audit.js';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { AuditPage } from './AuditPage.tsx';

const entry = {
  id: 1,
  at: '2025-11-21T10:00:00.000Z',
  action: 'session.sign_in',
  result: 'refused',
  actor: null,
  apiKeyId: null,
  ip: '192.0.2.1',
  subject: { id: 'f'.repeat(32), name: 'mia' },
  details: { reason: 'credentials_wrong' },
  requestId: 'request-1',
} as unknown as AuditEntry;

const list = () => vi.mocked(client.audit.list);
const address = () =>
  Object.fromEntries(new URLSearchParams(document.querySelector('output')?.textContent ?? ''));
const lastQuery = () => list().mock.lastCall?.[0]?.query;

async function open(shown: AuditEntry = entry, path = '/admin/audit') {
  vi.spyOn(client.audit, 'list').mockResolvedValue({ entries: [shown], nextCursor: null });
  await renderPage(
    <>
      <AuditPage />
      <Address />
    </>,
    path,
  );
  await screen.findAllByRole('cell');
}

function Address() {
  return <output>{useLocation().search}</output>;
}

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the audit log', () => {
  it('says what happened in words, and all of it when a row is opened', async () => {
    await open();
    expect(screen.getByRole('cell', { name: 'Sign in' })).toBeTruthy();
    expect(screen.queryByText('credentials_wrong')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Details: Sign in' }));
    expect(screen.getByText('credentials_wrong')).toBeTruthy();
    expect(screen.getByText('request-1')).toBeTruthy();
  });

  it.each([
    ['192.0.2.1', 'Not signed in'],
    [null, 'On the server'],
  ])('says who acted without an account from %s', async (ip, name) => {
    await open({ ...entry, ip });
    expect(screen.getByRole('cell', { name })).toBeTruthy();
  });

  it('shortens the ID of what has no name', async () => {
    await open({ ...entry, subject: { id: 'f'.repeat(32), name: null } });
    expect(screen.getByRole('cell', { name: 'ffffffff' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Details: Sign in' }));
    expect(screen.getByText('f'.repeat(32))).toBeTruthy();
  });

  it('is narrowed by kind, result and days of the reader, and exported so', async () => {
    await open();
    await userEvent.selectOptions(screen.getByLabelText('Action'), 'All: Sessions');
    await userEvent.selectOptions(screen.getByLabelText('Result'), 'Refused');
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-11-20' } });
    fireEvent.change(screen.getByLabelText('To'), { target: { value: '2025-11-21' } });
    const query = {
      action: 'session',
      result: 'refused',
      since: new Date(2025, 10, 20).toISOString(),
      until: new Date(2025, 10, 22).toISOString(),
    };
    await vi.waitFor(() => expect(lastQuery()).toEqual({ ...query, limit: '50' }));
    const link = screen.getByRole('link', { name: 'Export as JSON Lines' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://here');
    expect(address.pathname).toBe('/api/audit/export');
    expect(Object.fromEntries(address.searchParams)).toEqual(query);
  });

  it('says when nothing fits', async () => {
    await open();
    list().mockResolvedValue({ entries: [], nextCursor: null });
    await userEvent.type(screen.getByLabelText('Search'), 'nobody');
    expect(await screen.findByText('No entries match these filters.')).toBeTruthy();
  });

  it('keeps the filters in the address, and says how many there are', async () => {
    await open(entry, '/admin/audit?action=session&from=2025-11-20&result=nonsense');
    expect(lastQuery()).toEqual({
      action: 'session',
      since: new Date(2025, 10, 20).toISOString(),
      limit: '50',
    });
    expect(screen.getByText('Filters (2)').getAttribute('aria-expanded')).toBe('false');
    await userEvent.selectOptions(screen.getByLabelText('Action'), '');
    await userEvent.type(screen.getByLabelText('Search'), 'mia');
    await vi.waitFor(() => expect(address()).toEqual({ search: 'mia', from: '2025-11-20' }));
  });

  it('names the device of a session that was ended', async () => {
    const name = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';
    await open({ ...entry, action: 'session.end', subject: { id: 'e'.repeat(32), name } });
    expect(screen.getByRole('cell', { name: 'Firefox on Linux' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Details: / }));
    expect(screen.getByText(name)).toBeTruthy();
  });
});
