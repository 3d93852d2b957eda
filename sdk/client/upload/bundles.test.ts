import { mkdtempSync, openAsBlob, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { AppError } from '../../contract/errors.ts';
import { isIntact, makeSource, makeSources, memoryJournal, setUp } from '../../testing/memory-upload.ts';
import type { FileProgress, FileSource, FileUploadState } from './types.ts';

const create = 'POST /api/uploads';

/** Refuses every request that carries the first bytes of an upload. */
function breakCreations(server: ReturnType<typeof setUp>['server'], times: number): void {
  server.fault = (request, count) =>
    request === create && count <= times ? { breakAfter: 1_000 } : undefined;
}

async function* breakOff(count: number, error: Error) {
  yield new Uint8Array(count);
  throw error;
}

describe('small files', () => {
  it('travel together, large ones beside them', async () => {
    const { server, upload } = setUp();
    const sources = [...makeSources(2000, 1000), makeSource('empty', 0), makeSource('big', 6_000_000)];
    const result = await upload(sources).finished;
    expect(result).toMatchObject({ files: 2002, bytes: 8_000_000 });
    for (const { path, size } of sources) expect(isIntact(server.files.get(path), size)).toBe(true);
    expect(server.count(create)).toBeLessThan(40);
    expect(server.isPublished).toBe(true);
  });

  it('are shared evenly between the connections', async () => {
    const { server, upload } = setUp();
    let together = 0;
    server.beforeAnswer = async (request) => {
      if (request !== create || server.count(create) > 4) return;
      together = Math.max(together, server.count(create));
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await upload(makeSources(300, 100), { parallel: 4 }).finished;
    expect(together).toBe(4);
  });

  it('are not held in memory without bound: a bundle ends at some size', async () => {
    const { server, upload } = setUp();
    const sources = makeSources(40, 1_000_000);
    await upload(sources, { parallel: 1 }).finished;
    expect(server.count(create)).toBe(5);
    for (const { path, size } of sources) expect(isIntact(server.files.get(path), size)).toBe(true);
  });

  it.each([
    ['when they are few', 7, {}],
    ['when that is not wanted', 100, { bundles: false }],
  ])('go one by one %s', async (_when, count, options) => {
    const { server, upload } = setUp();
    await upload(makeSources(count, 10), options).finished;
    expect(server.count(create)).toBe(count);
  });

  it('go one by one where there is no digest', async () => {
    const { server, upload } = setUp({ digest: undefined });
    await upload(makeSources(20, 10)).finished;
    expect(server.count(create)).toBe(20);
  });
});

describe('a bundle', () => {
  it('that is refused for one file leaves the others their way and the file its error', async () => {
    const { server, upload } = setUp();
    server.refuse = (path) =>
      path === 'f3' ? new AppError('file_path_invalid', { path, problem: 'dots' }) : undefined;
    await expect(upload(makeSources(20, 10)).finished).rejects.toMatchObject({
      failures: [{ path: 'f3', error: { code: 'file_path_invalid', params: { path: 'f3' } } }],
    });
    expect(server.files.size).toBe(19);
  });

  it('does without the files that cannot be read as they were found', async () => {
    const { server, upload } = setUp();
    const gone = new Error('gone');
    const vanished: FileSource = {
      ...makeSource('vanished', 10),
      open: () => {
        throw gone;
      },
    };
    const short: FileSource = { ...makeSource('short', 10), open: () => breakOff(5, gone) };
    const blob: FileSource = { ...makeSource('blob', 3), open: () => new Blob([Uint8Array.of(0, 1, 2)]) };
    const { finished } = upload([...makeSources(20, 10), vanished, short, blob]);
    await expect(finished).rejects.toMatchObject({
      failures: [
        { path: 'vanished', error: gone },
        { path: 'short', error: gone },
      ],
    });
    expect(isIntact(server.files.get('blob'), 3)).toBe(true);
    expect(server.files.size).toBe(21);
  });

  it('are read at once where they are Blobs', async () => {
    const { server, upload } = setUp();
    const sources = makeSources(20, 100).map((source, index) => ({
      ...source,
      blob: new Blob([new Uint8Array(100).fill(index)]),
    }));
    await upload(sources).finished;
    const contents = sources.map(({ path }) => server.files.get(path));
    expect(contents[3]).toEqual(new Uint8Array(100).fill(3));
    expect(contents[19]).toEqual(new Uint8Array(100).fill(19));
    expect(server.count(create)).toBe(1);
  });

  it('are read one by one if a Blob has changed', async () => {
    const { server, upload } = setUp();
    const path = join(mkdtempSync(join(tmpdir(), 'fileshare-blob-')), 'changing');
    writeFileSync(path, new Uint8Array(100));
    const changing = await openAsBlob(path);
    writeFileSync(path, new Uint8Array(101));
    const sources = makeSources(20, 100).map((source, index) => ({
      ...source,
      blob: index === 7 ? changing : new Blob([new Uint8Array(100)]),
    }));
    await upload(sources).finished;
    expect(sources.filter(({ path }) => isIntact(server.files.get(path), 100))).toHaveLength(20);
  });

  it('sends what was read, whatever becomes of the file', async () => {
    const { server, upload } = setUp();
    breakCreations(server, 1);
    const reads = new Map<string, number>();
    const sources = makeSources(20, 1000).map((source) => ({
      ...source,
      open: (start: number, end: number) => {
        reads.set(source.path, (reads.get(source.path) ?? 0) + 1);
        return source.open(start, end);
      },
    }));
    await upload(sources).finished;
    expect([...reads.values()]).toEqual(sources.map(() => 1));
  });

  it('goes on after broken connections without sending acknowledged bytes again', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) => {
      if (request === create && count === 1) return { breakAfter: 100_000 };
      return request === 'PATCH */bundle-0' && count === 1 ? { breakAfter: 1_000_000 } : undefined;
    };
    const sources = makeSources(20, 100_000);
    await upload(sources, { parallel: 1 }).finished;
    for (const { path, size } of sources) expect(isIntact(server.files.get(path), size)).toBe(true);
    expect(server.bytesReceived).toBeLessThan(2_000_000 + 100_000 + 10_000);
  });

  it('whose answer was lost is sent again', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) => (request === create && count === 1 ? 'lost-answer' : undefined);
    expect(await upload(makeSources(20, 10)).finished).toMatchObject({ files: 20, bytes: 200 });
    expect(server.isPublished).toBe(true);
  });

  it('that an earlier run left unfinished does not keep the share from being published', async () => {
    const { server, upload } = setUp();
    const onShare = () => void server.createUpload('/bundle-3', 100);
    expect(await upload(makeSources(20, 10), { onShare }).finished).toMatchObject({ files: 20 });
  });

  it('ends everything when nothing more can be taken', async () => {
    const { server, upload } = setUp();
    server.fault = (request) => (request === create ? { status: 413, error: 'share_too_large' } : undefined);
    const error = await upload(makeSources(500, 1), { parallel: 1 }).finished.catch(
      (reason: unknown) => reason,
    );
    expect(error).toMatchObject({ failures: { length: 500 } });
    expect(server.count(create)).toBe(1);
  });
});

