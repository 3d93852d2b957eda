import { describe, expect, it } from 'vitest';
import type { Transport } from '../../core/transport.ts';
import { awaitingArchives } from './await-archive.ts';

const polling = { pause: 1, limit: 60_000 };

/** Answers the statuses one after the other, the last one for ever. */
function setUp(...statuses: number[]) {
  return setUpRefusing('file_scanning', ...statuses);
}

function setUpRefusing(code: string, ...statuses: number[]) {
  let count = 0;
  let read = 0;
  const transport: Transport = {
    async send() {
      const status = statuses[Math.min(count, statuses.length - 1)] ?? 500;
      count += 1;
      return {
        status,
        header: () => null,
        async json() {
          read += 1;
          return status === 503 ? { error: code } : undefined;
        },
        stream: () => new Blob([]).stream(),
      };
    },
  };
  return { transport, counts: () => ({ count, read }) };
}

describe('a transport that waits for archives', () => {
  it('asks until there is one', async () => {
    const { transport, counts } = setUp(202, 202, 200);
    const request = { method: 'HEAD', path: '/archive' } as const;
    expect((await awaitingArchives(transport, polling).send(request)).status).toBe(200);
    expect(counts()).toEqual({ count: 3, read: 2 });
  });

  it('asks while a file is being checked for malware', async () => {
    const { transport, counts } = setUp(503, 503, 200);
    const request = { method: 'GET', path: '/files/a' } as const;
    expect((await awaitingArchives(transport, polling).send(request)).status).toBe(200);
    expect(counts()).toEqual({ count: 3, read: 2 });
    const overloaded = setUpRefusing('overloaded', 503, 200).transport;
    expect((await awaitingArchives(overloaded, polling).send(request)).status).toBe(503);
  });

  it('hands on what was refused, and 202 when it comes for too long', async () => {
    const request = { method: 'GET', path: '/archive' } as const;
    expect((await awaitingArchives(setUp(202, 404).transport, polling).send(request)).status).toBe(404);
    const briefPolling = { pause: 1, limit: -1 };
    expect((await awaitingArchives(setUp(202).transport, briefPolling).send(request)).status).toBe(202);
  });

  it('ends when it is aborted', async () => {
    const reason = new Error('stopped');
    const abort = new AbortController();
    const request = { method: 'GET', path: '/archive', signal: abort.signal } as const;
    const sent = awaitingArchives(setUp(202).transport, { pause: 60_000, limit: 60_000 }).send(request);
    setImmediate(() => abort.abort(reason));
    await expect(sent).rejects.toBe(reason);
  });
});
