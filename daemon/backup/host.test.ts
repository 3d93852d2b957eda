import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { host } from '../host.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { usesServer } from '../testing/test-database.ts';
import { usesBucket } from '../testing/test-storage.ts';

const nobody = 65_534;
const { signal } = new AbortController();

let app: TestApp;
let folders: string[];

beforeEach(async () => {
  vi.stubEnv('FILESHARE_FSYNC', 'off');
  vi.stubEnv('FILESHARE_MIN_FREE_BYTES', '0');
  folders = [];
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
});
afterEach(async () => {
  await app.stop();
  for (const folder of folders) await rm(folder, { recursive: true });
  vi.unstubAllEnvs();
});

async function createFolder(owner: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-test-root-'));
  folders.push(folder);
  await chown(folder, owner, owner);
  return folder;
}

async function giveAway(folder: string): Promise<void> {
  for (const name of [...(await readdir(folder, { recursive: true })), '.'])
    await chown(join(folder, name), nobody, nobody);
}

/** The users who own something in a folder. */
async function ownersIn(folder: string): Promise<number[]> {
  const names = await readdir(folder, { recursive: true });
  const owners = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).uid));
  return [...new Set(owners)];
}

describe.skipIf(usesBucket() || usesServer())('the copy of the key', () => {
  const create = (target: string, keyTo: string) =>
    host.backups.create({ dataDir: app.dataDir, target, keyTo, signal });

  it('is not written into the backup, also through a link', async () => {
    const folder = await createFolder(process.getuid?.() ?? 0);
    const target = join(folder, 'backup');
    await symlink('backup', join(folder, 'link'));
    for (const key of ['backup/key', 'backup/snapshots/key']) {
      await expect(create(target, join(folder, key))).rejects.toMatchObject({
        code: 'backup_key_inside',
        params: { file: join(folder, key) },
      });
    }
    expect(await readdir(folder)).toEqual(['link']);
    await mkdir(target);
    await expect(create(target, join(folder, 'link', 'key'))).rejects.toThrow('backup_key_inside');
    expect(await readdir(target)).toEqual([]);
    expect(await create(target, join(folder, 'backup.key'))).toMatchObject({ damaged: 0 });
  });

  it('needs a folder that exists', async () => {
    const folder = await createFolder(process.getuid?.() ?? 0);
    await expect(create(join(folder, 'backup'), join(folder, 'none', 'key'))).rejects.toMatchObject({
      code: 'backup_key_unwritable',
      params: { reason: `there is no folder ${join(folder, 'none')}` },
    });
  });
});

it.runIf(process.getuid?.() === 0 && !usesBucket() && !usesServer())(
  'lets root keep the key where the user of the server cannot look',
  async () => {
    const draft = await createDraft(app);
    await upload(app, draft, { path: 'a.txt', text: 'first' });
    expect(await publish(app, draft)).toBe(200);
    expect(await findViolations(app.app)).toEqual([]);
    await app.app.stop();
    await giveAway(app.dataDir);
    const [target, elsewhere, closed] = [
      await createFolder(nobody),
      await createFolder(nobody),
      await createFolder(0),
    ];
    const key = join(closed, 'fileshare.key');

    const made = await host.backups.create({ dataDir: app.dataDir, target, keyTo: key, signal });
    expect(made).toMatchObject({ keyCopy: key, damaged: 0 });
    expect(await stat(key)).toMatchObject({ uid: 0, mode: 0o100600 });
    expect(await ownersIn(target)).toEqual([nobody]);

    const restored = await host.backups.restore({
      dataDir: elsewhere,
      target,
      keyFrom: key,
      dryRun: false,
      signal,
    });
    expect(restored).toMatchObject({ blobs: made.blobs, damageCount: 0 });
    expect(await ownersIn(elsewhere)).toEqual([nobody]);
    expect(process.geteuid?.()).toBe(0);
    app = await app.restart();
  },
);