describe('a file in a bundle', () => {
  it('makes progress of its own, and counts once however often the bundle breaks off', async () => {
    const { server, upload } = setUp();
    breakCreations(server, 2);
    const size = 20_000;
    const sources = makeSources(100, size);
    const sums: number[] = [];
    const last = new Map<string, FileProgress>();
    await upload(sources, {
      parallel: 1,
      onProgress: ({ bytes }) => sums.push(bytes.sent),
      onFile: (file) => last.set(file.path, file),
    }).finished;
    expect(Math.max(...sums)).toBe(100 * size);
    expect(sums.at(-1)).toBe(100 * size);
    expect(Math.min(...sums)).toBe(0);
    for (const { path } of sources) expect(last.get(path)).toMatchObject({ state: 'finished', sent: size });
  });

  it('retries and finishes with the bundle', async () => {
    const { server, upload } = setUp();
    breakCreations(server, 1);
    const states = new Map<string, FileUploadState[]>();
    await upload(makeSources(50, 10), {
      onFile: ({ path, state }) => {
        const seen = states.get(path) ?? [];
        if (seen.at(-1) !== state) states.set(path, [...seen, state]);
      },
    }).finished;
    const expected = ['uploading', 'retrying', 'uploading', 'finished'];
    expect([...states.values()]).toEqual(Array.from({ length: 50 }, () => expected));
  });

  it('cannot be cancelled once the bundle arrives', async () => {
    const { server, upload } = setUp();
    server.beforeAnswer = (request) => {
      if (request === create) void task.cancel('f3');
    };
    const task = upload(makeSources(20, 10));
    expect(await task.finished).toMatchObject({ files: 20 });
    expect(server.count(create)).toBe(1);
  });

  it('is left out when it is cancelled and the bundle breaks off', async () => {
    const { server, upload } = setUp();
    breakCreations(server, 1);
    let finished = 0;
    const task = upload(makeSources(20, 10_000), {
      onFile: ({ path, state }) => {
        if (path === 'f3' && state === 'uploading') void task.cancel('f3');
        if (state === 'finished') finished++;
      },
    });
    const result = await task.finished;
    expect(result).toMatchObject({ files: 19, bytes: 190_000 });
    expect(server.files.has('f3')).toBe(false);
    expect(finished).toBe(19);
  });

  it('is told of to the server when the bundle has an address and is given up', async () => {
    const { server, upload } = setUp();
    server.fault = (request, count) => {
      if (request === create && count === 1) return { breakAfter: 1_000 };
      return request === 'PATCH */bundle-0' && count === 1 ? { breakAfter: 50_000 } : undefined;
    };
    const task = upload(makeSources(20, 10_000), {
      onFile: ({ path, state }) => {
        if (path === 'f3' && state === 'retrying' && server.count('PATCH */bundle-0') === 1)
          void task.cancel('f3');
      },
    });
    expect(await task.finished).toMatchObject({ files: 19 });
    expect(server.requests).toContain('DELETE */bundle-0');
    expect(server.files.has('f3')).toBe(false);
  });

  it('is paused when the bundle breaks off, and goes on when told', async () => {
    const { server, upload } = setUp();
    breakCreations(server, 1);
    const task = upload(makeSources(20, 10_000), {
      onFile: ({ path, state }) => {
        if (path === 'f3' && state === 'uploading' && server.count(create) < 2) task.pause('f3');
        if (path === 'f3' && state === 'paused') setTimeout(() => task.resume('f3'), 20);
      },
    });
    expect(await task.finished).toMatchObject({ files: 20, bytes: 200_000 });
  });

  it('waits with all the others when everything is paused', async () => {
    const { server, upload } = setUp();
    breakCreations(server, 1);
    let isPaused = false;
    const task = upload(makeSources(1000, 100), {
      parallel: 1,
      onFile: ({ state }) => {
        if (isPaused || state !== 'uploading') return;
        isPaused = true;
        task.pause();
        setTimeout(() => {
          expect(server.files.size).toBe(0);
          task.resume();
        }, 50);
      },
    });
    expect(await task.finished).toMatchObject({ files: 1000 });
    expect(isPaused).toBe(true);
  });

  it('is noted in the journal as soon as the bundle is there', async () => {
    const { server, upload } = setUp();
    const journal = memoryJournal();
    const stop = new AbortController();
    server.beforeAnswer = (request) => {
      if (request === create && server.count(create) === 2) stop.abort(new Error('killed'));
    };
    const sources = makeSources(2500, 100);
    const first = upload(sources, { journal, signal: stop.signal, parallel: 1 }).finished;
    await expect(first).rejects.toThrow('killed');
    server.beforeAnswer = () => {};
    const result = await upload(sources, { journal, parallel: 1 }).finished;
    // The answer to the second bundle was not heard.
    expect(result).toMatchObject({ files: 2500, bytes: 250_000, resumed: 100_000 });
  });
});

describe('a hundred thousand files', () => {
  it('are work that grows with their number, and few reports', { timeout: 120_000 }, async () => {
    const { server, upload } = setUp();
    let reports = 0;
    let changes = 0;
    const sources = Array.from({ length: 100_000 }, (_, i) => makeSource(`d${i % 300}/f${i}`, 20));
    const task = upload(sources, {
      journal: memoryJournal(),
      onProgress: () => {
        reports++;
      },
      onFile: () => {
        changes++;
      },
    });
    expect(await task.finished).toMatchObject({ files: 100_000, bytes: 2_000_000 });
    expect(server.count(create)).toBeLessThan(300);
    expect(changes).toBeLessThanOrEqual(300_000);
    expect(reports).toBeLessThan(1000);
  });

  it('can all be paused and cancelled', async () => {
    const { upload } = setUp();
    const sources = Array.from({ length: 100_000 }, (_, i) => makeSource(`f${i}`, 20));
    const task = upload(sources);
    task.pause();
    task.resume();
    task.pause();
    await task.cancel();
    await expect(task.finished).rejects.toMatchObject({ name: 'AbortError' });
  });
});
