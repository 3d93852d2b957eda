import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { AuditEntry } from '#sdk/contract/audit.js';
import { ShareId, UserId } from '#sdk/contract/formats/primitives.js';
import type { PublicAddress } from '#sdk/contract/formats/public-address.js';
import type { Overview } from '#sdk/contract/statistics.js';
import type { Release } from '#sdk/contract/system.js';
import { sampleDays, sampleOverview } from '#sdk/testing/sample-overview.js';
import { renderPage } from '../../testing/render-page.tsx';
import { refuse, stubServer } from '../../testing/stub-server.ts';
import { AdminPage } from './AdminPage.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const signIn: AuditEntry = {
  id: 1,
  at: '2030-04-30T12:00:00.000Z',
  action: 'user.create',
  result: 'done',
  actor: { id: UserId.parse('a'.repeat(32)), name: 'Anna Ribeiro' },
  apiKeyId: null,
  ip: '127.0.0.1',
  subject: { id: 'b', name: 'jo' },
  details: {},
  requestId: null,
};

const address: PublicAddress = {
  url: 'https://files.example.org',
  isChecked: true,
  problem: null,
  reason: null,
  status: 200,
  expiresAt: '2030-05-09T00:00:00.000Z',
};

async function open(
  changes: Partial<Overview> = {},
  latest: Release['latest'] = null,
  publicAddress: PublicAddress = address,
) {
  stubServer({
    'GET /publicAddress': () => ({ status: 200, body: publicAddress }),
    'GET /statistics': () => ({ status: 200, body: sampleOverview(changes) }),
    'GET /release': () => ({ status: 200, body: { version: '1.2.3', latest } }),
    'GET /audit': () => ({ status: 200, body: { entries: [signIn], nextCursor: null } }),
  });
  await renderPage(<AdminPage />, '/admin');
  await screen.findByRole('heading', { name: 'Storage' });
  await screen.findByText('Version 1.2.3');
}

const health = () => screen.getByRole('region', { name: 'Health' });
const tile = (name: string) => screen.getByRole('link', { name: new RegExp(`^${name}`) });

