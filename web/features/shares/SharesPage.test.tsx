import { focusManager } from '@tanstack/react-query';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { OwnerFile } from '#sdk/contract/files.js';
import type { ShareDetails } from '#sdk/contract/shares.js';
import { ConfigContext, configFrom } from '../../lib/config.tsx';
import { client } from '../../lib/sdk.ts';
import { renderPage } from '../../testing/render-page.tsx';
import { shareOf } from '../../testing/sample-owned-share.ts';
import { MySharesPage } from './SharesPage.tsx';

function fileOf(path: string, digit = 'a'): OwnerFile {
  const at = '2030-01-01T00:00:00.000Z';
  return OwnerFile.parse({
    id: digit.repeat(32),
    path,
    name: path,
    size: 10,
    type: 'text/plain',
    preview: null,
    sha256: 'a'.repeat(64),
    createdAt: at,
    downloads: 0,
    lastDownloadAt: null,
    thumbnail: null,
  });
}

async function open(shares: ShareDetails[], path = '/account/shares', files: OwnerFile[] = []) {
  vi.spyOn(client.shares, 'list').mockResolvedValue({ shares, nextCursor: null });
  vi.spyOn(client.files, 'listOwned').mockResolvedValue({ files, total: files.length, nextCursor: null });
  vi.spyOn(client.shares, 'getOwned').mockImplementation(async ({ params }) => {
    const found = shares.find(({ id }) => id === params.id);
    if (!found) throw new AppError('share_not_found');
    return found;
  });
  const mails = { key: 'email.enableShareEmailRecipients', type: 'boolean' } as const;
  await renderPage(
    <ConfigContext value={configFrom([{ ...mails, value: 'true', defaultValue: 'false' }])}>
      <Link to="/account/shares">Menu</Link>
      <MySharesPage />
    </ConfigContext>,
    path,
  );
}

const lastQuery = () => vi.mocked(client.shares.list).mock.lastCall?.[0]?.query;
const click = (role: string, name: string | RegExp) => userEvent.click(screen.getByRole(role, { name }));

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('my shares', () => {
  it('asks for what the address says, and for what is chosen then', async () => {
    await open([shareOf('abc')], '/account/shares?show=received&search=tri&sort=size');
    expect(lastQuery()).toMatchObject({ received: 'true', search: 'tri', sort: 'size', order: 'desc' });
    await screen.findByRole('link', { name: 'Share abc' });
    // The tests' browser takes itself for a narrow one, where the heads of the columns are not drawn.
    await userEvent.click(screen.getByRole('button', { name: 'Size', hidden: true }));
    await vi.waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'size', order: 'asc' }));
    await click('button', 'Unfinished');
    await vi.waitFor(() => expect(lastQuery()).toMatchObject({ state: 'draft' }));
    expect(lastQuery()).not.toHaveProperty('received');
  });

  it('is sorted without heads of columns, too', async () => {
    await open([shareOf('abc')]);
    await screen.findByRole('link', { name: 'Share abc' });
    const sort = screen.getByRole('combobox', { name: 'Sort by', hidden: true });
    expect(sort).toHaveProperty('value', 'createdAtDown');
    await userEvent.selectOptions(sort, 'Name, A to Z');
    await vi.waitFor(() => expect(lastQuery()).toMatchObject({ sort: 'name', order: 'asc' }));
  });

  it('names what many deletions take, and which of them failed', async () => {
    await open([shareOf('one'), shareOf('two')]);
    const remove = vi.spyOn(client.shares, 'remove').mockImplementation(async ({ params }) => {
      if (params.id === 'two') throw new AppError('share_removed');
    });
    await screen.findByRole('link', { name: 'Share one' });
    await click('checkbox', 'Select Share one');
    await click('checkbox', 'Select Share two');
    const bar = screen.getByRole('region', { name: 'Selected shares' });
    await userEvent.click(within(bar).getByRole('button', { name: 'Delete' }));
    const dialog = screen.getByRole('dialog', { name: 'Delete 2 shares?' });
    expect(dialog.textContent).toContain('2 shares with 4 files (8 kB)');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
    const problem = await within(dialog).findByRole('alert');
    expect(problem.textContent).toContain("1 of 2 shares couldn't be deleted");
    expect(problem.textContent).toContain('Share two');
    expect(remove).toHaveBeenCalledTimes(2);
  });

  it('tells why nothing is shown, and shows everything again', async () => {
    await open([], '/account/shares?show=expired');
    await screen.findByText('No shares have expired.');
    await click('button', 'Show all');
    expect(await screen.findByRole('heading', { name: 'Nothing shared yet' })).toBeTruthy();
  });
});

