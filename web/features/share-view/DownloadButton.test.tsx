import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Share } from '#sdk/contract/shares.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { renderPage } from '../../testing/render-page.tsx';
import { DownloadButton, DownloadStatus } from './DownloadButton.tsx';
import { useDownload } from './download.ts';

const share = { id: 'abc', fileCount: 3, size: 1000 } as Share;

/** Answers to HEAD, one after the other. */
const answers: (Response | Error)[] = [];
const clicked: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('fetch', async () => {
    const answer = answers.shift();
    if (answer instanceof Error) throw answer;
    return answer;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(new URL(this.href).pathname);
  });
});

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  answers.length = 0;
  clicked.length = 0;
});

const pending = () => new Response(null, { status: 202, headers: { 'retry-after': '7' } });

function ShareDownload({ share: shown }: { share: Share }) {
  const download = useDownload(shown, []);
  return (
    <>
      <DownloadButton download={download} />
      <DownloadStatus download={download} />
    </>
  );
}

async function renderAt(level: number, shown = share) {
  const value = configFrom([
    { key: 'share.zipCompressionLevel', type: 'number', value: String(level), defaultValue: '0' },
  ]);
  await renderPage(
    <ConfigContext value={value}>
      <ShareDownload share={shown} />
    </ConfigContext>,
  );
}

const link = () => screen.getByRole('link', { name: /Download all/ });
const note = () => screen.queryByText(/still being prepared/);

describe('the download of all files', () => {
  it('is a plain link where archives are not compressed', async () => {
    await renderAt(0);
    expect(new URL(link().getAttribute('href') ?? '').pathname).toBe('/api/shares/abc/archive');
    expect(fireEvent.click(link())).toBe(true);
  });

  it('waits while files are being checked for malware', async () => {
    await renderAt(0, { ...share, scanning: 1 });
    expect(link().getAttribute('aria-disabled')).toBe('true');
    expect(screen.getByText(/being checked for malware/)).toBeTruthy();
  });

  it('does not start when the share is closed by now', async () => {
    answers.push(new Response(null, { status: 403 }));
    await renderAt(6);
    await act(async () => {
      fireEvent.click(link());
      await vi.advanceTimersByTimeAsync(1);
    });
    expect(clicked).toEqual([]);
    expect(note()).toBeNull();
  });

  it('starts at once when the archive is there', async () => {
    answers.push(new Response(null, { status: 200 }));
    await renderAt(6);
    await act(async () => {
      expect(fireEvent.click(link())).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
    });
    expect(clicked).toEqual(['/api/shares/abc/archive']);
    expect(note()).toBe(null);
  });

  it('waits while the archive is being prepared, and through a break', async () => {
    answers.push(pending(), new Error('no network'), new Response(null, { status: 200 }));
    await renderAt(6);
    await act(async () => {
      fireEvent.click(link());
      await vi.advanceTimersByTimeAsync(1);
    });
    expect(note()?.getAttribute('role')).toBe('status');
    await act(async () => vi.advanceTimersByTimeAsync(7000));
    expect(clicked).toEqual([]);
    await act(async () => vi.advanceTimersByTimeAsync(5000));
    expect(clicked).toEqual(['/api/shares/abc/archive']);
    expect(note()).toBe(null);
  });
});
