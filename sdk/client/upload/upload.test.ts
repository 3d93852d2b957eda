import { describe, expect, it } from 'vitest';
import type { CreateShare } from '../../contract/shares/inputs.ts';
import { isIntact, makeSource, makeSources, memoryJournal, setUp } from '../../testing/memory-upload.ts';
import type { FileProgress, FileSource } from './types.ts';
import { UploadFailedError } from './types.ts';

/** Bytes of one request, and of a file that needs three of them. */
const chunk = 2_500_000;
const big = 6_000_000;

describe('an upload', () => {
  it('carries files of every size and publishes the share', async () => {
    const { server, upload } = setUp();
    const sources = [makeSource('empty', 0), makeSource('a/ü.txt', 3), makeSource('big', big)];
    const result = await upload(sources).finished;
    expect(result).toMatchObject({ files: 3, bytes: big + 3, resumed: 0, uploadToken: 'fsu_token' });
    for (const { path, size } of sources) expect(isIntact(server.files.get(path), size)).toBe(true);
    expect(server.isPublished).toBe(true);
    expect(server.bytesReceived).toBe(big + 3);
  });

  it('needs one request for a small file', async () => {
    const { server, upload } = setUp();
    await upload(makeSources(200, 100), { bundles: false }).finished;
    expect(server.requests).toHaveLength(200 + 3);
  });

  it('is published with its token when the account that began it is signed out', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) =>
      request.endsWith('/complete') && count === 1 ? { status: 401, error: 'session_expired' } : undefined;
    await upload([makeSource('a', 3)]).finished;
    expect(server.isPublished).toBe(true);
    expect(server.requests.filter((request) => request.endsWith('/complete'))).toHaveLength(2);
  });

  it('refuses bad and double names, all of them, before anything is sent', async () => {
    const { server, upload } = setUp();
    const sources = ['../up', 'fine', 'a\\b', 'fine'].map((path) => makeSource(path, 1));
    const error = await upload(sources).finished.catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(UploadFailedError);
    expect(error).toMatchObject({
      share: null,
      failures: [
        { path: '../up', error: { code: 'file_path_invalid', params: { problem: 'dots' } } },
        { path: 'a\\b', error: { code: 'file_path_invalid', params: { problem: 'backslash' } } },
        { path: 'fine', error: { code: 'file_exists' } },
      ],
    });
    expect(server.requests).toEqual([]);
  });

  it('goes on after broken connections without sending acknowledged bytes again', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) => {
      if (request === 'PATCH *big' && count === 1) return { breakAfter: 1_500_000 };
      return request === 'PATCH *big' && count === 3 ? 'lost-answer' : undefined;
    };
    await upload([makeSource('big', big)]).finished;
    expect(isIntact(server.files.get('big'), big)).toBe(true);
    expect(server.bytesReceived).toBe(big);
  });

  it('counts only acknowledged bytes while a file waits to be sent again', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) => (request === 'PATCH *big' && count === 1 ? 'lost-answer' : undefined);
    const waiting: number[] = [];
    await upload([makeSource('big', big)], {
      onFile: ({ state, sent }) => {
        if (state === 'retrying') waiting.push(sent);
      },
    }).finished;
    expect(waiting).toEqual([0]);
  });

  it('repeats a creation whose answer was lost', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) =>
      request === 'POST /api/uploads' && count === 1 ? 'lost-answer' : undefined;
    await upload([makeSource('small', 10)]).finished;
    expect(server.count('POST /api/uploads')).toBe(2);
  });

  it.each([503, 423])('does not begin anew when asking for the offset is answered %d', async (status) => {
    const { server, upload } = setUp();
    server.fault = (request, count) => {
      if (request === 'PATCH *big' && count === 2) return { breakAfter: 1_000_000 };
      return request === 'HEAD *big' && count === 1 ? { status } : undefined;
    };
    await upload([makeSource('big', big)]).finished;
    expect(server.bytesReceived).toBe(big);
    expect(server.count('POST /api/uploads')).toBe(1);
  });

  it('goes on with the others when one file fails, and leaves the draft', async () => {
    const { server, upload } = setUp();
    server.fault = (request) =>
      request === 'PATCH *bad' ? { status: 460, error: 'checksum_mismatch' } : undefined;
    const sources = [makeSource('bad', big), makeSource('good', 10), makeSource('better', big)];
    await expect(upload(sources).finished).rejects.toMatchObject({
      name: 'UploadFailedError',
      failures: [{ path: 'bad', error: { code: 'checksum_mismatch' } }],
      share: { id: 'abcdefghijklmnop' },
    });
    expect([...server.files.keys()].sort()).toEqual(['better', 'good']);
    expect(server.isPublished || server.isRemoved).toBe(false);
  });

  it('gives a file up after enough attempts without progress', async () => {
    const { server, upload } = setUp();
    server.fault = (request) =>
      request === 'POST /api/uploads' ? { status: 500, error: 'internal' } : undefined;
    await expect(upload([makeSource('a', 1)]).finished).rejects.toThrow(UploadFailedError);
    expect(server.count('POST /api/uploads')).toBe(4);
  });

  it('stops at once when no file can be taken any more', async () => {
    const { server, upload } = setUp();
    server.fault = (request) =>
      request === 'POST /api/uploads' ? { status: 507, error: 'storage_full' } : undefined;
    const sources = makeSources(50, 1);
    const error = await upload(sources, { parallel: 2 }).finished.catch((reason: unknown) => reason);
    expect(error).toMatchObject({ failures: { length: 50 } });
    expect(server.count('POST /api/uploads')).toBeLessThanOrEqual(2);
  });

  it('uploads again what the server says it lacks at the end', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) => {
      if (!request.endsWith('/complete') || count > 1) return undefined;
      server.files.delete('a');
      server.uploads.clear();
      return { status: 409, error: 'share_incomplete' };
    };
    await upload([makeSource('a', 5), makeSource('b', 5)]).finished;
    expect([...server.files.keys()].sort()).toEqual(['a', 'b']);
    expect(server.count('POST /api/uploads')).toBe(3);
  });

  it('fails as a whole when the share cannot be created', async () => {
    const { server, upload } = setUp();
    server.fault = (request) =>
      request === 'POST /api/shares' ? { status: 409, error: 'share_id_taken' } : undefined;
    await expect(upload([makeSource('a', 5)]).finished).rejects.toMatchObject({ code: 'share_id_taken' });
  });

  it('says why a file cannot be read any more instead of blaming the connection', async () => {
    const { server, upload } = setUp();
    server.fault = (request) => (request === 'POST /api/uploads' ? { breakAfter: 0 } : undefined);
    const gone = new Error('gone');
    const source = { ...makeSource('a', 5), check: () => Promise.reject(gone) };
    await expect(upload([source]).finished).rejects.toMatchObject({ failures: [{ error: gone }] });
    expect(server.count('POST /api/uploads')).toBe(1);
  });
});

