import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { localStorageUploadJournal, type OwnerShare } from '#sdk/browser.js';
import { shareOf } from '../testing/sample-owned-share.ts';
import { openUpload } from './open-upload.ts';
import { openSummaryStore } from './summary-store.ts';
import { draftKey } from './sweep-journals.ts';

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

async function remember(changes: Partial<OwnerShare>): Promise<void> {
  const { recipients: _, ...share } = shareOf('kept', changes);
  const journal = localStorageUploadJournal({ key: draftKey(share.id) });
  await journal.begin({ share, uploadToken: 'token' });
  await journal.record([{ type: 'upload', path: 'a', fingerprint: 'a:1:1', url: '/uploads/1' }]);
  openSummaryStore(share.id).save({ shareId: share.id, firstPath: 'a', count: 1, size: 1, sent: 0 });
}

beforeEach(() => localStorage.clear());
afterEach(() => localStorage.clear());

describe('what is remembered of uploads to existing shares', () => {
  it.each<[string, Partial<OwnerShare>, number]>([
    ['goes with a draft that was created long ago', { state: 'draft', createdAt: daysAgo(31) }, 0],
    ['stays with a draft of this month', { state: 'draft', createdAt: daysAgo(29) }, 3],
    ['goes with a share that expired long ago', { createdAt: daysAgo(60), expiresAt: daysAgo(31) }, 0],
    ['stays with an old share that is open', { createdAt: daysAgo(400), expiresAt: null }, 3],
    ['stays with a share that can still be extended', { createdAt: daysAgo(60), expiresAt: daysAgo(2) }, 3],
  ])('%s', async (_what, changes, entries) => {
    await remember(changes);
    openUpload('fileshare.upload');
    expect(localStorage).toHaveLength(entries);
  });

  it('is no obstacle when it cannot be read', () => {
    localStorage.setItem('fileshare.add.broken:share', '{');
    openUpload('fileshare.upload');
    expect(localStorage).toHaveLength(1);
  });
});
