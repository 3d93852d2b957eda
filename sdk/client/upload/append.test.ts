import { describe, expect, it } from 'vitest';
import { isIntact, makeSource, makeSources, memoryJournal, setUp } from '../../testing/memory-upload.ts';
import { discardUpload } from './task.ts';

const into = 'http://memory.test/s/abcdefghijklmnop';
const big = 6_000_000;

/** A published share that holds one file. */
function setUpPublished() {
  const { server, ...rest } = setUp();
  server.createShare({ name: 'Photos' });
  server.isPublished = true;
  server.files.set('old', new Uint8Array(5));
  return { server, ...rest };
}

describe('adding files to a share', () => {
  it('announces them, sends them and ends the addition', async () => {
    const { server, upload } = setUpPublished();
    const sources = [...makeSources(20, 100), makeSource('big', big)];
    const result = await upload(sources, { into }).finished;
    expect(result).toMatchObject({ files: 21, bytes: big + 2000, share: { fileCount: 22, name: 'Photos' } });
    expect(server.appended).toEqual([JSON.stringify({ files: { count: 21, size: big + 2000 } })]);
    expect(isIntact(server.files.get('big'), big)).toBe(true);
    expect(server.count('POST /api/shares')).toBe(0);
    expect(server.requests.at(-1)).toBe('POST /api/shares/abcdefghijklmnop/complete');
  });

  it('refuses every path that is taken before anything is announced', async () => {
    const { server, upload } = setUpPublished();
    const error = await upload([makeSource('old', 1), makeSource('new', 1)], { into }).finished.catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({
      share: null,
      failures: [{ path: 'old', error: { code: 'file_exists', params: { path: 'old' } } }],
    });
    expect(server.appended).toEqual([]);
  });

  it('replaces when asked to', async () => {
    const { server, upload } = setUpPublished();
    await upload([makeSource('old', 10)], { into, replace: true }).finished;
    expect(isIntact(server.files.get('old'), 10)).toBe(true);
  });

  it('goes on after a kill without sending anything twice', async () => {
    const { server, upload } = setUpPublished();
    const journal = memoryJournal();
    const sources = [makeSource('small', 10), makeSource('big', big)];
    const stop = new AbortController();
    server.beforeAnswer = (request) => {
      if (request === 'PATCH *big') stop.abort();
    };
    await expect(
      upload(sources, { into, journal, parallel: 1, signal: stop.signal }).finished,
    ).rejects.toMatchObject({ name: 'AbortError' });

    server.beforeAnswer = () => {};
    const result = await upload(sources, { into, journal }).finished;
    expect(result).toMatchObject({ files: 2, bytes: big + 10 });
    expect(result.resumed).toBeGreaterThan(2_000_000);
    expect(server.bytesReceived).toBe(big + 10);
    expect(server.appended.at(-1)).toBe(JSON.stringify({ files: { count: 1, size: big } }));
    expect(journal.isEmpty()).toBe(true);
  });

  it('notes the token of the second run, and where its files go on', async () => {
    const { server, upload } = setUpPublished();
    const journal = memoryJournal();
    for (const run of [1, 2]) {
      const stop = new AbortController();
      server.beforeAnswer = (request) => {
        if (request === 'PATCH *big') stop.abort();
      };
      const options = { into, journal, signal: stop.signal };
      await expect(upload([makeSource('big', big)], options).finished).rejects.toMatchObject({
        name: 'AbortError',
      });
      const left = await journal.load();
      expect(left?.uploadToken).toBe(`fsu_append${run}`);
      expect(left?.files.get('big')?.url).toContain('/api/uploads/');
    }
  });

  it('gives up what an earlier run left before it ends the addition', async () => {
    const { server, deps, upload } = setUpPublished();
    const journal = memoryJournal();
    const stop = new AbortController();
    server.beforeAnswer = (request) => {
      if (request === 'PATCH *big') stop.abort();
    };
    const options = { into, journal, signal: stop.signal };
    await expect(upload([makeSource('big', big)], options).finished).rejects.toMatchObject({
      name: 'AbortError',
    });
    server.beforeAnswer = () => {};
    const left = await journal.load();
    if (left) await discardUpload(deps, left);
    expect(server.requests.slice(-2)).toEqual(['DELETE *big', 'POST /api/shares/abcdefghijklmnop/complete']);
    expect(server.uploads.size).toBe(0);
  });

  it('says when an addition could not be ended', async () => {
    const { server, deps } = setUpPublished();
    server.fault = (request) =>
      request.endsWith('/complete') ? { status: 409, error: 'share_incomplete' } : undefined;
    const left = { share: server.share(), uploadToken: 'fsu_1', isAppended: true, files: new Map() };
    await expect(discardUpload(deps, left)).rejects.toMatchObject({ code: 'share_incomplete' });
  });

  it('sends a replacement again that the journal does not know to be there', async () => {
    const { server, upload } = setUpPublished();
    const journal = memoryJournal();
    await journal.begin({ share: server.share(), uploadToken: 'fsu_1', isAppended: true });
    const fingerprint = makeSource('old', 10).fingerprint;
    await journal.record([
      { type: 'upload', path: 'old', fingerprint, url: 'http://memory.test/api/uploads/gone' },
    ]);
    await upload([makeSource('old', 10)], { into, replace: true, journal }).finished;
    expect(isIntact(server.files.get('old'), 10)).toBe(true);
  });

  it('keeps the share and what has arrived when it is cancelled', async () => {
    const { server, upload } = setUpPublished();
    server.beforeAnswer = async (request) => {
      if (request === 'PATCH *big' && server.files.has('small')) await task.cancel();
    };
    const task = upload([makeSource('small', 10), makeSource('big', big)], { into, parallel: 2 });
    await expect(task.finished).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.isRemoved).toBe(false);
    expect([...server.files.keys()]).toEqual(['old', 'small']);
    expect(server.requests).toContain('DELETE *big');
    expect(server.requests.at(-1)).toBe('POST /api/shares/abcdefghijklmnop/complete');
  });

  it('discards no share that an earlier run added files to', async () => {
    const { server, upload } = setUpPublished();
    const journal = memoryJournal();
    await journal.begin({ share: server.share(), uploadToken: 'fsu_1', isAppended: true });
    await upload([makeSource('new', 1)], { journal }).finished;
    expect(server.count('POST /api/shares')).toBe(1);
    expect(server.count('DELETE /api/shares/abcdefghijklmnop')).toBe(0);
  });

  it('takes no options of a new share', async () => {
    const { upload } = setUp();
    const options = { into, share: { name: 'x' } };
    await expect(upload([makeSource('a', 1)], options).finished).rejects.toThrow(TypeError);
  });
});

