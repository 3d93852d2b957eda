import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { localStorageUploadJournal } from '#sdk/browser.js';
import { AppError } from '#sdk/contract/errors.js';
import { OwnerFile } from '#sdk/contract/files.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { client } from '../../lib/sdk.ts';
import { type FakeTask, fakeTasks } from '../../testing/fake-tasks.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { shareOf } from '../../testing/sample-owned-share.ts';
import { newShareJournal } from '../../uploading/open-upload.ts';
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

  it('leads to the details of a draft whose expiry has passed', async () => {
    await open();
    await startDraftUpload();
    tasks[0]?.options.onShare?.(draft);
    tasks[0]?.fail(new AppError('share_expiration_past'));
    expect(await screen.findByText('The expiry is in the past. Choose a later one.')).toBeTruthy();
    const link = screen.getByRole('link', { name: 'Edit name, expiry or password' });
    expect(link.getAttribute('href')).toBe(`/account/shares?share=${draft.id}`);
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

describe('an upload that was left unfinished', () => {
  const fileOf = (name: string) => new File(['12345'], name, { lastModified: 1 });

  /** `a.bin` is on the server, and half of `b.bin`. */
  async function openLeft() {
    const journal = localStorageUploadJournal({ key: newShareJournal });
    await journal.begin({ share: { ...draft, hasPassword: true }, uploadToken: 'token' });
    await journal.record([
      { type: 'finished', path: 'a.bin', fingerprint: 'a.bin:5:1' },
      { type: 'upload', path: 'b.bin', fingerprint: 'b.bin:5:1', url: '/uploads/1' },
    ]);
    // An upload that is refused lets the page look again at what is left.
    currentUpload.session.start({});
    tasks[0]?.fail(new AppError('share_id_taken'));
    await vi.waitFor(() => expect(currentUpload.session.getSnapshot().unfinished).not.toBeNull());
    await open('/upload');
  }
  const choose = async (...files: File[]) =>
    userEvent.upload(await screen.findByTestId('files-input'), files);

  it('continues with its own settings when only the file that is missing is chosen', async () => {
    await openLeft();
    expect(screen.getByText(/^Choose the same file again/)).toBeTruthy();
    await choose(fileOf('b.bin'));
    expect(await draftHeading()).toBeTruthy();
    expect(screen.getByText('Protected with a password.')).toBeTruthy();
    expect(screen.queryByText(/^Choose the same file/)).toBeNull();
    expect(screen.queryByRole('switch')).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Continue upload' }));
    expect(tasks[1]?.options).toMatchObject({ continueDraft: true, share: {} });
  });

  it('says that a file is still missing', async () => {
    await openLeft();
    await choose(fileOf('a.bin'));
    expect(await draftHeading()).toBeTruthy();
    expect(screen.getByText(/^Choose the same file again/)).toBeTruthy();
  });

  it.each([
    ['other files are', [fileOf('other.bin')]],
    ['others of the same name are', [new File(['1234'], 'b.bin', { lastModified: 1 })]],
    ['others besides are', [fileOf('b.bin'), fileOf('other.bin')]],
  ])('stays when %s shared', async (_what, files) => {
    await openLeft();
    await choose(...files);
    await userEvent.click(await screen.findByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(tasks).toHaveLength(2));
    expect(tasks[1]?.options.continueDraft).toBe(false);
    expect(await tasks[1]?.options.journal?.load()).toBeNull();
  });
});

describe('a new upload', () => {
  it('shows options with the first file, and starts under the name of the only folder', async () => {
    await open('/upload');
    expect(await screen.findByRole('button', { name: 'Choose files' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
    const photo = new File(['x'], 'IMG_1.jpg');
    await userEvent.upload(
      await screen.findByTestId('folder-input'),
      Object.defineProperty(photo, 'webkitRelativePath', { value: 'Porto/IMG_1.jpg' }),
    );
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' }).value).toBe('Porto');
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(tasks[0]?.options.share).toMatchObject({ name: 'Porto' }));
  });

  it('keeps a name that was typed, and creates nothing on Enter in it', async () => {
    await open('/upload');
    await pick();
    const name = screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' });
    await userEvent.clear(name);
    await userEvent.type(name, 'For Leo{Enter}');
    expect(tasks).toHaveLength(0);
    await userEvent.upload(await screen.findByTestId('files-input'), new File(['y'], 'b.bin'));
    expect(name.value).toBe('For Leo');
  });

  it('publishes nothing without the password it is to be protected with', async () => {
    await open('/upload');
    await pick();
    await userEvent.click(screen.getByRole('switch', { name: 'Protect with a password' }));
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    expect(await screen.findByText('This field is required')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Password'));
    expect(tasks).toHaveLength(0);
    await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(tasks).toHaveLength(1));
    expect(tasks[0]?.options.share).toMatchObject({ password: 'open sesame' });
  });

  it('needs no password once its switch is off', async () => {
    await open('/upload');
    await pick();
    const protect = screen.getByRole('switch', { name: 'Protect with a password' });
    await userEvent.click(protect);
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await screen.findByText('This field is required');
    await userEvent.click(protect);
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(tasks).toHaveLength(1));
    expect(tasks[0]?.options.share).not.toHaveProperty('password');
  });

  it('keeps its options with the files while another page is shown', async () => {
    await open('/upload');
    await pick();
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), ' for Leo');
    await userEvent.type(screen.getByRole('textbox', { name: 'Message' }), 'Hello');
    await userEvent.selectOptions(screen.getByRole('combobox'), 'never');
    await userEvent.click(screen.getByRole('switch', { name: 'Protect with a password' }));
    await userEvent.type(screen.getByLabelText('Password'), 'open sesame');
    cleanup();
    await open('/upload');
    expect(screen.getByLabelText<HTMLInputElement>('Password').value).toBe('open sesame');
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(tasks).toHaveLength(1));
    expect(tasks[0]?.options.share).toMatchObject({
      name: 'a for Leo',
      description: 'Hello',
      password: 'open sesame',
      expiration: 'never',
    });
    tasks[0]?.finish(resultOf(old));
    await userEvent.click(await screen.findByRole('button', { name: 'Send more files' }));
    await pick();
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Message' }).value).toBe('');
    expect(screen.queryByLabelText('Password')).toBeNull();
  });

  it('opens the folded options when one of them is wrong', async () => {
    await open('/upload');
    await pick();
    const folded = screen.getByLabelText('View limit').closest('details');
    await userEvent.type(screen.getByLabelText('View limit'), 'many');
    expect(folded?.open).toBe(false);
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(folded?.open).toBe(true));
    expect(tasks).toHaveLength(0);
  });

  it('opens and closes folders, removes what is in them, and puts it back', async () => {
    currentUpload.session.add([
      { path: 'Porto/a.jpg', file: new File(['x'], 'a.jpg') },
      { path: 'Porto/b.jpg', file: new File(['x'], 'b.jpg') },
      { path: 'notes.txt', file: new File(['x'], 'notes.txt') },
    ]);
    await open('/upload');
    const folder = await screen.findByRole('button', { name: /^Porto/, expanded: false });
    expect(screen.queryByText('a.jpg')).toBeNull();
    await userEvent.click(folder);
    expect(screen.getByText('a.jpg')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Remove a.jpg' }));
    expect(screen.queryByText('a.jpg')).toBeNull();
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove b.jpg' }));
    expect(screen.getByText('2 files, 2 bytes')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: 'Undo' }));
    expect(screen.getByText('a.jpg')).toBeTruthy();
    await userEvent.click(screen.getByRole('button', { name: /^Porto/, expanded: true }));
    expect(screen.queryByText('a.jpg')).toBeNull();
  });

  it('gives the whole link and the ways to hand it on', async () => {
    await open('/upload');
    await pick();
    await userEvent.click(screen.getByRole('button', { name: 'Create link' }));
    await vi.waitFor(() => expect(tasks).toHaveLength(1));
    tasks[0]?.finish(resultOf(old));
    const link = await screen.findByRole('group', { name: 'Share link' });
    expect(link.querySelector('a')?.href).toBe(old.url);
    const mail = screen.getByRole<HTMLAnchorElement>('link', { name: 'Email' });
    expect(mail.href).toBe(`mailto:?subject=Share%20old&body=${encodeURIComponent(old.url)}`);
    await userEvent.click(screen.getByRole('button', { name: 'QR code' }));
    expect(await screen.findByRole('dialog', { name: 'QR code' })).toBeTruthy();
  });
});
