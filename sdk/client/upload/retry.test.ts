import { describe, expect, it } from 'vitest';
import { makeSource, setUp } from '../../testing/memory-upload.ts';
import type { UploadRetryPolicy } from './retry.ts';
import type { UploadOptions, UploadProgress } from './types.ts';

const longPolicy: UploadRetryPolicy = {
  backoff: { base: 1, max: 2 },
  stallAfter: 5000,
  giveUpAfter: 60_000,
  minimumAttempts: 2,
};
/** Requests that find no server before one gets through. */
const outage = 25;
const complete = 'POST /api/shares/abcdefghijklmnop/complete';
const into: UploadOptions = { into: 'abcdefghijklmnop' };

describe('without a connection', () => {
  it.each<[string, string, UploadOptions]>([
    ['creates the draft', 'POST /api/shares', {}],
    ['publishes', complete, {}],
    ['looks what a share holds', 'GET /api/shares/abcdefghijklmnop/owner/files', into],
    ['announces files for a share', 'POST /api/shares/abcdefghijklmnop/append', into],
    ['ends adding to a share', complete, into],
  ])('an upload %s as soon as there is one again', async (_name, request, options) => {
    const { server, upload } = setUp({ retryPolicy: longPolicy });
    server.createShare({});
    server.fault = (seen, count) => (seen === request && count <= outage ? { breakAfter: 0 } : undefined);
    const reports: UploadProgress[] = [];
    const { files } = await upload([makeSource('a', 5)], {
      ...options,
      onProgress: (progress) => reports.push(progress),
    }).finished;
    expect(files).toBe(1);
    expect(server.count(request)).toBeGreaterThan(outage);
    expect(reports.some(({ retriesAfter }) => retriesAfter?.name === 'NetworkError')).toBe(true);
    expect(reports.at(-1)).toMatchObject({ phase: 'done', retriesAfter: null });
  });

  it('does not wait out a pause when the network is back', async () => {
    let goOnline: (() => void) | undefined;
    const { server, upload } = setUp({
      retryPolicy: { ...longPolicy, backoff: { base: 1e9, max: 1e9 } },
      watchNetwork: (onOnline) => {
        goOnline = onOnline;
        return () => (goOnline = undefined);
      },
    });
    const isBroken = (request: string) => request === 'POST /api/uploads' || request === complete;
    server.fault = (request, count) => (isBroken(request) && count === 1 ? { breakAfter: 0 } : undefined);
    const waits: string[] = [];
    await upload([makeSource('a', 5)], {
      onFile: ({ state }) => {
        if (state === 'retrying') setTimeout(() => goOnline?.());
      },
      onProgress: ({ phase, retriesAfter }) => {
        if (retriesAfter) waits.push(phase);
        if (retriesAfter) setTimeout(() => goOnline?.());
      },
    }).finished;
    expect(waits).toContain('publishing');
    expect(goOnline).toBeUndefined();
  });

  it('goes on for as long as it may without a server, and no longer with one that fails', async () => {
    const { server, upload } = setUp({
      retryPolicy: { ...longPolicy, giveUpAfter: 0, unreachableAfter: 60_000 },
    });
    server.fault = (request, count) => {
      if (request === complete) return count <= outage ? { breakAfter: 0 } : { status: 500 };
      return undefined;
    };
    await expect(upload([makeSource('a', 5)]).finished).rejects.toMatchObject({
      code: 'share_finish_failed',
    });
    expect(server.count(complete)).toBeGreaterThan(outage);
  });

  it('gives up in the end', async () => {
    const { server, upload } = setUp();
    server.fault = (request) => (request === complete ? { breakAfter: 0 } : undefined);
    await expect(upload([makeSource('a', 5)]).finished).rejects.toMatchObject({ name: 'NetworkError' });
    expect(server.count(complete)).toBe(4);
  });

  it('stops waiting when the upload is cancelled', async () => {
    const { server, upload } = setUp({ retryPolicy: { ...longPolicy, backoff: { base: 1e9, max: 1e9 } } });
    server.fault = (request) => (request === complete ? { breakAfter: 0 } : undefined);
    const task = upload([makeSource('a', 5)], {
      onProgress: ({ retriesAfter }) => {
        if (retriesAfter) void task.cancel();
      },
    });
    await expect(task.finished).rejects.toMatchObject({ name: 'AbortError' });
    expect(server.isRemoved).toBe(true);
  });
});

it.each([
  [409, 'share_empty'],
  [429, 'too_many_requests'],
  [507, 'storage_full'],
] as const)('a refusal of %d is shown at once', async (status, error) => {
  const { server, upload } = setUp({ retryPolicy: longPolicy });
  server.fault = (request) => (request === complete ? { status, error } : undefined);
  await expect(upload([makeSource('a', 5)]).finished).rejects.toMatchObject({ code: error });
  expect(server.count(complete)).toBe(1);
});

it('a draft whose answer was lost is the one that is uploaded to', async () => {
  const { server, upload } = setUp({ retryPolicy: longPolicy });
  server.fault = (request, count) =>
    request === 'POST /api/shares' && count === 1 ? 'lost-answer' : undefined;
  await upload([makeSource('a', 5)], { share: { name: 'Holiday' } }).finished;
  expect(server.count('POST /api/shares')).toBe(2);
  expect(server.created).toHaveLength(1);
});

it('a request that is never answered is made again', async () => {
  const { server, upload, deps } = setUp({ retryPolicy: { ...longPolicy, stallAfter: 1 } });
  const { complete: answer } = deps.api.shares;
  let calls = 0;
  deps.api.shares.complete = (input, options) =>
    ++calls > 1
      ? answer(input, options)
      : new Promise((_resolve, reject) => {
          options?.signal?.addEventListener('abort', () => reject(options.signal?.reason));
        });
  await upload([makeSource('a', 5)]).finished;
  expect(server.isPublished).toBe(true);
});

it('a file that was cancelled without a connection does not keep the others', async () => {
  const { server, upload } = setUp({ retryPolicy: longPolicy });
  server.fault = (request, count) => {
    if (request === 'PATCH *big') return { breakAfter: 0 };
    return request === 'DELETE *big' && count <= 3 ? { breakAfter: 0 } : undefined;
  };
  const task = upload([makeSource('big', 6_000_000), makeSource('small', 5)], {
    onFile: ({ path, state }) => {
      if (path === 'big' && state === 'retrying') void task.cancel('big');
    },
  });
  expect(await task.finished).toMatchObject({ files: 1 });
});
