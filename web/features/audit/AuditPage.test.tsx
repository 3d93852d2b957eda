import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
const lastQuery = () => list().mock.lastCall?.[0]?.query;

beforeEach(async () => {
  vi.spyOn(client.audit, 'list').mockResolvedValue({ entries: [entry], nextCursor: null });
  await renderPage(<AuditPage />);
  await screen.findByText('mia');
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('the audit log', () => {
  it('says what happened in words, and all of it when a row is opened', async () => {
    expect(screen.getByRole('cell', { name: 'Sign-in' })).toBeTruthy();
    expect(screen.queryByText('credentials_wrong')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Details of Sign-in' }));
    expect(screen.getByText('credentials_wrong')).toBeTruthy();
    expect(screen.getByText('request-1')).toBeTruthy();
  });

  it('is narrowed by kind, result and days of the reader, and exported so', async () => {
    await userEvent.selectOptions(screen.getByLabelText('What'), 'All: Sessions');
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
    const link = screen.getByRole('link', { name: 'Export as JSON lines' });
    const address = new URL(link.getAttribute('href') ?? '', 'http://here');
    expect(address.pathname).toBe('/api/audit/export');
    expect(Object.fromEntries(address.searchParams)).toEqual(query);
  });

  it('says when nothing fits', async () => {
    list().mockResolvedValue({ entries: [], nextCursor: null });
    await userEvent.type(screen.getByLabelText('Search'), 'nobody');
    expect(await screen.findByText('Nothing that fits the filters has happened.')).toBeTruthy();
  });
});
