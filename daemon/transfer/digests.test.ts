import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type ByteSource, ShortSourceError } from './byte-source.ts';
import { createDigest, digestSource } from './digests.ts';

const sha256 = (content: string | Buffer) => createHash('sha256').update(content).digest('hex');

describe('createDigest', () => {
  it('agrees with the check values of both algorithms', () => {
    const digest = createDigest();
    digest.update(Buffer.from('123456789'));
    expect(digest.digest()).toEqual({
      sha256: '15e2b0d3c33891ebb0f1ef609ec419420c20e320ce94c65fbc8c3312448eb225',
      crc32: 0xcbf43926,
    });
    expect(digest.bytes).toBe(9);
  });

  it('knows nothing yet', () => {
    expect(createDigest().digest()).toEqual({ sha256: sha256(''), crc32: 0 });
  });

  it('does not care how the bytes are cut, and goes on after an answer', () => {
    const content = randomBytes(10_000);
    const [whole, parts] = [createDigest(), createDigest()];
    whole.update(content);
    for (let at = 0; at < content.length; at += 777) {
      parts.update(content.subarray(at, at + 777));
      parts.digest();
    }
    expect(parts.digest()).toEqual(whole.digest());
  });
});

describe('digestSource', () => {
  const sourceOf = (content: Buffer): ByteSource => ({
    size: content.length,
    read: async (buffer, position) => content.copy(buffer, 0, position),
    close: async () => undefined,
  });

  it.each([0, 1, 1024 * 1024, 3 * 1024 * 1024 + 5])('reads a source of %i bytes', async (size) => {
    const content = randomBytes(size);
    const expected = createDigest();
    expected.update(content);
    expect(await digestSource(sourceOf(content))).toEqual(expected.digest());
  });

  it('stops when asked to', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(digestSource(sourceOf(randomBytes(10)), { signal })).rejects.toThrow('enough');
  });

  it('digests no part for the whole', async () => {
    const source: ByteSource = { size: 20, read: async () => 10, close: async () => undefined };
    await expect(digestSource(source)).rejects.toBeInstanceOf(ShortSourceError);
  });
});