describe('sending files to a reverse share', () => {
  const token = `fsq_${'a'.repeat(43)}`;
  const reverseShare = { link: `http://memory.test/upload/${token}`, password: 'sesame' };

  it('creates the share through its token', async () => {
    const { server, upload } = setUp();
    const { share } = await upload([makeSource('a', 3)], { reverseShare, share: { name: 'For you' } })
      .finished;
    expect(share.reverseShareId).not.toBeNull();
    expect(server.created).toMatchObject([
      { name: 'For you', reverseShare: { token, password: 'sesame' }, files: { count: 1, size: 3 } },
    ]);
  });

  it('goes on with its own draft only', async () => {
    const { server, upload } = setUp();
    const journal = memoryJournal();
    server.fault = (request, count) =>
      request.endsWith('/complete') && count === 1 ? { status: 500, error: 'internal' } : undefined;
    await expect(upload([makeSource('a', 3)], { reverseShare, journal }).finished).rejects.toMatchObject({
      code: 'share_finish_failed',
    });
    await upload([makeSource('a', 3)], { reverseShare, journal }).finished;
    expect(server.created).toHaveLength(1);
  });

  it('refuses what is no link of one', async () => {
    const { upload } = setUp();
    const link = 'http://memory.test/s/abcd';
    await expect(upload([makeSource('a', 1)], { reverseShare: { link } }).finished).rejects.toMatchObject({
      code: 'reverse_share_not_found',
    });
  });
});
