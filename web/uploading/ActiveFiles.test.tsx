import { cleanup, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { type FileProgress, NetworkError } from '#sdk/browser.js';
import { AppError } from '#sdk/contract/errors.js';
import { renderPage } from '../testing/render-page.tsx';
import { ActiveFiles } from './ActiveFiles.tsx';
import { GroupRow } from './GroupRow.tsx';
import { advanceGroup, groupFiles } from './upload-groups.ts';

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

  it('have been sent in part: neither all of a bundle, nor what waits in it', async () => {
    const waiting = { ...running('photos/2.jpg'), sent: 0 };
    const sent = { ...running('photos/3.jpg'), sent: 10 };
    expect(await show(waiting, running('photos/1.jpg'), sent)).toEqual(['photos/1.jpg']);
  });

  it('say why one failed, and nothing about what is tried again', async () => {
    const failed: FileProgress = {
      ...running('photos/2.jpg'),
      state: 'failed',
      error: new AppError('share_removed'),
    };
    const retrying: FileProgress = {
      ...running('photos/1.jpg'),
      state: 'retrying',
      error: new NetworkError('gone'),
    };
    expect(await show(retrying, failed)).toEqual(['photos/2.jpg', 'photos/1.jpg']);
    expect(screen.getByText(/^Share removed/)).toBeTruthy();
    expect(screen.queryByText(/can't be reached/)).toBeNull();
  });

  it('are listed once: a file outside of folders says in its own row why it failed', async () => {
    const [group] = groupFiles(new Map([['loose.bin', new File(['x'], 'loose.bin')]])).values();
    if (!group) throw new Error('no group');
    const failed: FileProgress = {
      ...running('loose.bin'),
      state: 'failed',
      error: new AppError('share_removed'),
    };
    const now = advanceGroup(group, undefined, failed);
    await renderPage(
      <>
        <ActiveFiles notable={new Map([[failed.path, failed]])} />
        <GroupRow group={now} position={{ index: 0, count: 1, top: 0 }} onRemove={undefined} />
      </>,
    );
    expect(screen.getAllByText('loose.bin')).toHaveLength(1);
    expect(screen.getByText(/^Share removed/)).toBeTruthy();
  });
});
