import { beforeEach, describe, expect, it } from 'vitest';
import type { UploadLocks } from './locks.ts';

const never = new AbortController().signal;

const writer = { isReader: false, socket: undefined };
const reader = { isReader: true, socket: undefined };

/** The behavior of the locks of one server, alone or one of several; `open` returns them with two uploads. */
export function describeLocks(
  name: string,
  open: () => Promise<{ locks: UploadLocks; uploads: readonly [string, string] }>,
): void {
  describe(`locks of uploads: ${name}`, () => {
    let locks: UploadLocks;
    let a: string;
    let b: string;

    beforeEach(async () => {
      ({
        locks,
        uploads: [a, b],
      } = await open());
    });

    const newLock = (id: string) => locks.of(writer).newLock(id);

    it('ask the holder to end and hand over in order', async () => {
      const order: string[] = [];
      const first = newLock(a);
      await first.lock(never, async () => {
        order.push('first asked');
        await first.unlock();
      });
      const second = newLock(a);
      await second.lock(never, () => void order.push('second asked'));
      order.push('second has it');
      const third = newLock(a).lock(never, () => undefined);
      await second.unlock();
      await third;
      expect(order).toEqual(['first asked', 'second has it', 'second asked']);
    });

    it('ask who gets it to end too while others wait: only the last one has a client for certain', async () => {
      const asked: string[] = [];
      const lockAs = (who: string) => {
        const lock = newLock(a);
        return { lock, turn: lock.lock(never, () => void asked.push(who)) };
      };
      const [first, second, third] = [lockAs('first'), lockAs('second'), lockAs('third')];
      await first.turn;
      asked.length = 0;
      await first.lock.unlock();
      await second.turn;
      expect(asked).toEqual(['second']);
      await second.lock.unlock();
      await third.turn;
      expect(asked).toEqual(['second']);
    });

    it('ask everybody to end when the server stops, also who comes to it later', async () => {
      const asked: string[] = [];
      const lockAs = (id: string, who: string) => newLock(id).lock(never, () => void asked.push(who));
      const first = newLock(a);
      await first.lock(never, () => undefined);
      const waiting = lockAs(a, 'waiting');
      locks.releaseAll();
      await first.unlock();
      await waiting;
      await lockAs(b, 'new');
      expect(asked).toEqual(['waiting', 'new']);
    });

    it('keep uploads apart', async () => {
      await newLock(a).lock(never, () => undefined);
      await newLock(b).lock(never, () => undefined);
      expect([await locks.isBusy(a), await locks.isBusy(b)]).toEqual([true, true]);
    });

    it('give up when the waiting request is gone, and leave no lock behind', async () => {
      const holder = newLock(a);
      await holder.lock(never, () => undefined);
      const gone = new AbortController();
      const waiting = newLock(a).lock(gone.signal, () => undefined);
      gone.abort();
      await expect(waiting).rejects.toThrow('upload_locked');
      await holder.unlock();
      expect(await locks.isBusy(a)).toBe(false);
    });

    it('answer a question without disturbing a writer whose bytes arrive', async () => {
      const socket = { bytesRead: 0 };
      let isAsked = false;
      const lock = locks.of({ isReader: false, socket }).newLock(a);
      await lock.lock(never, () => void (isAsked = true));
      const question = locks.of(reader).newLock(a);
      const asking = question.lock(never, () => undefined);
      socket.bytesRead = 1;
      await asking;
      await question.unlock();
      expect([isAsked, await locks.isBusy(a)]).toEqual([false, true]);
    });

    it('end a silent writer before they answer', async () => {
      const silent = newLock(a);
      await silent.lock(never, () => silent.unlock());
      const question = locks.of(reader).newLock(a);
      await question.lock(never, () => undefined);
      await question.unlock();
      expect(await locks.isBusy(a)).toBe(false);
    });

    it('hold an upload for work, which waits for the writer', async () => {
      const order: string[] = [];
      const lock = newLock(a);
      await lock.lock(never, async () => {
        order.push('asked');
        await lock.unlock();
      });
      await locks.hold(a, async () => {
        expect(await locks.isBusy(a)).toBe(true);
        order.push('works');
      });
      expect(order).toEqual(['asked', 'works']);
      expect(await locks.isBusy(a)).toBe(false);
    });

    it('are busy while an upload is being finished, which a request may join or wait beside', async () => {
      await locks.finish(a, async () => {
        expect(await locks.isBusy(a)).toBe(true);
        const lock = newLock(a);
        await lock.lock(never, () => undefined);
        await locks.finish(a, async () => undefined);
        await lock.unlock();
      });
      expect(await locks.isBusy(a)).toBe(false);
    });

    it('are free again when work fails', async () => {
      const fail = async () => {
        throw new Error('failed');
      };
      await expect(locks.hold(a, fail)).rejects.toThrow('failed');
      await expect(locks.finish(a, fail)).rejects.toThrow('failed');
      expect(await locks.isBusy(a)).toBe(false);
    });
  });
}