describe('the list of shares', () => {
  it('begins anew when the menu leads to it', async () => {
    await open([shareOf('abc')], '/account/shares?show=received&search=tri');
    await click('link', 'Menu');
    await vi.waitFor(() => expect(lastQuery()).not.toHaveProperty('search'));
    expect(lastQuery()).not.toHaveProperty('received');
    expect(screen.getByLabelText('Search shares')).toHaveProperty('value', '');
  });

  it('forgets what was selected when it leaves the list', async () => {
    const shares = [shareOf('one'), shareOf('two')];
    await open(shares);
    await screen.findByRole('link', { name: 'Share one' });
    await click('checkbox', 'Select Share one');
    vi.mocked(client.shares.list).mockResolvedValue({ shares: [shareOf('two')], nextCursor: null });
    await click('button', 'Active');
    await vi.waitFor(() => expect(screen.queryByRole('link', { name: 'Share one' })).toBeNull());
    vi.mocked(client.shares.list).mockResolvedValue({ shares, nextCursor: null });
    await click('button', 'Expired');
    await screen.findByRole('link', { name: 'Share one' });
    expect(screen.queryByRole('region', { name: 'Selected shares' })).toBeNull();
  });

  it('counts what has arrived of unfinished files, too', async () => {
    const arriving = { firstPath: 'film.mp4', receivedBytes: 22_000_000 };
    await open([shareOf('one', { state: 'draft', size: 18, arriving })]);
    await screen.findByRole('link', { name: 'Share one' });
    await click('checkbox', 'Select Share one');
    const selection = within(screen.getByRole('region', { name: 'Selected shares' }));
    expect(selection.getByRole('status').textContent).toContain('22 MB');
    await userEvent.click(selection.getByRole('button', { name: 'Delete' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this unfinished upload?' });
    expect(dialog.textContent).toContain('22 MB');
  });

  it('speaks of an unfinished upload as what it is when that is discarded', async () => {
    await open([shareOf('abc', { state: 'draft' })]);
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Share abc' }));
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Discard upload' }));
    const dialog = await screen.findByRole('dialog', { name: 'Discard this unfinished upload?' });
    expect(dialog.textContent).not.toContain('link');
    expect(within(dialog).getByRole('button', { name: 'Discard upload' })).toBeTruthy();
  });
});

describe('the details of a share', () => {
  const openDetails = async (share: ShareDetails) => {
    await open([share], `/account/shares?share=${share.id}`);
    return screen.findByRole('dialog', { name: 'Details' });
  };

  it('sends only what was changed, and an emptied text as none', async () => {
    const share = shareOf('abc', { name: 'Before', maxViews: 5 });
    const dialog = within(await openDetails(share));
    const update = vi.spyOn(client.shares, 'update').mockResolvedValue({ ...share, name: null });
    await userEvent.clear(await dialog.findByLabelText('Name'));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(update).toHaveBeenCalledOnce());
    expect(update.mock.calls[0]?.[0]).toEqual({ params: { id: 'abc' }, body: { name: null } });
  });

  it('takes a password away only when told to', async () => {
    const share = shareOf('abc', { hasPassword: true });
    const dialog = within(await openDetails(share));
    const update = vi.spyOn(client.shares, 'update').mockResolvedValue({ ...share, hasPassword: false });
    const password = await dialog.findByRole('group', { name: 'Password' });
    await userEvent.click(within(password).getByRole('button', { name: 'Remove' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(update.mock.calls[0]?.[0]?.body).toEqual({ password: null }));
  });

  it('does not send again what somebody else has changed in the meantime', async () => {
    const share = shareOf('abc', { description: 'Old' });
    await open([share]);
    await userEvent.click(await screen.findByRole('link', { name: 'Share abc' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Details' }));
    await userEvent.type(await dialog.findByLabelText('Name'), '!');
    const changed = shareOf('abc', { description: 'New' });
    vi.mocked(client.shares.getOwned).mockResolvedValue(changed);
    const update = vi.spyOn(client.shares, 'update').mockResolvedValue({ ...changed, name: 'Share abc!' });
    const calls = vi.mocked(client.shares.getOwned).mock.calls.length;
    act(() => focusManager.onFocus());
    await vi.waitFor(() =>
      expect(vi.mocked(client.shares.getOwned).mock.calls.length).toBeGreaterThan(calls),
    );
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(update.mock.calls[0]?.[0]?.body).toEqual({ name: 'Share abc!' }));
    await vi.waitFor(() => expect(dialog.getByLabelText('Message')).toHaveProperty('value', 'New'));
  });

  it('keep what is typed while they are saved', async () => {
    const share = shareOf('abc');
    const dialog = within(await openDetails(share));
    let answer: (saved: ShareDetails) => void = () => {};
    vi.spyOn(client.shares, 'update').mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    await userEvent.type(await dialog.findByLabelText('Name'), '!');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await userEvent.type(dialog.getByLabelText('Message'), 'Hello');
    answer({ ...share, name: 'Share abc!' });
    await screen.findByText('Share saved');
    expect(dialog.getByLabelText('Message')).toHaveProperty('value', 'Hello');
    expect(dialog.getByRole('button', { name: 'Save' })).toBeTruthy();
  });

  it('show a kept password again after the changes are undone', async () => {
    const dialog = within(await openDetails(shareOf('abc', { hasPassword: true })));
    const password = within(await dialog.findByRole('group', { name: 'Password' }));
    await userEvent.click(password.getByRole('button', { name: 'Change' }));
    await userEvent.type(dialog.getByLabelText('New password'), 'secret');
    await userEvent.click(dialog.getByRole('button', { name: 'Discard changes' }));
    expect(await dialog.findByText('Visitors must enter a password.')).toBeTruthy();
  });

  it('say at the recipients that they cannot be mailed', async () => {
    const dialog = within(await openDetails(shareOf('abc')));
    vi.spyOn(client.shares, 'update').mockRejectedValue(new AppError('share_recipients_disabled'));
    await userEvent.type(await dialog.findByLabelText('Email the link to'), 'lea@example.org');
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    expect((await dialog.findByRole('alert')).textContent).toContain("This share can't be sent by email");
  });

  it('ask for further files again only when told to', async () => {
    const share = shareOf('abc');
    const dialog = within(await openDetails(share));
    const list = vi.mocked(client.files.listOwned);
    await dialog.findByLabelText('Name');
    list.mockImplementation(async ({ query }) => {
      if (query?.cursor) throw new AppError('internal');
      return { files: [fileOf('a.txt')], total: 2, nextCursor: 'more' };
    });
    act(() => focusManager.onFocus());
    const retry = await dialog.findByRole('button', { name: 'Try again' });
    const count = list.mock.calls.length;
    list.mockResolvedValue({ files: [fileOf('b.txt', 'b')], total: 2, nextCursor: null });
    await userEvent.click(retry);
    await dialog.findByText('b.txt');
    expect(list).toHaveBeenCalledTimes(count + 1);
  });

  it('asks before changes are dropped', async () => {
    const dialog = within(await openDetails(shareOf('abc')));
    await userEvent.type(await dialog.findByLabelText('Message'), 'Hello');
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
    await screen.findByRole('dialog', { name: 'Discard your changes?' });
    await click('button', 'Keep editing');
    expect(dialog.getByLabelText('Message')).toHaveProperty('value', 'Hello');
    await userEvent.click(await dialog.findByRole('button', { name: 'Close' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Discard changes' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Details' })).toBeNull());
  });

  it('keeps the only file, and says what to do instead', async () => {
    await open([shareOf('abc')], '/account/shares?share=abc', [fileOf('a.txt')]);
    await screen.findByText(/A share needs at least one file/);
    expect(screen.getByRole('button', { name: /a\.txt/ })).toHaveProperty('disabled', true);
  });

  it('offers only what the server says can be done', async () => {
    const can = { download: true, append: false, edit: false, removeFile: false, remove: false };
    const dialog = within(await openDetails(shareOf('abc', { state: 'draft', can })));
    await dialog.findByText('Downloads');
    expect(dialog.queryByRole('link', { name: /Continue/ })).toBeNull();
    expect(dialog.queryByLabelText('Message')).toBeNull();
    expect(dialog.queryByRole('button', { name: /Discard|Delete/ })).toBeNull();
  });

  it('says how to send a mail again that was not sent', async () => {
    const changedAt = '2030-01-01T00:00:00.000Z';
    const failed = { email: 'ann@example.org', state: 'failed', problem: 'No such user', changedAt } as const;
    const dialog = within(await openDetails({ ...shareOf('abc'), recipients: [failed] }));
    await dialog.findByText('No such user', { exact: false });
    expect(dialog.getByText(/To resend/)).toBeTruthy();
  });

  it('brings an expired share back', async () => {
    const share = shareOf('abc', { state: 'expired', expiresAt: '2020-01-01T00:00:00.000Z' });
    const dialog = within(await openDetails(share));
    const update = vi.spyOn(client.shares, 'update').mockResolvedValue(share);
    await userEvent.click(await dialog.findByRole('button', { name: 'Extend' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }));
    await vi.waitFor(() => expect(update.mock.calls[0]?.[0]?.body).toEqual({ expiration: '7-days' }));
  });

  it('are closed when the share is deleted there', async () => {
    const dialog = within(await openDetails(shareOf('abc')));
    vi.spyOn(client.shares, 'remove').mockImplementation(async () => {
      vi.mocked(client.shares.getOwned).mockRejectedValue(new AppError('share_removed'));
    });
    await userEvent.click(await dialog.findByRole('button', { name: 'Delete share' }));
    const question = await screen.findByRole('dialog', { name: 'Delete this share?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await vi.waitFor(() => expect(screen.queryByRole('dialog', { name: 'Details' })).toBeNull());
  });
});
