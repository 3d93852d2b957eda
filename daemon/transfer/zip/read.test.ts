import { randomBytes } from 'node:crypto';
import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ByteSource } from '../byte-source.ts';
import { type ArchiveLayout, createLayoutBuilder } from './layout.ts';
import { ArchiveFileError, openArchive } from './read.ts';

const modified = Date.UTC(2024, 1, 29, 12, 30, 42);

/** Files in memory, and how many of them are open. */
class Files {
  open = 0;
  mostOpen = 0;
  readonly contents = new Map<string, Buffer>();

  layout(files: Record<string, Buffer>): ArchiveLayout {
    const builder = createLayoutBuilder();
    for (const [path, content] of Object.entries(files)) {
      const key = `key of ${path}`;
      this.contents.set(key, content);
      builder.add({ key, path, size: content.length, crc32: crc32(content), modified });
    }
    return builder.finish();
  }

  readonly openFile = async (key: string): Promise<ByteSource> => {
    const content = this.contents.get(key);
    await new Promise((resolve) => setImmediate(resolve));
    if (!content) throw new Error('missing');
    this.open += 1;
    this.mostOpen = Math.max(this.mostOpen, this.open);
    let isClosed = false;
    return {
      size: content.length,
      read: async (buffer, position) => {
        if (isClosed) throw new Error('read from a closed file');
        await new Promise((resolve) => setImmediate(resolve));
        return content.copy(buffer, 0, position);
      },
      close: async () => {
        if (!isClosed) this.open -= 1;
        isClosed = true;
      },
    };
  };
}

/** Reads in steps, like a transfer does. */
async function readRange(
  source: ByteSource,
  range: { start: number; end: number; step: number },
): Promise<Buffer> {
  const parts = [];
  for (let position = range.start; position < range.end; position += range.step) {
    const part = Buffer.alloc(Math.min(range.step, range.end - position));
    expect(await source.read(part, position)).toBe(part.length);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const smallArchive = {
  'a.txt': Buffer.from('content of a'),
  'empty.txt': Buffer.alloc(0),
  'folder/b.bin': randomBytes(300),
  'folder/c.bin': randomBytes(7),
  'd.bin': randomBytes(150),
};

describe('openArchive', () => {
  it('reads any range as the same part of the whole', async () => {
    const files = new Files();
    const layout = files.layout(smallArchive);
    const archive = openArchive(layout, files.openFile);
    const whole = await readRange(archive, { start: 0, end: layout.size, step: layout.size });
    await fc.assert(
      fc.asyncProperty(
        fc.nat(layout.size),
        fc.nat(layout.size),
        fc.integer({ min: 1, max: layout.size }),
        async (one, other, step) => {
          const [start, end] = one < other ? [one, other] : [other, one];
          const part = await readRange(archive, { start, end, step });
          expect(part.equals(whole.subarray(start, end))).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
    await archive.close();
    expect(files.open).toBe(0);
  });

  it('reads every single byte, one at a time', async () => {
    const files = new Files();
    const layout = files.layout(smallArchive);
    const archive = openArchive(layout, files.openFile);
    const whole = await readRange(archive, { start: 0, end: layout.size, step: layout.size });
    const bytes = await readRange(archive, { start: 0, end: layout.size, step: 1 });
    expect(bytes.equals(whole)).toBe(true);
    await archive.close();
    expect(files.open).toBe(0);
  });

  it('ends where the archive ends', async () => {
    const files = new Files();
    const layout = files.layout(smallArchive);
    const archive = openArchive(layout, files.openFile);
    expect(await archive.read(Buffer.alloc(100), layout.size - 3)).toBe(3);
    expect(await archive.read(Buffer.alloc(100), layout.size)).toBe(0);
    await archive.close();
  });

  it('never has many files open', async () => {
    const files = new Files();
    const many = Array.from({ length: 500 }, (_, index) => [`${index}`, randomBytes(index % 90)] as const);
    const layout = files.layout(Object.fromEntries(many));
    const archive = openArchive(layout, files.openFile);
    await readRange(archive, { start: 0, end: layout.size, step: 10_000 });
    await archive.close();
    expect(files.mostOpen).toBeGreaterThan(1);
    expect(files.mostOpen).toBeLessThanOrEqual(9);
    expect(files.open).toBe(0);
  });

  it('closes the file it was reading', async () => {
    const files = new Files();
    const layout = files.layout({ big: randomBytes(1000) });
    const archive = openArchive(layout, files.openFile);
    await archive.read(Buffer.alloc(100), 0);
    expect(files.open).toBe(1);
    await archive.close();
    expect(files.open).toBe(0);
  });

  it('waits for a running read before it closes', async () => {
    const files = new Files();
    const layout = files.layout({ big: randomBytes(1000) });
    const archive = openArchive(layout, files.openFile);
    const reading = archive.read(Buffer.alloc(100), 0);
    await archive.close();
    expect(files.open).toBe(0);
    expect(await reading).toBe(100);
  });

  it('reads nothing, and opens nothing, once it is closed', async () => {
    const files = new Files();
    const archive = openArchive(files.layout(smallArchive), files.openFile);
    await archive.close();
    await expect(archive.read(Buffer.alloc(100), 0)).rejects.toThrow('closed');
    expect(files.mostOpen).toBe(0);
  });

  it.each([
    ['is missing', undefined],
    ['has become shorter', Buffer.alloc(6)],
    ['has become longer', Buffer.alloc(8)],
  ])('fails when a file %s, and leaves none open', async (_name, content) => {
    const files = new Files();
    const layout = files.layout(smallArchive);
    const key = 'key of folder/c.bin';
    if (content) files.contents.set(key, content);
    else files.contents.delete(key);
    const archive = openArchive(layout, files.openFile);
    const reading = archive.read(Buffer.alloc(layout.size), 0);
    await expect(reading).rejects.toBeInstanceOf(ArchiveFileError);
    await expect(reading).rejects.toMatchObject({ key });
    await archive.close();
    expect(files.open).toBe(0);
  });

  it('still reads what does not need the damaged file', async () => {
    const files = new Files();
    const layout = files.layout(smallArchive);
    const archive = openArchive(layout, files.openFile);
    files.contents.delete('key of a.txt');
    expect(await archive.read(Buffer.alloc(200), layout.size - 200)).toBe(200);
    await archive.close();
  });
});
