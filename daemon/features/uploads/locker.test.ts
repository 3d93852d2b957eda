import { describe, expect, it } from 'vitest';
import { UploadLocker } from './locker.ts';

const never = new AbortController().signal;

describe('UploadLocker', () => {
  it('asks the holder to end and hands over in order', async () => {
    const locker = new UploadLocker();
    const order: string[] = [];
    const first = locker.newLock('a');
    await first.lock(never, async () => {
      order.push('first asked');
      await first.unlock();
    });
    const second = locker.newLock('a');
    await second.lock(never, () => void order.push('second asked'));
    order.push('second has it');
    const third = locker.newLock('a').lock(never, () => undefined);
    await second.unlock();
    await third;
    expect(order).toEqual(['first asked', 'second has it', 'second asked']);
  });

  it('keeps uploads apart', async () => {
    const locker = new UploadLocker();
    await locker.newLock('a').lock(never, () => undefined);
    await locker.newLock('b').lock(never, () => undefined);
    expect(locker.isLocked('a')).toBe(true);
  });

  it('gives up when the waiting request is gone, and leaves no lock behind', async () => {
    const locker = new UploadLocker();
    const holder = locker.newLock('a');
    await holder.lock(never, () => undefined);
    const gone = new AbortController();
    const waiting = locker.newLock('a').lock(gone.signal, () => undefined);
    gone.abort();
    await expect(waiting).rejects.toThrow('upload_locked');
    await holder.unlock();
    expect(locker.isLocked('a')).toBe(false);
  });
});
