import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { crc32, deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { ShareFile } from '../../../contract/files.ts';
import { comparingArchive, FilesDamagedError, findDamagedFiles } from './archive-digests.ts';

interface Entry {
  name: string;
  content: Buffer;
  form: 'stored' | 'stored64' | 'deflated' | 'streamed' | 'streamed-unsigned';
}

/** A local header with its content, as servers and archiver write them; the directory is not read. */
function toEntry({ name, content, form }: Entry): Buffer {
  const isDeflated = !form.startsWith('stored');
  const isStreamed = form.startsWith('streamed');
  const body = isDeflated ? deflateRawSync(content) : content;
  const extra = form === 'stored64' ? Buffer.alloc(28) : Buffer.alloc(0);
  if (form === 'stored64') {
    // Another field comes first.
    extra.writeUInt16LE(0x5455, 0);
    extra.writeUInt16LE(4, 2);
    extra.writeUInt16LE(1, 8);
    extra.writeUInt16LE(16, 10);
    extra.writeBigUInt64LE(BigInt(content.length), 12);
    extra.writeBigUInt64LE(BigInt(body.length), 20);
  }
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(isStreamed ? 0x0808 : 0x0800, 6);
  header.writeUInt16LE(isDeflated ? 8 : 0, 8);
  const sizeOf = (size: number) => (isStreamed ? 0 : form === 'stored64' ? 0xffff_ffff : size);
  header.writeUInt32LE(sizeOf(body.length), 18);
  header.writeUInt32LE(sizeOf(content.length), 22);
  header.writeUInt16LE(Buffer.byteLength(name), 26);
  header.writeUInt16LE(extra.length, 28);
  const descriptor = Buffer.alloc(16);
  descriptor.writeUInt32LE(0x08074b50, 0);
  descriptor.writeUInt32LE(crc32(content), 4);
  descriptor.writeUInt32LE(body.length, 8);
  descriptor.writeUInt32LE(content.length, 12);
  const end = form === 'streamed' ? descriptor : form === 'streamed-unsigned' ? descriptor.subarray(4) : [];
  return Buffer.concat([header, Buffer.from(name), extra, body, Buffer.from(end)]);
}

const directory = Buffer.concat([Buffer.from('504b0102', 'hex'), Buffer.alloc(200)]);
const archiveOf = (entries: readonly Entry[]) => Buffer.concat([...entries.map(toEntry), directory]);

async function* inChunks(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const fileOf = ({ name, content }: Pick<Entry, 'name' | 'content'>) =>
  ({ path: name, sha256: createHash('sha256').update(content).digest('hex') }) as ShareFile;

const text = Buffer.from('the same words again and again, '.repeat(5000));
const entries: Entry[] = [
  { name: 'a', content: Buffer.from('stored'), form: 'stored' },
  { name: 'empty', content: Buffer.alloc(0), form: 'stored' },
  { name: 'b', content: text, form: 'streamed' },
  { name: 'large', content: Buffer.from('with sizes elsewhere'), form: 'stored64' },
  { name: 'c', content: Buffer.from('streamed'), form: 'streamed-unsigned' },
  { name: 'd', content: text.subarray(7), form: 'deflated' },
  { name: 'nothing', content: Buffer.alloc(0), form: 'streamed' },
];
const files = entries.map(fileOf);

describe('findDamagedFiles', () => {
  it.each([1, 7, 1000, 1_000_000])('finds every file in chunks of %d bytes', async (size) => {
    expect(await findDamagedFiles(inChunks(archiveOf(entries), size), files)).toEqual([]);
  });

  it('names the files whose content differs, whatever they are called in the archive', async () => {
    const changed = entries.map((entry) => ({
      ...entry,
      name: `${entry.name} (2)`,
      content: entry.name === 'b' ? Buffer.from(text).fill('x', 100, 101) : entry.content,
    }));
    const damaged = await findDamagedFiles(inChunks(archiveOf(changed), 1000), [
      ...files,
      fileOf({ name: 'missing', content: Buffer.from('not there') }),
    ]);
    expect(damaged.map(({ path }) => path)).toEqual(['b', 'missing']);
  });

  it('finds a file only once for each entry', async () => {
    const [first] = entries;
    const twice = [fileOf({ name: 'one', content: Buffer.from('stored') }), ...files.slice(0, 1)];
    const archive = archiveOf(first ? [first] : []);
    expect(await findDamagedFiles(inChunks(archive, 100), twice)).toHaveLength(1);
  });

  it('takes what cannot be read for damaged', async () => {
    const archive = archiveOf(entries);
    const last = archive.subarray(0, archive.length - 300);
    expect((await findDamagedFiles(inChunks(last, 100), files)).length).toBeGreaterThan(0);
    expect(await findDamagedFiles(inChunks(Buffer.from('no archive'), 3), files)).toEqual(files);
  });
});

describe('comparingArchive', () => {
  it('passes everything on, and fails at the end', async () => {
    const archive = archiveOf(entries);
    const seen: Uint8Array[] = [];
    const reading = (async () => {
      const more = [...files, fileOf({ name: 'missing', content: Buffer.from('not there') })];
      for await (const chunk of comparingArchive(inChunks(archive, 1000), more)) seen.push(chunk);
    })();
    await expect(reading).rejects.toThrow(FilesDamagedError);
    expect(Buffer.concat(seen).equals(archive)).toBe(true);
  });

  it('can be left early', async () => {
    const chunks = comparingArchive(inChunks(archiveOf(entries), 100), files);
    await chunks.next();
    await expect(chunks.return()).resolves.toEqual({ done: true, value: undefined });
    expect(await buffer(comparingArchive(inChunks(archiveOf([]), 9), []))).toHaveLength(204);
  });
});
