import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { renderPage } from '../../../testing/render-page.tsx';
import { sampleFile } from '../../../testing/sample-file.ts';
import { sampleShare } from '../../../testing/sample-share.ts';
import { stubViewport } from '../../../testing/stub-viewport.ts';
import { FileBrowser } from './FileBrowser.tsx';

const network = { isCut: true };

vi.mock(import('../../../preview/PreviewDialog.tsx'), async (load) => {
  const { PreviewDialog } = await load();
  return {
    get PreviewDialog() {
      if (network.isCut) throw new TypeError('Failed to fetch dynamically imported module');
      return PreviewDialog;
    },
  };
});

// What surrounds it takes its time to load on a busy machine.
beforeAll(async () => void (await import('../../../preview/PreviewDialog.tsx')));
beforeEach(() => void stubViewport());
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const files = ['a.txt', 'b.txt'].map((name) => sampleFile(name, { type: 'text/plain', preview: 'text' }));

describe('a preview that is opened without a network', () => {
  it('leaves the list as it is, says why, and opens with the next click', async () => {
    // React reports what a boundary catches.
    vi.spyOn(console, 'error').mockImplementation(() => {});
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await renderPage(<FileBrowser share={sampleShare()} files={files} type="file" />, '/s/abc123');
    await userEvent.click(screen.getByRole('link', { name: 'a.txt' }));
    expect(await screen.findByText(/^You are offline/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'b.txt' })).toBeTruthy();

    network.isCut = false;
    await userEvent.click(screen.getByRole('link', { name: 'a.txt' }));
    expect(await screen.findByRole('dialog', {}, { timeout: 10_000 })).toBeTruthy();
  });
});
