import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from './byte-source.ts';
import { createOpenPacks } from './open-bundles.ts';

function setUp(contents: Readonly<Record<string, Buffer>>) {
  const log: string[] = [];
  const open = async (id: string): Promise<ByteSource> => {
    const content = contents[id];
    if (!content) throw new Error('missing');
    log.push(`open ${id}`);
    return {
      size: content.length,
      async read(buffer, position) {
        log.push(`read ${id}`);
        return content.copy(buffer, 0, position);
      },
      async close() {
        log.push(`close ${id}`);
      },
    };
  };
  const packs = createOpenPacks(open);
  async function read(packId: string, offset: number, size: number): Promise<Buffer> {
    const source = await packs.open({ packId, offset, size });
    const buffer = Buffer.alloc(size + 10);
    const count = await source.read(buffer, 0);
    await source.close();
    return buffer.subarray(0, count);
  }
  return { packs, read, log };
}

const content = randomBytes(1_000_000);

describe('open packs', () => {
  it('read neighbours at once, in any order, small and large', async () => {
    const { packs, read, log } = setUp({ a: content });
    const places = Array.from({ length: 100 }, (_, index) => ({ offset: index * 1000, size: 900 }));
    places.push({ offset: 10, size: 300_000 }, { offset: 5, size: 0 }, { offset: 999_000, size: 1000 });
    const found = await Promise.all(places.map(({ offset, size }) => read('a', offset, size)));
    for (const [index, { offset, size }] of places.entries()) {
      expect(found[index]?.equals(content.subarray(offset, offset + size))).toBe(true);
    }
    expect(log.filter((entry) => entry === 'open a')).toHaveLength(1);
    expect(log.filter((entry) => entry === 'read a').length).toBeLessThan(6);
    await packs.close();
    expect(log.at(-1)).toBe('close a');
  });

  it('keeps few open', async () => {
    const names = ['a', 'b', 'c', 'd'];
    const { packs, read, log } = setUp(Object.fromEntries(names.map((name) => [name, content])));
    for (const name of names) await read(name, 0, 10);
    expect(log.filter((entry) => entry.startsWith('close'))).toEqual(['close a', 'close b']);
    await packs.close();
    expect(log.filter((entry) => entry.startsWith('close'))).toHaveLength(4);
  });

  it('says what is missing or too short, and goes on', async () => {
    const { packs, read, log } = setUp({ a: content });
    await expect(read('none', 0, 1)).rejects.toThrow('missing');
    await expect(read('a', content.length - 5, 10)).rejects.toThrow('the source ended');
    expect((await read('a', 0, 10)).equals(content.subarray(0, 10))).toBe(true);
    await packs.close();
    const count = (kind: string) => log.filter((entry) => entry.startsWith(kind)).length;
    expect(count('close')).toBe(count('open'));
  });
});
