import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeTempFolder } from '../../../testing/temp-folder.ts';
import { assertRoom, DiskFullError, explainFullDisk } from './disk-space.ts';

const huge = Number.MAX_SAFE_INTEGER;

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
});
afterEach(() => folder.remove());

const need = (name: string, size: number) => ({
  target: join(folder.path, name),
  part: join(folder.path, `${name}.part`),
  size,
});

it('lets what fits begin, and names the folder of what does not', async () => {
  await assertRoom(folder.path, [need('a', 1000)]);
  const error: unknown = await assertRoom(folder.path, [need('a', huge)]).catch((reason: unknown) => reason);
  if (!(error instanceof DiskFullError)) throw new Error('it was let begin');
  expect(error.folder).toBe(folder.path);
  expect(error.lacking).toBeGreaterThan(0);
  expect(error.lacking).toBeLessThan(huge);
});

it('explains only a write that had no room', async () => {
  const full = Object.assign(new Error('ENOSPC'), { code: 'ENOSPC' });
  const explained = await explainFullDisk(full, join(folder.path, 'a'), huge);
  expect(explained).toBeInstanceOf(DiskFullError);
  expect(explained).toMatchObject({ folder: folder.path, cause: full });
  const other = new Error('else');
  expect(await explainFullDisk(other, join(folder.path, 'a'), 1)).toBe(other);
});
