import { expect, it } from 'vitest';
import { type JournalState, memoryUploadJournal } from '#sdk/browser.js';
import { shareOf } from '../testing/sample-owned-share.ts';
import { copyTo, freshJournal } from './fresh-journal.ts';

const left = { share: shareOf('left', { state: 'draft' }), uploadToken: 'left' };
const next = { share: shareOf('next', { state: 'draft' }), uploadToken: 'next' };

it('leaves an earlier draft alone until the new share exists, and keeps it then', async () => {
  const journal = memoryUploadJournal();
  await journal.begin(left);
  await journal.record([{ type: 'upload', path: 'a', fingerprint: '1', url: '/uploads/1' }]);
  const kept: JournalState[] = [];
  const fresh = freshJournal(journal, async (state) => void kept.push(state));
  expect(await fresh.load()).toBeNull();
  expect(await fresh.prepare?.('key')).toBe('key');
  // The server has refused the new share.
  await fresh.clear();
  expect(await journal.load()).toMatchObject(left);
  await fresh.begin(next);
  expect(kept).toMatchObject([left]);
  expect(await journal.load()).toMatchObject(next);
  await fresh.clear();
  expect(await journal.load()).toBeNull();
});

it('remembers the new share also if the earlier draft cannot be kept', async () => {
  const journal = memoryUploadJournal();
  await journal.begin(left);
  await journal.record([{ type: 'upload', path: 'a', fingerprint: '1', url: '/uploads/1' }]);
  const fresh = freshJournal(journal, () => Promise.reject(new DOMException('Full', 'QuotaExceededError')));
  await fresh.begin(next);
  await fresh.record([{ type: 'upload', path: 'b', fingerprint: '2', url: '/uploads/2' }]);
  const files = new Map([['b', { fingerprint: '2', url: '/uploads/2', finished: false }]]);
  expect(await journal.load()).toEqual({ ...next, files });
});

it('records nothing with an earlier draft if the new share cannot be remembered', async () => {
  const journal = memoryUploadJournal();
  await journal.begin(left);
  const begin = () => Promise.reject(new DOMException('Full', 'QuotaExceededError'));
  const fresh = freshJournal({ ...journal, begin }, async () => {});
  await expect(fresh.begin(next)).rejects.toThrow('Full');
  await fresh.record([{ type: 'upload', path: 'b', fingerprint: '2', url: '/uploads/2' }]);
  expect(await journal.load()).toEqual({ ...left, files: new Map() });
});

it('keeps the key of a creation when there is no earlier draft', async () => {
  const journal = memoryUploadJournal();
  const keep = async () => {};
  expect(await freshJournal(journal, keep).prepare?.('first')).toBe('first');
  expect(await freshJournal(journal, keep).prepare?.('second')).toBe('first');
});

it('copies everything that is known of a draft', async () => {
  const journal = memoryUploadJournal();
  const files: JournalState['files'] = new Map([
    ['a', { fingerprint: '1', finished: true }],
    ['b', { fingerprint: '2', url: '/uploads/2', finished: false }],
    ['c', { fingerprint: '3', parts: [{ start: 0, end: 5, url: '/uploads/3' }], finished: false }],
  ]);
  await copyTo(journal, { ...left, files });
  expect(await journal.load()).toEqual({ ...left, files });
});
