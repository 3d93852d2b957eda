import { describe, expect, it } from 'vitest';
import { decodeBundleHead, encodeBundleHead } from './bundles.ts';

const sha256 = 'a'.repeat(64);
const manifest = { files: [{ path: 'a/ü.txt', size: 3, sha256, lastModified: 5 }] };

describe('the head of a bundle', () => {
  it('comes back as it was, wherever it lies in memory', () => {
    const head = encodeBundleHead(manifest);
    const shifted = new Uint8Array(head.length + 10);
    shifted.set(head, 7);
    expect(decodeBundleHead(shifted.subarray(7))).toEqual({ manifest, contentStart: head.length });
  });

  it.each<[string, (head: Uint8Array) => Uint8Array]>([
    ['nothing', () => new Uint8Array()],
    ['another magic', (head) => Uint8Array.from(head, (byte, at) => (at === 0 ? 0 : byte))],
    ['a part of it', (head) => head.subarray(0, -1)],
    ['a length beyond the end', (head) => Uint8Array.from(head, (byte, at) => (at === 4 ? 255 : byte))],
    ['bytes that are no text', (head) => Uint8Array.from(head, (byte, at) => (at === 12 ? 0xff : byte))],
    ['no files', () => encodeBundleHead({ files: [] })],
    ['an unknown key', () => encodeBundleHead({ ...manifest, x: 1 } as never)],
  ])('is refused: %s', (_, change) => {
    expect(decodeBundleHead(change(encodeBundleHead(manifest)))).toBeNull();
  });
});
