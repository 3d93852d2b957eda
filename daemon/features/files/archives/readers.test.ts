import { expect, it, vi } from 'vitest';
import { newShareKey } from '../../../crypto/ids.ts';
import { createLogger } from '../../../logger.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { longestTransfer } from '../../../transfer/send.ts';
import { createArchiveReaders } from './readers.ts';

const share = newShareKey();
const logger = createLogger({ level: 'silent', format: 'json' });
const create = (clock = createFakeClock()) => createArchiveReaders({ clock, logger });

it('knows which share is being read, until the last reader has ended', () => {
  const readers = create();
  const [endFirst, endSecond] = [readers.begin(share), readers.begin(share)];
  endFirst();
  endFirst();
  expect(readers.isBeingRead(share)).toBe(true);
  expect(readers.isBeingRead(newShareKey())).toBe(false);
  endSecond();
  expect(readers.isBeingRead(share)).toBe(false);
});

it('waits for those who read already, not for those who begin later', async () => {
  const readers = create();
  const effect = vi.fn<() => Promise<void>>(async () => undefined);
  const endFirst = readers.begin(share);
  const endSecond = readers.begin(share);
  await readers.whenUnread(share, effect);
  readers.begin(share);
  endFirst();
  expect(effect).not.toHaveBeenCalled();
  endSecond();
  expect(effect).toHaveBeenCalledOnce();
  expect(readers.isBeingRead(share)).toBe(true);
});

it('does at once what waits for nobody', async () => {
  const effect = vi.fn<() => Promise<void>>(async () => undefined);
  await create().whenUnread(share, effect);
  expect(effect).toHaveBeenCalledOnce();
});

it('does what waits for readers after the last of them, whatever fails', async () => {
  const readers = create();
  const end = readers.begin(share);
  const effect = vi.fn<() => Promise<void>>(async () => undefined);
  await readers.whenUnread(share, () => Promise.reject(new Error('no')));
  await readers.whenUnread(share, effect);
  expect(effect).not.toHaveBeenCalled();
  end();
  await vi.waitFor(() => expect(effect).toHaveBeenCalledOnce());
});

it('does not wait for a reader who takes too long', async () => {
  const clock = createFakeClock();
  const readers = create(clock);
  const first = vi.fn<() => Promise<void>>(async () => undefined);
  const second = vi.fn<() => Promise<void>>(async () => undefined);
  readers.begin(share);
  await readers.whenUnread(share, first);
  clock.advance(longestTransfer - 1);
  await readers.whenUnread(share, second);
  expect(first).not.toHaveBeenCalled();
  clock.advance(1);
  await readers.whenUnread(share, second);
  expect(first).toHaveBeenCalledOnce();
  expect(second).not.toHaveBeenCalled();
});
