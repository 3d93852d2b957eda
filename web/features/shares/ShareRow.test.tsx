import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { renderPage } from '../../testing/render-page.tsx';
import { shareOf } from '../../testing/sample-owned-share.ts';
import { ShareRow } from './ShareRow.tsx';

afterEach(cleanup);

const ignore = () => undefined;

async function show(changes: Partial<OwnerShare>) {
  await renderPage(
    <table>
      <tbody>
        <ShareRow
          scope="mine"
          share={shareOf('abc', changes)}
          isSelected={false}
          onSelect={ignore}
          onAction={ignore}
          onOwner={ignore}
        />
      </tbody>
    </table>,
  );
  return screen.getByRole('row');
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000 + 60_000).toISOString();

describe('a share in the list', () => {
  it('tells opens and downloads in words', async () => {
    const row = await show({ visitors: 12, downloads: 1 });
    expect(row.textContent).toContain('12 opens · 1 download');
  });

  it('is called by one of its files when it has no name', async () => {
    const cover = ['IMG_2001.jpg', 'Plan.pdf'].map((name, index) => ({
      id: `${index}`.repeat(32) as OwnerShare['cover'][number]['id'],
      name,
      thumbnail: null,
    }));
    const row = await show({ name: null, cover, fileCount: 9 });
    const link = within(row).getByRole('link', { name: 'IMG_2001.jpg and 8 more' });
    // The count has an element of its own, so that only the name is cut off.
    expect([...link.children].map(({ textContent }) => textContent)).toEqual(['IMG_2001.jpg', '+8']);
    cleanup();
    expect((await show({ name: null, cover, fileCount: 1 })).textContent).toContain('IMG_2001.jpg');
    cleanup();
    expect(within(await show({ name: null })).getByRole('link', { name: 'abc' })).toBeTruthy();
  });

  it('tells the limit of opens, and that nobody came yet', async () => {
    expect((await show({ visitors: 0, downloads: 0 })).textContent).toContain('Not opened yet');
    cleanup();
    expect((await show({ visitors: 2, maxViews: 3 })).textContent).toContain('2 of 3 opens');
  });

  it('says its state only if it is not active', async () => {
    expect((await show({})).textContent).not.toContain('Active');
    cleanup();
    expect((await show({ state: 'expired' })).textContent).toContain('Expired');
    cleanup();
    expect((await show({ state: 'draft' })).textContent).toContain('Unfinished');
    cleanup();
    const quarantined = await show({ isQuarantined: true, size: 5000 });
    expect(quarantined.textContent).toContain('Malware found');
    // A phone has room for little more.
    expect(quarantined.querySelector('[data-summary]')?.textContent).toBe('5 kB');
  });

  it('has its link to copy, until it is over', async () => {
    const name = 'Copy the link of Share abc';
    expect(within(await show({})).getAllByRole('button', { name }).length).toBeGreaterThan(0);
    cleanup();
    expect(within(await show({ state: 'expired' })).queryByRole('button', { name })).toBeNull();
  });

  it('leads an interrupted upload to where it goes on', async () => {
    const row = await show({ state: 'draft' });
    expect(within(row).getByRole('link', { name: 'Continue upload' }).getAttribute('href')).toContain('abc');
  });

  it('warns when the end is near', async () => {
    expect((await show({ expiresAt: inDays(2) })).querySelector('em')?.textContent).toBe('in 2 days');
    cleanup();
    expect((await show({ expiresAt: inDays(9) })).querySelector('em')).toBeNull();
  });
});
