import { createHash, randomBytes } from 'node:crypto';
import { appendFile, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createDigester, type Digester } from './digester.ts';

describe('a digester', () => {
  let directory: string;
  let digester: Digester;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'digester-'));
    digester = createDigester();
  });

  afterEach(async () => {
    await digester.stop();
    await rm(directory, { recursive: true, force: true });
  });

  const content = randomBytes(20_000_000);
  const expected = (bytes: Buffer) => ({
    sha256: createHash('sha256').update(bytes).digest('hex'),
    crc32: crc32(bytes),
  });

  async function makeFile(name: string, bytes: Buffer): Promise<string> {
    const path = join(directory, name);
    await writeFile(path, bytes);
    return path;
  }

  it('reads a whole file', async () => {
    const path = await makeFile('a', content);
    expect(await digester.digest('a', path, content.length)).toEqual(expected(content));
  });

  it('knows an empty file', async () => {
    const path = await makeFile('a', Buffer.alloc(0));
    expect(await digester.digest('a', path, 0)).toEqual(expected(Buffer.alloc(0)));
  });

  it('follows a file that grows, many at the same time', async () => {
    const names = ['a', 'b', 'c'];
    const half = content.length / 2;
    for (const name of names) {
      digester.follow(name, await makeFile(name, content.subarray(0, half)), half);
    }
    const digests = names.map(async (name) => {
      const path = join(directory, name);
      await appendFile(path, content.subarray(half));
      digester.follow(name, path, content.length);
      return digester.digest(name, path, content.length);
    });
    for (const found of await Promise.all(digests)) expect(found).toEqual(expected(content));
  });

  it('begins anew after more was followed than there is', async () => {
    const path = await makeFile('a', content);
    digester.follow('a', path, content.length);
    const part = content.subarray(0, 1000);
    expect(await digester.digest('a', path, 1000)).toEqual(expected(part));
  });

  it.each([
    ['is missing', 'none', 5],
    ['is shorter', 'a', content.length + 1],
  ])('says that a file %s, and goes on with others', async (_, name, size) => {
    const path = await makeFile('a', content);
    await expect(digester.digest(name, join(directory, name), size)).rejects.toThrow(/ENOENT|ends at byte/);
    expect(await digester.digest('again', path, content.length)).toEqual(expected(content));
  });

  it('forgets what is given up', async () => {
    const path = await makeFile('a', content);
    digester.follow('a', path, content.length);
    digester.forget('a');
    await writeFile(path, content.subarray(0, 10));
    expect(await digester.digest('a', path, 10)).toEqual(expected(content.subarray(0, 10)));
  });

  it('starts a new thread when the old one has ended', async () => {
    const path = await makeFile('a', content);
    await digester.digest('a', path, content.length);
    await digester.stop();
    expect(await digester.digest('a', path, content.length)).toEqual(expected(content));
  });
});
