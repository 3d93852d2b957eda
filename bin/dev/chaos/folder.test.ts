import { mkdtemp, rm, truncate, unlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { assertSame, digestFolder, makeFolder, type SourceFolder } from './folder.ts';
import { createRandom } from './random.ts';

let parent: string;
let source: SourceFolder;

beforeEach(async () => {
  parent = await mkdtemp(path.join(tmpdir(), 'fileshare-chaos-'));
  source = await makeFolder(path.join(parent, 'files'), createRandom(5), { big: [100_000], small: 20 });
});

afterEach(() => rm(parent, { recursive: true }));

it('finds what it has written', async () => {
  const digests = await digestFolder(parent);
  expect(digests.size).toBe(21);
  assertSame(digests, source.digests, 'here');
});

it.each([
  ['a file that is missing', (big: string) => unlink(big), '1 of 21 files are missing or differ'],
  ['a file that is too short', (big: string) => truncate(big, 99_999), '1 of 21 files are missing or differ'],
  ['a file that is too many', (big: string) => writeFile(`${big}.part`, ''), '1 are too many'],
])('notices %s', async (_what, spoil, message) => {
  await spoil(path.join(source.directory, 'big-0.bin'));
  const digests = await digestFolder(parent);
  expect(() => assertSame(digests, source.digests, 'here')).toThrow(message);
});
