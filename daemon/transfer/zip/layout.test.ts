import { describe, expect, it } from 'vitest';
import { type ArchiveFile, type ArchiveLayout, createLayoutBuilder } from './layout.ts';

const file: ArchiveFile = {
  key: 'k',
  path: 'a.txt',
  size: 10,
  crc32: 0xcbf43926,
  modified: 1_700_000_000_000,
};

function layoutOf(...files: Partial<ArchiveFile>[]): ArchiveLayout {
  const builder = createLayoutBuilder();
  for (const changes of files) builder.add({ ...file, ...changes });
  return builder.finish();
}

/** All of the archive's own bytes, without those of the files. */
function ownBytes(layout: ArchiveLayout): Buffer {
  const parts = [];
  for (let position = 0; position < layout.size; ) {
    const segment = layout.at(position);
    if (segment.start !== position) throw new Error(`a gap before ${segment.start}`);
    if (segment.kind === 'bytes') parts.push(segment.bytes);
    position += segment.kind === 'bytes' ? segment.bytes.length : segment.size;
  }
  return Buffer.concat(parts);
}

const zip64EndSignature = Buffer.from('PK\x06\x06', 'latin1');
const needsZip64 = (layout: ArchiveLayout) => ownBytes(layout).includes(zip64EndSignature);

describe('createLayoutBuilder', () => {
  it('lays an empty archive out', () => {
    const layout = layoutOf();
    expect(layout.size).toBe(22);
    expect(layout.at(0)).toEqual({ kind: 'bytes', start: 0, bytes: ownBytes(layout) });
  });

  it('adds up to the size it says', () => {
    const layout = layoutOf(
      {},
      { path: 'folder/ж', size: 0 },
      { path: 'c', size: 5_000_000_000 },
      { path: 'd' },
    );
    expect(ownBytes(layout).length + 10 + 5_000_000_000 + 10).toBe(layout.size);
    expect(layout.count).toBe(4);
  });

  it('holds texts of its own', () => {
    const builder = createLayoutBuilder();
    builder.add(file);
    builder.addText({ path: 'note', text: 'what is missing', modified: 0 });
    const layout = builder.finish();
    expect(ownBytes(layout).length + 10).toBe(layout.size);
    expect(ownBytes(layout).toString('latin1').split('what is missing')).toHaveLength(2);
  });

  it('finds the segment of every position', () => {
    const layout = layoutOf({}, { key: 'l', path: 'b', size: 0 }, { key: 'm', path: 'c' });
    for (let position = 0; position < layout.size; position += 1) {
      const segment = layout.at(position);
      const length = segment.kind === 'file' ? segment.size : segment.bytes.length;
      expect(position).toBeGreaterThanOrEqual(segment.start);
      expect(position).toBeLessThan(segment.start + length);
    }
    expect(() => layout.at(layout.size)).toThrow(RangeError);
    expect(() => layout.at(-1)).toThrow(RangeError);
  });

  it('never gives the content of an empty file', () => {
    const layout = layoutOf({ size: 0 });
    for (let position = 0; position < layout.size; position += 1)
      expect(layout.at(position).kind).toBe('bytes');
  });

  it.each([
    [0xfffffffe, 1],
    [0xffffffff, 2],
    [0x100000000, 2],
  ])('uses larger fields for a file of %i bytes only when they are needed', (size, sizesInExtra) => {
    const local = layoutOf({ size }).at(0);
    const extraLength = local.kind === 'bytes' ? local.bytes.readUInt16LE(28) : -1;
    expect(extraLength).toBe(9 + (sizesInExtra === 2 ? 20 : 0));
    // The directory is beyond the limit in each case.
    expect(needsZip64(layoutOf({ size }))).toBe(true);
    expect(needsZip64(layoutOf({ size: size - 0xffffff }))).toBe(false);
  });

  it.each([
    [65_534, false],
    [65_535, true],
    [65_536, true],
  ])('knows whether %i entries need larger fields', (count, expected) => {
    const layout = layoutOf(...Array.from({ length: count }, (_, index) => ({ path: `${index}`, size: 0 })));
    expect(needsZip64(layout)).toBe(expected);
  });

  it.each([
    ['long ago', Date.UTC(1970, 0, 1), 0x0021, 0x0000],
    ['in between', Date.UTC(2024, 1, 29, 13, 37, 59, 999), 0x585d, 0x6cbd],
    ['in a far future', Date.UTC(3000, 0, 1), 0xff9f, 0xbf7d],
  ])('expresses a date %s', (_name, modified, day, time) => {
    const local = ownBytes(layoutOf({ modified }));
    expect(local.readUInt16LE(12)).toBe(day);
    expect(local.readUInt16LE(10)).toBe(time);
  });

  it('refuses what no number can count', () => {
    const builder = createLayoutBuilder();
    expect(() => builder.add({ ...file, size: Number.MAX_SAFE_INTEGER })).toThrow(RangeError);
  });
});

describe('etag', () => {
  it('is the same for the same files', () => {
    expect(layoutOf({}, { path: 'b' }).etag).toBe(layoutOf({}, { path: 'b' }).etag);
    expect(layoutOf({}).etag).toMatch(/^"[\w-]{22}"$/);
  });

  it.each<Partial<ArchiveFile>>([
    { key: 'other' },
    { path: 'other' },
    { size: 11 },
    { crc32: 1 },
    { modified: 1_600_000_000_000 },
  ])('changes with %j', (change) => {
    expect(layoutOf(change).etag).not.toBe(layoutOf({}).etag);
  });

  it('changes with the order and number of files', () => {
    const tags = [layoutOf(), layoutOf({}), layoutOf({}, { path: 'b' }), layoutOf({ path: 'b' }, {})].map(
      ({ etag }) => etag,
    );
    expect(new Set(tags).size).toBe(4);
  });
});