describe('the end of an upload', () => {
  it('that fails for an unknown reason says so, and the same call publishes what has arrived', async () => {
    const { server, upload } = setUp();
    const journal = memoryJournal();
    server.fault = (request) =>
      request.endsWith('/complete') ? { status: 500, error: 'internal' } : undefined;
    await expect(upload([makeSource('a', 5)], { journal }).finished).rejects.toMatchObject({
      code: 'share_finish_failed',
      cause: { code: 'internal' },
    });
    server.fault = () => undefined;
    expect(await upload([makeSource('a', 5)], { journal }).finished).toMatchObject({ resumed: 5 });
    expect(server.isPublished).toBe(true);
  });

  it('that is refused keeps the reason', async () => {
    const { server, upload } = setUp();
    server.fault = (request) =>
      request.endsWith('/complete') ? { status: 403, error: 'forbidden' } : undefined;
    await expect(upload([makeSource('a', 5)]).finished).rejects.toMatchObject({ code: 'forbidden' });
  });
});

describe('the reports of an upload', () => {
  it('end with everything, are few, and never tell more bytes than there are', async () => {
    const { upload } = setUp();
    const sources = makeSources(500, 1000);
    const reports: { sent: number; finished: number; phase: string }[] = [];
    await upload(sources, {
      onProgress: ({ phase, bytes, files }) =>
        reports.push({ phase, sent: bytes.sent, finished: files.finished }),
    }).finished;
    expect(reports.at(-1)).toEqual({ phase: 'done', sent: 500_000, finished: 500 });
    expect(reports.every(({ sent }) => sent >= 0 && sent <= 500_000)).toBe(true);
    expect(reports.length).toBeLessThan(100);
    expect([...new Set(reports.map(({ phase }) => phase))]).toEqual([
      'preparing',
      'uploading',
      'publishing',
      'done',
    ]);
  });

  it('begin when the caller has the task', async () => {
    const { upload } = setUp();
    const task = upload([makeSource('a', 1)], { onProgress: () => task.pause('nothing') });
    expect(await task.finished).toMatchObject({ files: 1 });
  });

  it('end the upload with the error of a listener that throws', async () => {
    const { upload, server } = setUp();
    const onFile = () => {
      throw new Error('mistake');
    };
    await expect(upload([makeSource('a', 1)], { onFile }).finished).rejects.toThrow('mistake');
    expect(server.isPublished).toBe(false);
  });

  it('tell every change of a file', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) =>
      request === 'POST /api/uploads' && count === 1 ? { breakAfter: 0 } : undefined;
    const states: string[] = [];
    await upload([makeSource('a', 5)], { onFile: ({ state }) => states.push(state) }).finished;
    expect(states.filter((state, i) => state !== states[i - 1])).toEqual([
      'uploading',
      'retrying',
      'uploading',
      'finished',
    ]);
  });
});

