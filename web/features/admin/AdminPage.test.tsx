import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { stubServer } from '../../testing/stub-server.ts';
import { AdminPage } from './AdminPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(jobs: readonly object[], mails: readonly object[]) {
  stubServer({
    'GET /users': () => ({ status: 200, body: { users: [], nextCursor: null, total: 3 } }),
    'GET /jobs': () => ({ status: 200, body: { jobs } }),
    'GET /mails': () => ({ status: 200, body: { mails, nextCursor: null } }),
    'GET /health': () => ({ status: 200, body: { version: '1.2.3' } }),
  });
  await renderPage(<AdminPage />);
  await screen.findByText('3 users');
  await screen.findByText('Version 1.2.3');
}

describe('the landing page of administrators', () => {
  it('is calm while all goes well', async () => {
    await open([{ hasFailed: false, notice: null }], []);
    expect(screen.queryByText(/job failed|could not be delivered$/)).toBeNull();
    expect(screen.getByRole('link', { name: /^Mails/ }).getAttribute('href')).toBe('/admin/mails');
  });

  it('marks failed and held jobs, and leads to mails that were given up', async () => {
    await open(
      [
        { hasFailed: true, notice: null },
        { hasFailed: false, notice: 'clock_jump' },
      ],
      [{}],
    );
    expect(await screen.findByText('2 jobs failed or wait for you')).toBeTruthy();
    expect(await screen.findByText('Mails could not be delivered')).toBeTruthy();
    const link = screen.getByRole('link', { name: /^Mails/ });
    expect(link.getAttribute('href')).toBe('/admin/mails?state=failed');
  });
});
