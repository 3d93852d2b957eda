import { describe, expect, it } from 'vitest';
import { ownerShare as share } from '../../testing/owner-share.ts';
import type { JournalFile, JournalPart, UploadJournal } from './types.ts';

const draft = { share, uploadToken: 'secret' };

/**
 * What every journal must do. `open` opens the journal of a key at the same place again, as another run of the program
 * does; for each test the place is new.
 */
export function describeUploadJournal(name: string, open: (key: string) => UploadJournal): void {
  describe(`${name} as a journal`, () => {
    it('remembers over runs', async () => {
      const journal = open('key');
      expect(await journal.load()).toBeNull();
      await journal.begin({ ...draft, isAppended: true });
      await journal.record([
        { type: 'upload', path: 'a:b/ü c', fingerprint: '1', url: 'http://x/a' },
        { type: 'upload', path: 'b', fingerprint: '2', url: 'http://x/b' },
      ]);
      await journal.record([{ type: 'finished', path: 'b', fingerprint: '2' }]);
      const files = new Map<string, JournalFile>([
        ['a:b/ü c', { fingerprint: '1', url: 'http://x/a', finished: false }],
        ['b', { fingerprint: '2', finished: true }],
      ]);
      const state = await open('key').load();
      expect(state).toMatchObject({ ...draft, isAppended: true });
      expect(new Map(state?.files)).toEqual(files);
    });

    it('remembers the parts of a file until it is sent in another way', async () => {
      const journal = open('key');
      await journal.begin(draft);
      const entry = { path: 'a', fingerprint: '1' };
      const parts: JournalPart[] = [
        { start: 0, end: 5, url: 'http://x/a' },
        { start: 5, end: 9 },
      ];
      await journal.record([
        { type: 'parts', ...entry, parts: parts.map(({ start, end }) => ({ start, end })) },
      ]);
      await journal.record([{ type: 'parts', ...entry, parts }]);
      const noted = { fingerprint: '1', finished: false };
      expect((await open('key').load())?.files.get('a')).toEqual({ ...noted, parts });
      await journal.record([{ type: 'upload', ...entry, url: 'http://x/b' }]);
      expect((await open('key').load())?.files.get('a')).toEqual({ ...noted, url: 'http://x/b' });
    });

    it('keeps the key of a share that is being created, until the share is known', async () => {
      const prepare = async (key: string) => open('key').prepare?.(key);
      expect(await prepare('first')).toBe('first');
      expect(await prepare('second')).toBe('first');
      expect(await open('key').load()).toBeNull();
      const journal = open('key');
      await journal.begin(draft);
      expect(await open('key').load()).toMatchObject(draft);
      expect(await prepare('third')).toBe('third');
      await open('key').clear();
      expect(await prepare('fourth')).toBe('fourth');
    });

    it('keeps the uploads of other keys apart', async () => {
      await open('key').begin(draft);
      expect(await open('key2').load()).toBeNull();
      await open('key2').begin(draft);
      await open('key2').record([{ type: 'finished', path: 'a', fingerprint: '1' }]);
      await open('key').clear();
      expect((await open('key2').load())?.files.size).toBe(1);
    });

    it('lets the last event of a file count', async () => {
      const journal = open('key');
      await journal.begin(draft);
      const upload = { type: 'upload', path: 'a', url: 'http://x/a' } as const;
      await journal.record([{ ...upload, fingerprint: '1' }]);
      await journal.record([{ type: 'finished', path: 'a', fingerprint: 'changed' }]);
      expect((await journal.load())?.files.get('a')).toEqual({ fingerprint: 'changed', finished: true });
      await journal.record([{ ...upload, fingerprint: '2' }]);
      expect((await journal.load())?.files.get('a')).toMatchObject({ fingerprint: '2', finished: false });
    });

    it('forgets the upload before, and everything in the end', async () => {
      const journal = open('key');
      await journal.begin(draft);
      await journal.record([{ type: 'finished', path: 'a', fingerprint: '1' }]);
      await journal.begin(draft);
      expect(await journal.load()).toEqual({ ...draft, files: new Map() });
      await journal.clear();
      expect(await open('key').load()).toBeNull();
      await journal.clear();
    });

    it('reads shares of newer servers, which say more, and of older ones, which say less', async () => {
      const { cover: _cover, ...older } = share;
      for (const other of [{ ...share, shoeSize: 43 }, older]) {
        await open('key').begin({ ...draft, share: other as typeof share });
        expect((await open('key').load())?.share).toEqual(other);
      }
    });
  });
}
