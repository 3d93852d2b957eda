import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { combineCrc32 } from './crc32-combine.ts';

it('is the checksum of both in a row', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 500 }), fc.uint8Array({ maxLength: 500 }), (first, second) => {
      const whole = crc32(Buffer.concat([first, second]));
      expect(combineCrc32(crc32(first), crc32(second), second.length)).toBe(whole);
    }),
  );
});

it('goes beyond 4 GiB', () => {
  const zeros = Buffer.alloc(1024 * 1024);
  const first = crc32(Buffer.from('first'));
  let [megabytes, checksum] = [1, crc32(zeros)];
  // Doubled until there are 8 GiB of zeros.
  for (; megabytes < 8192; megabytes *= 2) {
    checksum = combineCrc32(checksum, checksum, megabytes * zeros.length);
  }
  const atOnce = combineCrc32(first, checksum, 8192 * zeros.length);
  const half = combineCrc32(checksum, 0, 0);
  expect(half).toBe(checksum);
  let step = first;
  const gigabyte = zerosOf(1024 * 1024 * 1024);
  for (let count = 0; count < 8; count += 1) step = combineCrc32(step, gigabyte, 1024 * 1024 * 1024);
  expect(atOnce).toBe(step);
});

function zerosOf(length: number): number {
  const step = Buffer.alloc(1024 * 1024);
  let checksum = 0;
  for (let done = 0; done < length; done += step.length) checksum = crc32(step, checksum);
  return checksum;
}
