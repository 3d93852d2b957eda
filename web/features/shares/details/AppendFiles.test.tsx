import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError, UploadFailedError } from '#sdk/browser.js';
import type { OwnerShare, ShareDetails } from '#sdk/contract/shares.js';
import { client } from '../../../lib/sdk.ts';
import { type FakeTask, fakeTasks } from '../../../testing/fake-tasks.ts';
import { renderPage } from '../../../testing/render-page.tsx';
import { shareOf } from '../../../testing/sample-owned-share.ts';
import { MySharesPage } from '../SharesPage.tsx';

let tasks: FakeTask[] = [];
let share: ShareDetails;
let counter = 0;

beforeEach(() => {
  // Each test has an upload of its own.
  counter += 1;
  tasks = fakeTasks();
});

afterEach(() => {
  for (const task of tasks) task.fail(new Error('the test is over'));
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

async function open(changes: Partial<OwnerShare> = {}, { details = true } = {}) {
  share = shareOf(`target${counter}`, changes);
  vi.spyOn(client.shares, 'list').mockResolvedValue({ shares: [share], nextCursor: null });
  vi.spyOn(client.files, 'listOwned').mockResolvedValue({ files: [], total: 0, nextCursor: null });
  vi.spyOn(client.shares, 'getOwned').mockImplementation(async () => share);
  await renderPage(<MySharesPage />, details ? `/account/shares?share=${share.id}` : '/account/shares');
}

const click = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function add() {
  const files = ['a.bin', 'b.bin'].map((name) => new File([name], name));
  await userEvent.upload(await screen.findByTestId('files-input'), files);
  await click('Add 2 files');
}

describe('adding files', () => {
  it('asks before it stops, then shows what has arrived and leaves only the rest chosen', async () => {
    await open();
    await add();
    tasks[0]?.options.onFile?.({ path: 'a.bin', size: 5, sent: 5, state: 'finished' });
    await click('Stop adding');
    const dialog = await screen.findByRole('dialog', { name: 'Stop adding files?' });
    const asked = vi.mocked(client.files.listOwned).mock.calls.length;
    await userEvent.click(within(dialog).getByRole('button', { name: 'Stop adding' }));
    expect(await screen.findByRole('button', { name: 'Add 1 file' })).toBeTruthy();
    await vi.waitFor(() =>
      expect(vi.mocked(client.files.listOwned).mock.calls.length).toBeGreaterThan(asked),
    );
  });

  it('offers to replace files whose paths are taken', async () => {
    await open();
    await add();
    const error = new AppError('file_exists', { path: 'a.bin' });
    tasks[0]?.fail(new UploadFailedError([{ path: 'a.bin', error }], null));
    await click('Replace files with the same name');
    expect(tasks.map(({ options }) => options.replace)).toEqual([false, true]);
  });

  it('tells of the end while only the list is shown', async () => {
    await open();
    await add();
    cleanup();
    await open({}, { details: false });
    tasks[0]?.finish({ share, uploadToken: '', files: 2, bytes: 10, resumed: 0 });
    expect(await screen.findByText('2 files added')).toBeTruthy();
  });

  it('marks a share that files are added to from elsewhere, and ends it', async () => {
    await open({ isAdding: true });
    const discard = vi
      .spyOn(client, 'discardUpload')
      .mockRejectedValue(new AppError('share_incomplete', { count: 1 }));
    expect(await screen.findByRole('img', { name: 'Files are being added', hidden: true })).toBeTruthy();
    await click('Stop adding');
    expect(await screen.findByText('1 file has not finished uploading.')).toBeTruthy();
    expect(discard).toHaveBeenCalledWith(expect.objectContaining({ share, isAppended: true }));
  });

  it('offers to go on with what an earlier visit left, or to end it', async () => {
    const id = `target${counter}`;
    const { recipients: _, ...owner } = shareOf(id);
    const header = { type: 'begin', share: owner, uploadToken: 'token', isAppended: true };
    localStorage.setItem(`fileshare.add.${id}:share`, JSON.stringify(header));
    const discard = vi.spyOn(client, 'discardUpload').mockResolvedValue();
    await open({ isAdding: true });
    expect(await screen.findByText('Your last upload was interrupted')).toBeTruthy();
    await click('Stop adding');
    await vi.waitFor(() => expect(localStorage).toHaveLength(0));
    expect(discard).toHaveBeenCalledOnce();
  });
});
