import { describe, expect, it } from 'vitest';
import { withRetry } from './retry.ts';
import { NetworkError, type Transport, type TransportRequest } from './transport.ts';

type Step = 'broken' | 'silent' | { status: number; error?: string; retryAfter?: string };

const options = { base: 1, max: 2, limit: 3, longestPause: 50, longestSilence: 100 };

/** Answers the steps one after the other, the last one for ever. */
function setUp(...steps: Step[]) {
  let count = 0;
  const transport: Transport = {
    async send() {
      const step = steps[Math.min(count, steps.length - 1)] ?? 'broken';
      count++;
      if (step === 'silent') await new Promise((resolve) => setTimeout(resolve, 60));
      if (typeof step === 'string') throw new NetworkError(step);
      return {
        status: step.status,
        header: (name) => (name === 'retry-after' ? (step.retryAfter ?? null) : null),
        json: async () => (step.error ? { error: step.error } : undefined),
        stream: () => new Blob([]).stream(),
      };
    },
  };
  const send = (request: Partial<TransportRequest> = {}) =>
    withRetry(transport, options).send({ method: 'GET', path: '/', ...request });
  return { send, count: () => count };
}

const ok: Step = { status: 200 };

describe('withRetry', () => {
  it.each<[string, Step]>([
    ['a broken connection', 'broken'],
    ['a gateway without a server', { status: 502 }],
    ['a busy server', { status: 503, error: 'overloaded' }],
  ])('repeats a read after %s', async (_name, step) => {
    const { send, count } = setUp(step, step, ok);
    expect((await send()).status).toBe(200);
    expect(count()).toBe(3);
  });

  it.each<[string, Step, 1 | 2]>([
    ['not after a broken connection: it may have been done', 'broken', 1],
    ['not after an answer of a gateway', { status: 502 }, 1],
    ['when the server refused it for now', { status: 503, error: 'shutting_down' }, 2],
    ['not when the refusal is for good', { status: 503, error: 'setup_required' }, 1],
  ])('repeats a write %s', async (_name, step, expected) => {
    const { send, count } = setUp(step, ok);
    await send({ method: 'POST' }).catch(() => undefined);
    expect(count()).toBe(expected);
  });

  it.each([400, 401, 404, 500])('takes %d for an answer', async (status) => {
    const { send, count } = setUp({ status });
    expect((await send()).status).toBe(status);
    expect(count()).toBe(1);
  });

  it('ends with the last answer or error', async () => {
    const busy = setUp({ status: 503, error: 'overloaded' });
    expect((await busy.send()).status).toBe(503);
    expect(busy.count()).toBe(4);
    const broken = setUp('broken');
    await expect(broken.send()).rejects.toThrow(NetworkError);
    expect(broken.count()).toBe(4);
  });

  it('gives up earlier when nothing answers for long', async () => {
    const silent = setUp('silent');
    await expect(silent.send()).rejects.toThrow('silent');
    expect(silent.count()).toBe(2);
  });

  it('waits as long as the server asks for, but not too long', async () => {
    const { send, count } = setUp({ status: 503, error: 'overloaded', retryAfter: '1' }, ok);
    expect((await send()).status).toBe(503);
    expect(count()).toBe(1);
  });

  it('stops with the signal', async () => {
    const stop = new AbortController();
    const { send, count } = setUp('broken');
    const sending = send({ signal: stop.signal });
    stop.abort(new Error('enough'));
    await expect(sending).rejects.toThrow('enough');
    expect(count()).toBe(1);
  });
});
