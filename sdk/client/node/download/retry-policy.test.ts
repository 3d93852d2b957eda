import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../contract/errors.ts';
import { NetworkError } from '../../core/transport.ts';
import { RefusedError, retryWhileAdvancing } from './retry-policy.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const retryPolicy = { base: 1, max: 2, limit: 3 };

/** Work that fails with these errors, one after the other, and then succeeds. */
function start(errors: readonly Error[], position = () => 0) {
  const work = vi.fn<() => Promise<string>>(async () => {
    const error = errors[work.mock.calls.length - 1];
    if (error) throw error;
    return 'done';
  });
  const result = retryWhileAdvancing(work, { retryPolicy, signal: new AbortController().signal, position });
  result.catch(() => undefined);
  return { work, result };
}

describe('retryWhileAdvancing', () => {
  it('comes again when the server said, not before', async () => {
    const { work, result } = start([new RefusedError(new AppError('shutting_down'), 5000)]);
    await vi.advanceTimersByTimeAsync(4999);
    expect(work).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(10);
    expect(await result).toBe('done');
  });

  it.each([
    new NetworkError('broken'),
    new AppError('internal'),
    new AppError('not_ready', { reason: 'starting' }),
    new AppError('too_many_requests', { seconds: 1 }),
  ])('repeats after %s', async (error) => {
    const { result } = start([error]);
    await vi.runAllTimersAsync();
    expect(await result).toBe('done');
  });

  it.each([
    new AppError('share_removed'),
    new AppError('share_uploading'),
    new AppError('file_damaged', { path: 'a' }),
    new AppError('setup_required'),
    new TypeError('ours'),
  ])('does not repeat after %s', async (error) => {
    const { work, result } = start([error]);
    await expect(result).rejects.toBe(error);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('gives up after some minutes of silence, before all attempts are used up', async () => {
    const work = vi.fn<() => Promise<string>>(async () => {
      await new Promise((silent) => setTimeout(silent, 120_000));
      throw new NetworkError('silent');
    });
    const { signal } = new AbortController();
    const result = retryWhileAdvancing(work, {
      retryPolicy: { ...retryPolicy, limit: 8 },
      signal,
      position: () => 0,
    });
    result.catch(() => undefined);
    await vi.runAllTimersAsync();
    await expect(result).rejects.toThrow('silent');
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('does not take the time that a server asked for as silence', async () => {
    const busy = new RefusedError(new AppError('overloaded', { seconds: 300 }), 300_000);
    const { result } = start([busy, new NetworkError('broken')]);
    await vi.runAllTimersAsync();
    expect(await result).toBe('done');
  });

  it('gives up only where nothing moves', async () => {
    const errors = Array.from({ length: 5 }, () => new NetworkError('broken'));
    const { work, result } = start(errors);
    await vi.runAllTimersAsync();
    await expect(result).rejects.toThrow('broken');
    expect(work).toHaveBeenCalledTimes(3);

    let bytes = 0;
    const moving = start(errors, () => bytes++);
    await vi.runAllTimersAsync();
    expect(await moving.result).toBe('done');
  });
});
