import { expect, it } from 'vitest';
import { createSharedBuffers } from './shared-buffers.ts';

const mebibyte = 1024 * 1024;

it('uses memory again that was given back, for pieces of about the same size', () => {
  const buffers = createSharedBuffers();
  const first = buffers.gather([Buffer.alloc(mebibyte, 1), Buffer.alloc(10, 2)]);
  const second = buffers.gather([Buffer.alloc(mebibyte + 1)]);
  expect(second.buffer).not.toBe(first.buffer);
  buffers.giveBack(first);
  const third = buffers.gather([Buffer.alloc(mebibyte + 20, 3)]);
  expect(third.buffer).toBe(first.buffer);
  expect(third.every((byte) => byte === 3)).toBe(true);
  expect(third.byteLength).toBe(mebibyte + 20);
  buffers.giveBack(third);
  expect(buffers.gather([Buffer.alloc(5 * mebibyte)]).byteLength).toBe(5 * mebibyte);
});

it('shares what it returns, of any size', () => {
  const bytes = createSharedBuffers().gather([Buffer.from('ab'), Buffer.from('c')]);
  expect(bytes.buffer).toBeInstanceOf(SharedArrayBuffer);
  expect(Buffer.from(bytes).toString()).toBe('abc');
});