describe('the overview of administrators', () => {
  it('says that it has not checked a public address which it may not request', async () => {
    await open({}, null, { ...address, url: 'http://192.168.1.5:3000', isChecked: false });
    expect(
      await within(health()).findByText(/Public address not checked: http:\/\/192.168.1.5:3000/),
    ).toBeTruthy();
    expect(within(health()).getByText('All good')).toBeTruthy();
  });

  it('leads to the licenses of what the page is made of', async () => {
    await open();
    const link = screen.getByRole('link', { name: 'Open source licenses' });
    expect(link.getAttribute('href')).toBe('/licenses.txt');
  });

  it('is calm while all goes well', async () => {
    await open();
    expect(tile('Shares').textContent).toBe('Shares10,455363 today');
    expect(tile('Downloads').textContent).toBe('Downloads903 today');
    expect(tile('Users').getAttribute('href')).toBe('/admin/users');
    expect(tile('Users').textContent).toBe('Users32 signed in this week');
    expect(health().textContent).toBe('HealthAll goodEmails, jobs, storage and files');
    expect(screen.getByText('1,234 files · 12 active shares · 2 reverse shares')).toBeTruthy();
    expect(screen.getByText(/MB more than on Apr 1, 2030/)).toBeTruthy();
    expect(screen.queryByText(/is running low/)).toBeNull();
    expect(screen.queryByText(/reserved for uploads/)).toBeNull();
  });

  it('counts what is wrong in one place, each with the way to its page', async () => {
    await open({ jobs: { failed: 1, held: 1 }, mails: { waiting: 7, failed: 1 }, damagedFiles: 1 });
    expect(within(health()).getByText('3 problems')).toBeTruthy();
    const links = within(health()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['1 file is damaged', '/admin/jobs'],
      ['2 jobs need attention', '/admin/jobs'],
      ["1 email couldn't be delivered", '/admin/mails?state=failed'],
    ]);
  });

  it('says that clamd is away, and that malware was found, with the pages for it', async () => {
    const malware = { waiting: 3, found: 2, hasFailed: true };
    // The job of the scan has failed, and is not counted twice.
    await open({ malware, jobs: { failed: 1, held: 0 } });
    const links = within(health()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Files with malware: 2', '/admin/malware'],
      ["clamd doesn't answer, so files aren't checked for malware", '/admin/config/malware'],
    ]);
  });

  it('says when the last backup was made, and why it failed', async () => {
    const lastSuccessAt = new Date().toISOString();
    await open({ backup: { lastSuccessAt, failure: null } });
    expect(health().textContent).toContain('Last backup: ');
    cleanup();
    // The job of the backup is on hold, and is not counted twice.
    await open({ backup: { lastSuccessAt, failure: 'no space left' }, jobs: { failed: 0, held: 1 } });
    const links = within(health()).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['The last backup failed: no space left', '/admin/config/backup'],
    ]);
  });

  it('shows the servers of an instance that can have several', async () => {
    await open();
    expect(screen.queryByRole('region', { name: 'Servers' })).toBeNull();
    cleanup();
    const now = new Date().toISOString();
    const server = { id: 'a', name: 'node-1', version: '1.2.3', startedAt: now, seenAt: now };
    await open({ servers: [{ ...server, role: 'web' }] });
    const card = within(screen.getByRole('region', { name: 'Servers' }));
    expect(card.getByText('node-1')).toBeTruthy();
    expect(card.getByText(/^Version 1\.2\.3 · Requests only · Started /)).toBeTruthy();
    expect(card.getByText(/^Last seen /)).toBeTruthy();
  });

  it('shows who did what lately', async () => {
    await open();
    const row = (await screen.findByText('Anna Ribeiro')).closest('li');
    expect(row?.textContent).toContain('Create user · jo');
  });

  it.each([
    ['less than a tenth of the whole', { storedBytes: 95e9, availableBytes: 5e9 }],
    ['less than a gigabyte', { storedBytes: 0, availableBytes: 900e6 }],
  ])('warns when there is room for %s', async (_, room) => {
    await open(room);
    expect(screen.getByText(/Storage is running low. Uploads/)).toBeTruthy();
    expect(within(health()).getByRole('link').getAttribute('href')).toMatch(/#storage$/);
  });

  it('says that there is no limit, and warns of nothing', async () => {
    await open({ availableBytes: null });
    expect(screen.getByText('No limit')).toBeTruthy();
    expect(screen.queryByText(/ free$/)).toBeNull();
    expect(within(health()).getByText('All good')).toBeTruthy();
  });

  it('says that the disk of the database is full, instead of asking for shares to be deleted', async () => {
    await open({ availableBytes: 0, isDatabaseFull: true });
    expect(screen.getByText(/The database disk is full. New shares/)).toBeTruthy();
    expect(screen.queryByText(/Storage is running low/)).toBeNull();
  });

  it('says what running uploads will take', async () => {
    await open({ reservedBytes: 2_500_000_000, drafts: 2 });
    expect(screen.getByText(/2.5 GB reserved for uploads/)).toBeTruthy();
    expect(screen.getByText(/2 unfinished/)).toBeTruthy();
  });

  it('leads to the largest shares', async () => {
    const share = { id: ShareId.parse('abcdefghij'), owner: null, size: 4e9, files: 2, cover: [] };
    await open({ largestShares: [{ ...share, name: 'Film' }] });
    const link = screen.getByRole('link', { name: 'Film' });
    expect(link.getAttribute('href')).toBe('/admin/shares?share=abcdefghij');
    expect(link.closest('li')?.textContent).toContain('Created without an account · 2 files4 GB');
  });

  it('shows the figures of every day as a table', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const rows = within(screen.getByRole('table', { name: 'Activity' })).getAllByRole('row');
    expect(rows).toHaveLength(30);
    const newest = rows[0] ?? document.body;
    const texts = within(newest)
      .getAllByRole('cell')
      .map((cell) => cell.textContent);
    expect(within(newest).getByRole('rowheader').textContent).toMatch(/^Apr 30, 2030/);
    expect(texts.map((text) => text?.replace('\u00a0', ' '))).toEqual(['364 MB', '363', '2', '5 kB', '3']);
  });

  it('looks back as far as asked, a year by weeks', async () => {
    await open();
    await userEvent.click(screen.getByRole('button', { name: 'Show as table' }));
    const rows = () => within(screen.getByRole('table', { name: 'Activity' })).getAllByRole('row');
    await userEvent.click(screen.getByRole('button', { name: '1 year' }));
    expect(screen.getByRole('button', { name: '1 year' }).getAttribute('aria-pressed')).toBe('true');
    expect(rows()).toHaveLength(52);
    await userEvent.click(screen.getByRole('button', { name: '7 days' }));
    expect(rows()).toHaveLength(7);
    expect(rows().at(-1)?.textContent).toMatch(/^Apr 24, 2030357 shares/);
  });

  it('invites to share where nothing was shared yet', async () => {
    const blank = { storedBytes: 0, shares: 0, uploads: 0, uploadedBytes: 0, downloads: 0 };
    await open({ days: sampleDays(30).map(({ day }) => ({ day, ...blank })) });
    expect(screen.getByRole('link', { name: 'Share files' }).getAttribute('href')).toBe('/upload');
    expect(screen.queryByRole('button', { name: 'Show as table' })).toBeNull();
  });

  it('says what keeps visitors from the public address', async () => {
    await open({}, null, { ...address, problem: 'certificate_expiring' });
    const link = await screen.findByRole('link', { name: /files\.example\.org/ });
    expect(link.textContent).toBe('The certificate of files.example.org expires on May 9, 2030. Renew it.');
    expect(link.getAttribute('href')).toBe('/admin/config/general');
    cleanup();
    await open({}, null, { ...address, problem: 'server_error', status: 502 });
    expect(await screen.findByRole('link', { name: /answers with status 502/ })).toBeTruthy();
  });

  it('only notes that the server itself gets no connection to its public address', async () => {
    await open({}, null, { ...address, problem: 'unreachable', reason: 'timeout', status: null });
    expect(await screen.findByText(/from here: there was no answer in time/)).toBeTruthy();
    expect(within(health()).getByText('All good')).toBeTruthy();
    expect(within(health()).queryByRole('link')).toBeNull();
  });

  it('leads to a newer version', async () => {
    await open({}, { version: '1.3.0', url: 'https://example.org/1.3.0', isNewer: true });
    expect(screen.getByText('Version 1.3.0 is available')).toBeTruthy();
    const link = screen.getByRole('link', { name: "What's new" });
    expect(link.getAttribute('href')).toBe('https://example.org/1.3.0');
  });

  it('says that it does not know of newer versions, or that there is none', async () => {
    await open();
    expect(screen.getByText(/No information about newer versions/)).toBeTruthy();
    cleanup();
    await open({}, { version: '1.2.3', url: null, isNewer: false });
    expect(screen.getByText("You're running the latest version.")).toBeTruthy();
  });

  it('says what is the matter when there are no figures to be had', async () => {
    stubServer({ 'GET /statistics': () => refuse('internal') });
    await renderPage(<AdminPage />, '/admin');
    expect(await screen.findByRole('alert')).toBeTruthy();
  });
});
