import { cp, mkdtemp, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createPingvin, type PingvinInstance } from '../testing/import/pingvin-instance.ts';
import { runImport } from '../testing/import/run-import.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { usesBucket } from '../testing/test-storage.ts';

const deviceOf = (path: string) =>
  stat(path).then(
    ({ dev }) => dev,
    () => null,
  );
const [here, memory] = await Promise.all([deviceOf(tmpdir()), deviceOf('/dev/shm')]);
const hasTwo = memory !== null && memory !== here;

let app: TestApp;
let old: PingvinInstance;

beforeEach(async () => {
  old = await createPingvin();
  await old.addShare('here', {}, { 'a.txt': 'four', 'b.txt': 'sixsix' });
});
afterEach(async () => {
  await app.stop();
  await old.close();
});

const start = async (env: Record<string, string> = {}) => void (app = await startApp({ env }));
/** A server that leaves more space free than any disk has. */
const full = { FILESHARE_MIN_FREE_BYTES: String(Number.MAX_SAFE_INTEGER) };
const run = (options: Partial<Parameters<typeof runImport>[1]> = {}) =>
  runImport(app, { program: 'pingvin', source: old.folder, ...options });
const find = (id: string) => app.app.core.uow.read.shares.findById(id);

const none = { files: 0, bytes: 0 };
const both = { files: 2, bytes: 10 };

it('counts what it copies', async () => {
  await start();
  const storage = { linked: none, copied: both, missingBytes: 0 };
  expect((await run({ dryRun: true })).storage).toEqual(storage);
  expect((await run()).storage).toEqual(storage);
  expect((await run()).storage).toEqual({ linked: none, copied: none, missingBytes: 0 });
});

describe.skipIf(usesBucket())('on a disk', () => {
  it('tells before anything changes that there is not enough space', async () => {
    await start(full);
    const dry = await run({ dryRun: true });
    expect(dry.storage).toEqual({ linked: none, copied: both, missingBytes: expect.any(Number) as number });
    expect(dry.storage.missingBytes).toBeGreaterThan(10);
    expect(dry.counts.shares.imported).toBe(1);
    await expect(run()).rejects.toMatchObject({ code: 'import_space' });
    expect(await find('here')).toBeNull();
  });

  it('needs no space for links', async () => {
    await start(full);
    const storage = { linked: both, copied: none, missingBytes: 0 };
    expect((await run({ dryRun: true, link: true })).storage).toEqual(storage);
    expect((await run({ link: true })).storage).toEqual(storage);
  });

  describe.skipIf(!hasTwo)('with a share on another file system', () => {
    let elsewhere: string;

    beforeEach(async () => {
      await old.addShare('there', {}, { 'c.txt': 'c' });
      const folder = join(old.folder, 'uploads/shares/there');
      elsewhere = await mkdtemp('/dev/shm/fileshare-');
      await cp(folder, elsewhere, { recursive: true });
      await rm(folder, { recursive: true });
      await symlink(elsewhere, folder);
    });
    afterEach(async () => {
      await rm(elsewhere, { recursive: true });
    });

    it('copies what it cannot link, and says so', async () => {
      await start();
      const storage = { linked: both, copied: { files: 1, bytes: 1 }, missingBytes: 0 };
      expect((await run({ dryRun: true, link: true })).storage).toEqual(storage);
      expect((await run({ link: true })).storage).toEqual(storage);
    });

    it('needs space for what it cannot link', async () => {
      await start(full);
      const { storage } = await run({ dryRun: true, link: true });
      expect(storage.missingBytes).toBeGreaterThan(0);
      await expect(run({ link: true })).rejects.toMatchObject({ code: 'import_space' });
      expect(await find('here')).toBeNull();
    });
  });
});
