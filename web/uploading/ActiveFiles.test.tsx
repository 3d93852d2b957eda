import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { FileProgress } from '#sdk/browser.js';
import { AppError } from '#sdk/contract/errors.js';
import { renderPage } from '../testing/render-page.tsx';
import { ActiveFiles } from './ActiveFiles.tsx';

afterEach(cleanup);

async function show(...files: FileProgress[]) {
  await renderPage(<ActiveFiles notable={new Map(files.map((file) => [file.path, file]))} />);
  return screen.queryAllByRole('progressbar').map((bar) => bar.getAttribute('aria-label'));
}

const running = (path: string): FileProgress => ({ path, size: 10, sent: 5, state: 'uploading' });

describe('the files on their way', () => {
  it('are those of folders: any other has a row of its own', async () => {
    expect(await show(running('loose.bin'), running('photos/1.jpg'))).toEqual(['photos/1.jpg']);
  });

  it('take no room where each has a row of its own', async () => {
    expect(await show(running('loose.bin'))).toEqual([]);
    expect(screen.queryByRole('list')).toBeNull();
  });

  it('say why one failed, wherever it is', async () => {
    const failed = {
      ...running('loose.bin'),
      state: 'failed',
      error: new AppError('share_removed'),
    } as const;
    expect(await show(running('photos/1.jpg'), failed)).toEqual(['loose.bin', 'photos/1.jpg']);
  });
});