describe('the hands on an upload', () => {
  it('pause a file and let it go on', async () => {
    const { server, upload } = setUp();
    server.beforeAnswer = (request) => {
      if (request === 'PATCH *big' && server.count(request) === 1) task.pause('big');
    };
    const task = upload([makeSource('big', big)], {
      onFile: (file: FileProgress) => {
        if (file.state === 'paused') setTimeout(() => task.resume('big'), 20);
      },
    });
    await task.finished;
    expect(isIntact(server.files.get('big'), big)).toBe(true);
    expect(server.bytesReceived).toBe(big);
    expect(server.count('HEAD *big')).toBe(1);
  });

  it('pause everything before it begins', async () => {
    const { server, upload } = setUp();
    const task = upload([makeSource('a', 1), makeSource('b', 1)], { onShare: () => setTimeout(resume, 20) });
    task.pause();
    function resume() {
      expect(server.count('POST /api/uploads')).toBe(0);
      task.resume();
    }
    await task.finished;
    expect(server.files.size).toBe(2);
  });

  it('cancel a file, also on the server, before the share is published', async () => {
    const { server, upload } = setUp();
    server.beforeAnswer = (request) => {
      if (request === 'PATCH *big') void task.cancel('big');
    };
    const task = upload([makeSource('big', big), makeSource('a', 1)]);
    await task.finished;
    expect([...server.files.keys()]).toEqual(['a']);
    const deletion = server.requests.indexOf('DELETE *big');
    expect(deletion).toBeGreaterThan(0);
    expect(server.requests.indexOf('POST /api/shares/abcdefghijklmnop/complete')).toBeGreaterThan(deletion);
  });

  it('cancel a file that has just arrived and cannot be removed: it is finished', async () => {
    const { server, warnings, upload } = setUp();
    server.fault = (request) => {
      if (request === 'DELETE *big') return { status: 403, error: 'upload_finished' };
      return request.startsWith('DELETE /api/shares') ? { status: 403, error: 'forbidden' } : undefined;
    };
    server.beforeAnswer = () => {
      if (server.files.has('big')) void task.cancel('big');
    };
    const states: string[] = [];
    const task = upload([makeSource('big', big)], { onFile: ({ state }) => void states.push(state) });
    expect(await task.finished).toMatchObject({ files: 1 });
    expect(states.slice(-2)).toEqual(['cancelled', 'finished']);
    expect(warnings).toMatchObject([{ code: 'forbidden' }]);
  });

  it('cancel a file while the network is away: it is removed before the share is published', async () => {
    const { server, warnings, upload } = setUp();
    server.fault = (request, count) => {
      if (request !== 'DELETE *big') return undefined;
      return count < 3 ? { breakAfter: 0 } : { status: 403, error: 'upload_finished' };
    };
    server.beforeAnswer = () => {
      if (server.files.has('big')) void task.cancel('big');
    };
    const task = upload([makeSource('big', big), makeSource('a', 1)], { parallel: 1 });
    expect(await task.finished).toMatchObject({ files: 1 });
    expect([...server.files.keys()]).toEqual(['a']);
    expect(server.count('DELETE *big')).toBe(3);
    expect(warnings).toEqual([]);
  });

  it('cancel a file whose upload is locked: nothing is published with it', async () => {
    const { server, upload } = setUp();
    server.fault = (request) =>
      request === 'DELETE *big' ? { status: 423, error: 'upload_locked' } : undefined;
    server.beforeAnswer = () => {
      if (server.files.has('big')) void task.cancel('big');
    };
    const task = upload([makeSource('big', big), makeSource('a', 1)], { parallel: 1 });
    await expect(task.finished).rejects.toMatchObject({ code: 'upload_locked' });
    expect(server.isPublished).toBe(false);
  });

  it('cancel a file that the server never hears of: nothing is published', async () => {
    const { server, upload } = setUp();
    server.fault = (request) => (request === 'DELETE *big' ? { breakAfter: 0 } : undefined);
    server.beforeAnswer = () => {
      if (server.files.has('big')) void task.cancel('big');
    };
    const task = upload([makeSource('big', big), makeSource('a', 1)], { parallel: 1 });
    await expect(task.finished).rejects.toMatchObject({ name: 'NetworkError' });
    expect(server.isPublished).toBe(false);
  });

  it('cancel everything while the draft is created: it is discarded', async () => {
    const { server, upload } = setUp();
    const journal = memoryJournal();
    let cancelled: Promise<void> | undefined;
    server.beforeJson = (request) => {
      if (request === 'POST /api/shares') cancelled = task.cancel();
    };
    const task = upload([makeSource('a', 1)], { journal });
    await expect(task.finished).rejects.toMatchObject({ name: 'AbortError' });
    await cancelled;
    expect(server.created).toHaveLength(1);
    expect(server.isRemoved).toBe(true);
    expect(journal.isEmpty()).toBe(true);
  });

  it('cancel everything: the draft is discarded', async () => {
    const { server, upload } = setUp();
    const journal = memoryJournal();
    let cancelled: Promise<void> | undefined;
    server.beforeAnswer = () => {
      cancelled ??= task.cancel();
    };
    const task = upload([makeSource('big', big)], { journal });
    await expect(task.finished).rejects.toMatchObject({ name: 'AbortError' });
    await cancelled;
    expect(server.isRemoved).toBe(true);
    expect(journal.isEmpty()).toBe(true);
  });

  it('try failed files again when the task waits for that', async () => {
    const { server, upload } = setUp();
    let isBroken = true;
    server.fault = (request) =>
      request === 'POST /api/uploads' && isBroken
        ? { status: 400, error: 'upload_header_invalid' }
        : undefined;
    const task = upload([makeSource('a', 1), makeSource('b', 1)], {
      onFailure: 'wait',
      onFile: ({ path, state }) => {
        if (state === 'failed' && path === 'b') setTimeout(retry, 20);
      },
    });
    function retry() {
      isBroken = false;
      task.retry();
    }
    expect(await task.finished).toMatchObject({ files: 2 });
  });

  it('stop by the signal: what is there stays', async () => {
    const { server, upload } = setUp();
    const stop = new AbortController();
    server.beforeAnswer = () => stop.abort(new Error('enough'));
    const journal = memoryJournal();
    await expect(upload([makeSource('a', 1)], { journal, signal: stop.signal }).finished).rejects.toThrow(
      'enough',
    );
    expect(server.isRemoved).toBe(false);
    expect(journal.isEmpty()).toBe(false);
  });
});

