import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder } from '../../../testing/temp-folder.ts';
import { PartFile } from './part-file.ts';

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(() => folder.remove());

it('notes one thing after the other: what the bytes are of is never that of earlier ones', async () => {
  const target = join(folder.path, 'file.bin');
  const part = await PartFile.open({ target, source: '/content', size: 100, claim: () => true });
  await part.begin('"one"', 50);
  for (const etag of ['"two"', '"three"', '"four"']) {
    await Promise.all([part.scatter(), part.begin(etag, 50), part.scatter()]);
    const note = JSON.parse(await readFile(`${target}.part.json`, 'utf8')) as { etag: string };
    expect(note.etag).toBe(etag);
    expect(part.etag).toBe(etag);
  }
  await part.discard();
});
