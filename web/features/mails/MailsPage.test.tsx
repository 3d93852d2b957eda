import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Mail } from '#sdk/contract/mails.js';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { MailsPage } from './MailsPage.tsx';

const mail: Mail = {
  id: '1',
  kind: 'shareRecipient',
  recipient: 'lea@example.org',
  state: 'failed',
  attempts: 9,
  createdAt: '2030-01-01T00:00:00.000Z',
  sentAt: null,
  nextTryAt: null,
  problem: 'The mail server answered: 550 5.1.1 User unknown',
  error: 'EENVELOPE RCPT TO 550 5.1.1 User unknown',
};

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function open(mails: Mail[], path = '/admin/mails') {
  const list = vi.spyOn(client.mails, 'list').mockResolvedValue({ mails, nextCursor: null });
  await renderPage(<MailsPage />, path);
  return list;
}

describe('mails', () => {
  it('say what they are about, and all that the mail server said', async () => {
    await open([mail, { ...mail, id: '2', kind: 'newKind' }]);
    expect(await screen.findByRole('cell', { name: 'Link to a share' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: 'newKind' })).toBeTruthy();
    expect(screen.getAllByText('The mail server answered: 550 5.1.1 User unknown')).toHaveLength(2);
    expect(screen.getAllByText('EENVELOPE RCPT TO 550 5.1.1 User unknown')).toHaveLength(2);
  });

  it('begin with those that were given up when the address says so', async () => {
    const list = await open([], '/admin/mails?state=failed');
    expect(await screen.findByText('No matching emails')).toBeTruthy();
    expect(list.mock.lastCall?.[0]?.query).toEqual({ limit: '50', state: 'failed' });
  });

  it('are narrowed by state and recipient', async () => {
    const list = await open([mail]);
    await userEvent.selectOptions(await screen.findByLabelText('Status'), 'Waiting');
    await userEvent.type(screen.getByLabelText('Search recipients'), 'lea');
    await vi.waitFor(() =>
      expect(list.mock.lastCall?.[0]?.query).toEqual({ limit: '50', state: 'queued', search: 'lea' }),
    );
  });

  it('say when there is none', async () => {
    await open([]);
    expect(await screen.findByText('No emails were sent in the last 30 days.')).toBeTruthy();
  });
});