describe('a journal', () => {
  async function interrupt(sources: FileSource[], share: CreateShare = {}) {
    const parts = setUp();
    const journal = memoryJournal();
    const stop = new AbortController();
    parts.server.beforeAnswer = (request) => {
      if (request === 'PATCH *big') stop.abort(new Error('killed'));
    };
    await expect(
      parts.upload(sources, { share, journal, signal: stop.signal, parallel: 1 }).finished,
    ).rejects.toThrow('killed');
    parts.server.beforeAnswer = () => {};
    return { ...parts, journal };
  }

  const sources = [makeSource('a', 7), makeSource('big', big), makeSource('z', 8)];

  it('lets the next run go on where the first stopped', async () => {
    const { server, upload, journal } = await interrupt(sources);
    const progress: number[] = [];
    const result = await upload(sources, { journal, onProgress: ({ bytes }) => progress.push(bytes.sent) })
      .finished;
    expect(result.resumed).toBe(7 + chunk);
    expect(server.bytesReceived).toBe(7 + big + 8);
    expect(isIntact(server.files.get('big'), big)).toBe(true);
    expect(server.count('POST /api/shares')).toBe(1);
    expect(progress.at(-1)).toBe(7 + big + 8);
    expect(journal.isEmpty()).toBe(true);
  });

  it('sends a file that has changed since from its first byte, in place of the old one', async () => {
    const { server, upload, journal } = await interrupt(sources);
    const changed = { ...makeSource('a', 7), fingerprint: 'new' };
    const result = await upload([changed, ...sources.slice(1)], { journal }).finished;
    expect(result.resumed).toBe(chunk);
    expect(server.bytesReceived).toBe(7 + 7 + big + 8);
  });

  it('removes files that are gone, and keeps the link', async () => {
    const { server, upload, journal } = await interrupt(sources);
    const result = await upload(sources.slice(1), { journal }).finished;
    expect(result.resumed).toBe(chunk);
    expect(server.count('POST /api/shares')).toBe(1);
    expect([...server.files.keys()].sort()).toEqual(['big', 'z']);
  });

  const options: CreateShare = {
    name: 'a',
    description: 'b',
    expiration: '1-month',
    password: 'abc',
    maxViews: 3,
  };

  it('goes on with the same share', async () => {
    const { upload, journal } = await interrupt(sources, options);
    const result = await upload(sources, { share: { ...options }, journal }).finished;
    expect(result.resumed).toBe(7 + chunk);
  });

  it.each<[string, CreateShare]>([
    ['link', { ...options, id: 'another' }],
    ['name', { ...options, name: 'x' }],
    ['message', { ...options, description: 'x' }],
    ['expiry', { ...options, expiration: '2-days' }],
    ['end of expiry', { ...options, expiration: 'never' }],
    ['password', { name: 'a', description: 'b', expiration: '1-month', maxViews: 3 }],
    ['view limit', { ...options, maxViews: 4 }],
  ])('begins anew when another %s is wanted', async (_what, share) => {
    const { server, upload, journal } = await interrupt(sources, options);
    const result = await upload(sources, { share, journal }).finished;
    expect(result.resumed).toBe(0);
    expect(server.count('POST /api/shares')).toBe(2);
    // Somebody may have the link of the first share.
    expect(server.requests).not.toContain('DELETE /api/shares/abcdefghijklmnop');
  });

  it('leaves a draft alone that has none of the files', async () => {
    const { server, upload, journal } = await interrupt(sources);
    // The server of the test has one share: what the first lacks is missing in the second.
    const other = upload([makeSource('other', 5)], { journal }).finished;
    await expect(other).rejects.toMatchObject({ code: 'share_incomplete' });
    expect(server.count('POST /api/shares')).toBe(2);
    expect(server.requests.filter((request) => request.startsWith('DELETE'))).toEqual([]);
  });

  it('continues a draft as it is when that is wanted, with any of its files', async () => {
    const { server, upload, journal } = await interrupt(sources, options);
    const left = sources.slice(1);
    const result = await upload(left, { journal, continueDraft: true }).finished;
    expect(result).toMatchObject({ resumed: chunk, share: { hasPassword: true, name: 'a', maxViews: 3 } });
    expect(server.count('POST /api/shares')).toBe(1);
    expect([...server.files.keys()].sort()).toEqual(['a', 'big', 'z']);
  });

  it('creates no other share in place of the draft that was to be continued', async () => {
    const { server, upload, journal } = await interrupt(sources, options);
    server.isRemoved = true;
    const continued = upload(sources, { journal, continueDraft: true }).finished;
    await expect(continued).rejects.toMatchObject({ code: 'share_removed' });
    expect(server.count('POST /api/shares')).toBe(1);
    expect(journal.isEmpty()).toBe(true);
  });

  it('gives begun uploads up whose files are not there any more', async () => {
    const { server, upload, journal } = await interrupt(sources);
    await upload([makeSource('a', 7)], { journal }).finished;
    expect(server.requests).toContain('DELETE *big');
    expect([...server.files.keys()]).toEqual(['a']);
  });

  it('begins anew when the draft is gone', async () => {
    const { server, upload, journal } = await interrupt(sources);
    server.isRemoved = true;
    server.files.clear();
    const result = await upload(sources, { journal }).finished;
    expect(result.resumed).toBe(0);
    expect(server.count('POST /api/shares')).toBe(2);
    expect(server.files.size).toBe(3);
  });

  it('that cannot be written costs a warning, not the upload', async () => {
    const { upload, warnings } = setUp();
    const refuse = () => Promise.reject(new Error('disk full'));
    const journal = { ...memoryJournal(), begin: refuse, record: refuse };
    await upload([makeSource('a', 1)], { journal }).finished;
    expect(warnings).toHaveLength(1);
  });
});
