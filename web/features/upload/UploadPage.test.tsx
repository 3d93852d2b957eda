import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { OwnerFile } from '#sdk/contract/files.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { client } from '../../lib/sdk.ts';
import { type FakeTask, fakeTasks } from '../../testing/fake-tasks.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { shareOf } from '../../testing/sample-owned-share.ts';
import { currentUpload } from './current-upload.ts';
import { UploadPage } from './UploadPage.tsx';

const old = shareOf('old');
const present = OwnerFile.parse({
  id: 'a'.repeat(32),
  path: 'there.bin',
  name: 'there.bin',
  size: 4000,
  type: 'application/octet-stream',
  preview: null,
  sha256: 'a'.repeat(64),
  createdAt: '2030-01-01T00:00:00.000Z',
  downloads: 0,
  lastDownloadAt: null,
  thumbnail: null,
});
const config = configFrom([{ key: 'share.maxSize', type: 'number', value: '5000', defaultValue: '0' }]);

let tasks: FakeTask[] = [];
let draft: ShareDetails;
let counter = 0;

beforeEach(() => {
  // Each test has a draft of its own.
  counter += 1;
  draft = shareOf(`draft${counter}`, { state: 'draft' });
  tasks = fakeTasks();
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  vi.spyOn(client.shares, 'getOwned').mockImplementation(async () => draft);
  vi.spyOn(client.files, 'listOwned').mockResolvedValue({ files: [present], total: 1, nextCursor: null });
});

afterEach(() => {
  cleanup();
  currentUpload.session.reset();
  localStorage.clear();
  vi.restoreAllMocks();
});

const open = (path = `/upload?continue=${draft.id}`) =>
  renderPage(
    <ConfigContext value={config}>
      <UploadPage />
    </ConfigContext>,
    path,
  );
const resultOf = (share: ShareDetails) => ({ share, uploadToken: '', files: 1, bytes: 5, resumed: 0 });
const draftHeading = () => screen.findByRole('heading', { name: `Continue “Share ${draft.id}”` });

async function pick(size = 5) {
  await userEvent.upload(await screen.findByTestId('files-input'), new File([new Uint8Array(size)], 'a.bin'));
}

async function startDraftUpload() {
  await draftHeading();
  await pick();
  await userEvent.click(screen.getByRole('button', { name: 'Continue upload' }));
}

describe('going on with a draft', () => {
  it('does not show the link of the upload before', async () => {
    currentUpload.session.start({});
    tasks[0]?.finish(resultOf(old));
    await vi.waitFor(() => expect(currentUpload.session.getSnapshot().stage.kind).toBe('done'));
    await open();
    expect(await draftHeading()).toBeTruthy();
    expect(currentUpload.session.getSnapshot().stage.kind).toBe('choosing');
  });

  it('says what comes first, and goes on after it', async () => {
    currentUpload.session.start({});
    await open();
    expect(await screen.findByText(/Another upload is running in this tab/)).toBeTruthy();
    tasks[0]?.finish(resultOf(old));
    expect(await screen.findByRole('heading', { name: 'Your link is ready' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Send more files' }));
    expect(await draftHeading()).toBeTruthy();
  });

  it('is the same upload after a look at another page', async () => {
    await open();
    await startDraftUpload();
    cleanup();
    await open();
    expect(await screen.findByRole('button', { name: 'Pause' })).toBeTruthy();
    expect(tasks).toHaveLength(1);
    tasks[0]?.finish(resultOf(draft));
    expect(await screen.findByRole('heading', { name: 'Your link is ready' })).toBeTruthy();
  });

  it('keeps a draft that could not be discarded, and says why', async () => {
    vi.spyOn(client.shares, 'remove').mockRejectedValue(new Error('broken'));
    await open();
    await startDraftUpload();
    tasks[0]?.options.onShare?.(draft);
    await userEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel upload' }));
    expect(
      await screen.findByText(
        'An unknown error occurred. Try again. If it happens again, tell the administrator.',
      ),
    ).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Discard upload' })).toBeTruthy();
  });

  it('says that the end failed, and what can be done next', async () => {
    await open();
    await startDraftUpload();
    tasks[0]?.options.onShare?.(draft);
    tasks[0]?.fail(new AppError('share_finish_failed'));
    expect(await screen.findByText('An error occurred while finishing your share')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Discard upload' })).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(tasks).toHaveLength(2);
  });

  it('counts what the draft holds already', async () => {
    await open();
    await draftHeading();
    await pick(1500);
    expect(await screen.findByText('Your files exceed the maximum share size of 5 kB')).toBeTruthy();
  });
});
