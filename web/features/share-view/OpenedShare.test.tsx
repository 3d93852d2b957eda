import { act, cleanup, screen } from '@testing-library/react';
import { Route, Routes } from 'react-router';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ShareFile } from '#sdk/contract/files.js';
import { renderPage } from '../../testing/render-page.tsx';
import { sampleFile } from '../../testing/sample-file.ts';
import { sampleShare } from '../../testing/sample-share.ts';
import { stubServer } from '../../testing/stub-server.ts';
import { ShareViewPage } from './ShareViewPage.tsx';

// Loaded when it is needed, which takes its time on a busy machine.
beforeAll(async () => {
  await import('./one-file/OneFile.tsx');
  await import('./files/FileBrowser.tsx');
  await import('../../preview/PreviewDialog.tsx');
});
beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const notes = { type: 'text/plain', preview: 'text' };

const page = (
  <Routes>
    <Route path="/s/:id" element={<ShareViewPage />} />
  </Routes>
);

async function renderShare(initial: ShareFile[], path = '/s/abc123') {
  const now = { files: initial, isAdding: false };
  const requests = stubServer({
    'POST /shares/abc123/visit': () => ({
      status: 200,
      body: {
        share: sampleShare({
          fileCount: now.files.length,
          size: now.files.length * 1000,
          isAdding: now.isAdding,
        }),
        token: null,
        refusal: null,
      },
    }),
    'GET /shares/abc123/files': () => ({ status: 200, body: { files: now.files, nextCursor: null } }),
  });
  await renderPage(page, path);
  return { now, asked: (route: string) => requests.filter((request) => request.route === route).length };
}

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds));

describe('an open share', () => {
  it('shows by itself that files are added, and lists them only when they change', async () => {
    const { now, asked } = await renderShare([sampleFile('a.txt', notes), sampleFile('b.txt', notes)]);
    await screen.findByRole('link', { name: 'a.txt' });
    await pass(20_000);
    expect(asked('POST /shares/abc123/visit')).toBe(2);
    expect(asked('GET /shares/abc123/files')).toBe(1);
    now.files = [...now.files, sampleFile('c.txt', notes)];
    now.isAdding = true;
    await pass(20_000);
    expect(await screen.findByRole('link', { name: 'c.txt' })).toBeTruthy();
    expect(screen.getByText(/The sender is adding files/)).toBeTruthy();
  });

  it('offers the download before the files are listed', async () => {
    const share = sampleShare({ fileCount: 10_000, size: 4_100_000 });
    let list: () => void = () => {};
    const listed = new Promise<void>((resolve) => {
      list = resolve;
    });
    stubServer({
      'POST /shares/abc123/visit': () => ({ status: 200, body: { share, token: null, refusal: null } }),
      'GET /shares/abc123/files': async () => {
        await listed;
        const files = [sampleFile('a.txt', notes), sampleFile('b.txt', notes)];
        return { status: 200, body: { files, nextCursor: null } };
      },
    });
    await renderPage(page, '/s/abc123');
    const buttons = await screen.findAllByRole('link', { name: /^Download all/ });
    expect(buttons[0]?.getAttribute('href')).toContain('/shares/abc123/archive');
    expect(screen.queryByRole('table')).toBeNull();
    list();
    expect(await screen.findByRole('link', { name: 'a.txt' })).toBeTruthy();
  });

  it('looks again when somebody comes back to it', async () => {
    const { asked } = await renderShare([sampleFile('a.txt', notes), sampleFile('b.txt', notes)]);
    await screen.findByRole('link', { name: 'a.txt' });
    await act(async () => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await vi.waitFor(() => expect(asked('POST /shares/abc123/visit')).toBe(2));
  });

  it('asks for the password when a download is chosen that needs one by now', async () => {
    const share = sampleShare({ fileCount: 2 });
    const refusal = { code: 'share_password_required', maxViews: 0 };
    const open = { share, token: null, refusal: null };
    const answers: unknown[] = [open, { share: null, token: null, refusal }];
    stubServer({
      'POST /shares/abc123/visit': () => ({ status: 200, body: answers.shift() }),
      'GET /shares/abc123/files': () => ({
        status: 200,
        body: { files: [sampleFile('a.txt', notes), sampleFile('b.txt', notes)], nextCursor: null },
      }),
    });
    await renderPage(page, '/s/abc123');
    const [button] = await screen.findAllByRole('link', { name: /^Download all/ });
    button?.addEventListener('click', (event) => event.preventDefault());
    await act(async () => button?.click());
    expect(await screen.findByText('This share is password-protected')).toBeTruthy();
  });

  it('says that a file is gone which cannot be read any more, and lists the others', async () => {
    const [kept, gone] = [sampleFile('a.txt', notes), sampleFile('b.txt', notes)];
    const { now, asked } = await renderShare([kept, gone]);
    const link = await screen.findByRole('link', { name: 'b.txt' });
    now.files = [kept];
    await act(async () => link.click());
    expect(await screen.findByText('b.txt is no longer in this share.')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'b.txt' })).toBeNull();
    expect(asked('POST /shares/abc123/visit')).toBe(2);
  });

  it('has the focus when it takes the place of a closed one', async () => {
    const now = { isOpen: false };
    stubServer({
      'POST /shares/abc123/visit': () => ({
        status: 200,
        body: now.isOpen
          ? { share: sampleShare({ fileCount: 0, size: 0 }), token: null, refusal: null }
          : { share: null, token: null, refusal: { code: 'share_uploading', maxViews: 0 } },
      }),
    });
    await renderPage(
      <main id="content" tabIndex={-1}>
        {page}
      </main>,
      '/s/abc123',
    );
    await screen.findByRole('heading', { name: 'The sender is still uploading' }, { timeout: 10_000 });
    expect(document.activeElement).toBe(document.body);
    now.isOpen = true;
    await pass(5000);
    expect(screen.getByRole('heading', { name: 'Photos' })).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByRole('main'));
  });
});
