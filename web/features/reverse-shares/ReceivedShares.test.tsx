import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleReverseShare } from '../../testing/sample-reverse-share.ts';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { ReceivedShares } from './ReceivedShares.tsx';

const received = {
  id: 'AbCdEf0123456789',
  name: 'Lea',
  description: 'All mine',
  state: 'active',
  createdAt: '2030-01-01T00:00:00.000Z',
  completedAt: '2030-01-01T00:10:00.000Z',
  expiresAt: null,
  fileCount: 3,
  size: 2000,
  can: { download: true, append: true, edit: true, removeFile: true, remove: true },
};

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

async function open(shares: readonly object[]) {
  const requests = stubServer({
    'GET /shares': () => ({ status: 200, body: { shares, nextCursor: null } }),
    'DELETE /shares/AbCdEf0123456789': () => refuse('forbidden'),
  });
  await renderPage(<ReceivedShares reverseShare={sampleReverseShare} />);
  return requests;
}

describe('received shares', () => {
  it('say that nothing has come in', async () => {
    await open([]);
    expect(await screen.findByText(/^No files received yet/)).toBeTruthy();
  });

  it('are opened and downloaded while they are there', async () => {
    await open([received, { ...received, id: 'expired-share', name: 'Tom', state: 'expired' }]);
    const link = await screen.findByRole('link', { name: 'Lea' });
    expect(link.getAttribute('href')).toBe('/share/AbCdEf0123456789');
    expect(screen.getByRole('link', { name: 'Download Lea' }).getAttribute('href')).toContain(
      '/api/shares/AbCdEf0123456789/archive',
    );
    expect(screen.queryByRole('link', { name: 'Download Tom' })).toBeNull();
  });

  it('are called like other shares: without a name, by a file', async () => {
    const cover = [{ id: 'f1', name: 'Beach.jpg', thumbnail: true }];
    await open([{ ...received, name: null, cover }]);
    expect(await screen.findByRole('link', { name: 'Beach.jpg' })).toBeTruthy();
  });

  it('are deleted after a question, which stays when that fails', async () => {
    const requests = await open([received]);
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Lea' }));
    const dialog = screen.getByRole('dialog');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    expect(await within(dialog).findByRole('alert')).toBeTruthy();
    expect(requests.at(-1)?.route).not.toBe('POST /shares');
  });
});
