import { describe, expect, it } from 'vitest';
import { type FileSource, memoryUploadJournal, type OwnerShare } from '#sdk/browser.js';
import type { OwnerFile } from '#sdk/contract/files.js';
import { draftJournal } from './draft-journal.ts';

// The journal only compares ids, paths and sizes.
const draft = { id: 'draft', url: '/s/draft' } as OwnerShare;
const fileOf = (path: string, size: number) => ({ path, size }) as OwnerFile;
const sourceOf = (path: string, size: number): FileSource => ({
  path,
  size,
  fingerprint: `${path}:${size}`,
  open: () => new Blob(),
});

const journals = () => ({ own: memoryUploadJournal(), first: memoryUploadJournal() });

describe('continuedJournal', () => {
  it('counts as finished what is there with the same path and size', async () => {
    const sources = [sourceOf('same', 5), sourceOf('grown', 9), sourceOf('new', 1)];
    const present = [fileOf('same', 5), fileOf('grown', 5), fileOf('not chosen', 3)];
    const state = await draftJournal(sources, { draft, present }, journals()).load();
    expect(state).toMatchObject({ share: draft, isAppended: true });
    expect(state?.files.get('same')).toEqual({ fingerprint: 'same:5', finished: true });
    expect(state?.files.get('grown')?.fingerprint).toBe('');
    expect(state?.files.has('new')).toBe(false);
  });

  it.each(['draft', 'another'])(
    'goes on with what was sent in part, but only of this draft: %s',
    async (id) => {
      const { own, first } = journals();
      await first.begin({ share: { ...draft, id: id as OwnerShare['id'] }, uploadToken: 'token' });
      await first.record([{ type: 'upload', path: 'large', fingerprint: 'large:9', url: '/uploads/1' }]);
      const journal = draftJournal([sourceOf('large', 9)], { draft, present: [] }, { own, first });
      const state = await journal.load();
      expect(state?.files.get('large')?.url).toBe(id === 'draft' ? '/uploads/1' : undefined);
      await journal.clear();
      expect(await own.load()).toBeNull();
      expect((await first.load()) === null).toBe(id === 'draft');
    },
  );
});
