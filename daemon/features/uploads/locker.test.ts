import { describe, expect, it } from 'vitest';
import { UploadLocker } from './locker.ts';

const never = new AbortController().signal;

const writer = { isReader: false, socket: undefined };
const reader = { isReader: true, socket: undefined };

const newLock = (locker: UploadLocker, id: string) => locker.of(writer).newLock(id);

describe('UploadLocker', () => {
  it('asks the holder to end and hands over in order', async () => {
    const locker = new UploadLocker();
    const order: string[] = [];
    const first = newLock(locker, 'a');
    await first.lock(never, async () => {
      order.push('first asked');
      await first.unlock();
    });
    const second = newLock(locker, 'a');
    await second.lock(never, () => void order.push('second asked'));
    order.push('second has it');
    const third = newLock(locker, 'a').lock(never, () => undefined);
    await second.unlock();
    await third;
    expect(order).toEqual(['first asked', 'second has it', 'second asked']);
  });

  it('asks who gets it to end too while others wait: only the last one has a client for certain', async () => {
    const locker = new UploadLocker();
    const asked: string[] = [];
    const lockAs = (name: string) => {
      const lock = newLock(locker, 'a');
      return { lock, turn: lock.lock(never, () => void asked.push(name)) };
    };
    const [first, second, third] = [lockAs('first'), lockAs('second'), lockAs('third')];
    asked.length = 0;
    await first.lock.unlock();
    await second.turn;
    expect(asked).toEqual(['second']);
    await second.lock.unlock();
    await third.turn;
    expect(asked).toEqual(['second']);
  });

  it('asks everybody to end when the server stops, also who comes to it later', async () => {
    const locker = new UploadLocker();
    const asked: string[] = [];
    const lockAs = (id: string, name: string) => newLock(locker, id).lock(never, () => void asked.push(name));
    const first = newLock(locker, 'a');
    await first.lock(never, () => undefined);
    const waiting = lockAs('a', 'waiting');
    locker.releaseAll();
    await first.unlock();
    await waiting;
    await lockAs('b', 'new');
    expect(asked).toEqual(['waiting', 'new']);
  });

  it('keeps uploads apart', async () => {
    const locker = new UploadLocker();
    await newLock(locker, 'a').lock(never, () => undefined);
    await newLock(locker, 'b').lock(never, () => undefined);
    expect(locker.isLocked('a')).toBe(true);
  });

  it('gives up when the waiting request is gone, and leaves no lock behind', async () => {
    const locker = new UploadLocker();
    const holder = newLock(locker, 'a');
    await holder.lock(never, () => undefined);
    const gone = new AbortController();
    const waiting = newLock(locker, 'a').lock(gone.signal, () => undefined);
    gone.abort();
    await expect(waiting).rejects.toThrow('upload_locked');
    await holder.unlock();
    expect(locker.isLocked('a')).toBe(false);
  });

  it('answers a question without disturbing a writer whose bytes arrive', async () => {
    const locker = new UploadLocker();
    const socket = { bytesRead: 0 };
    let isAsked = false;
    const lock = locker.of({ isReader: false, socket }).newLock('a');
    await lock.lock(never, () => void (isAsked = true));
    const question = locker.of(reader).newLock('a');
    const asking = question.lock(never, () => undefined);
    socket.bytesRead = 1;
    await asking;
    await question.unlock();
    expect([isAsked, locker.isLocked('a')]).toEqual([false, true]);
  });

  it('ends a silent writer before it answers', async () => {
    const locker = new UploadLocker();
    const silent = newLock(locker, 'a');
    await silent.lock(never, () => silent.unlock());
    const question = locker.of(reader).newLock('a');
    await question.lock(never, () => undefined);
    await question.unlock();
    expect(locker.isLocked('a')).toBe(false);
  });
});
