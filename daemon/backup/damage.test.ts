import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PruneReport } from '#sdk/contract/host/backups.js';
import { createLogger } from '../logger.ts';
import { signIn } from '../testing/clients.ts';
import { createDraft, type Draft, publish, upload } from '../testing/drafts.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { createBackup } from './create.ts';
import { examineSnapshots } from './examine.ts';
import { planPrune, pruneBackups } from './prune.ts';
import { openTarget } from './target/open.ts';
import type { BackupTarget } from './target/target.ts';
import { verifyBackup } from './verify.ts';

/** What becomes of a backup when one of its small files is damaged. */

const logger = createLogger({ level: 'silent', format: 'json' });
const { signal } = new AbortController();
const keepLast = (last: number) => ({ last, daily: 0, weekly: 0, monthly: 0 });

let app: TestApp;
let folder: string;
let target: BackupTarget;

beforeEach(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
  folder = await mkdtemp(join(tmpdir(), 'fileshare-test-target-'));
  target = await openTarget(folder, { env: app.app.core.env, logger });
});
afterEach(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const create = () =>
  createBackup({ ...app.app.core, stores: app.app.stores }, { target, isScheduled: false, signal });
const verify = (deep = false) => verifyBackup(target, { deep, signal });
const prune = (options: { last?: number; remove?: string[] }): Promise<PruneReport> => {
  const keep = keepLast(options.last ?? 0);
  const { remove } = options;
  return pruneBackups(app.app.core, { target, keep, remove, dryRun: false, isScheduled: false, signal });
};

const pathOf = (name: string) => join(folder, 'snapshots', name);
const namesIn = (place: string) => readdir(join(folder, place), { recursive: true });

async function share(text: string): Promise<Draft> {
  const draft = await createDraft(app);
  await upload(app, draft, { path: 'a.txt', text });
  expect(await publish(app, draft)).toBe(200);
  return draft;
}

/** Makes three snapshots, of which only the one in the middle has the blob of a share. */
async function createThree(): Promise<[string, string, string]> {
  await share('stays');
  const { id: oldest } = await create();
  const gone = await share('is deleted');
  const { id: middle } = await create();
  await (await signIn(app)).shares.remove({ params: { id: gone.id } });
  await app.app.jobs.run('shares.purge');
  const { id: newest } = await create();
  return [oldest, middle, newest];
}

const parts = [
  ['manifest', '.json', 'content'],
  ['blob list', '.blobs.gz', 'size'],
  ['database', '.database.gz', 'size'],
] as const;

describe.each(parts)('with an empty %s', (_, end, reason) => {
  it('in the latest snapshot, makes new backups and says what is damaged', async () => {
    const [oldest, middle, newest] = await createThree();
    await writeFile(pathOf(newest + end), '');
    const made = await create();
    expect(made).toMatchObject({ copied: { blobs: 0 }, damagedSnapshots: [newest] });
    expect(made.id > newest).toBe(true);
    expect(await verify()).toMatchObject({
      snapshots: 4,
      damageCount: 1,
      damage: [{ name: `snapshots/${newest}${end}`, reason }],
      damagedSnapshots: [newest],
    });
    const { snapshots } = await examineSnapshots(target);
    expect(snapshots.map(({ id, damage }) => [id, damage.length])).toEqual([
      [oldest, 0],
      [middle, 0],
      [newest, 1],
      [made.id, 0],
    ]);
  });

  it('keeps what that snapshot may need, and neither counts nor removes it by the rules', async () => {
    const [oldest, middle, newest] = await createThree();
    const { id: last } = await create();
    const blobs = (await namesIn('blobs')).length;
    await writeFile(pathOf(newest + end), '');
    const expected = { kept: [middle, newest, last], removed: [oldest] };
    expect(await planPrune(target, { keep: keepLast(2) })).toMatchObject(expected);
    expect(await prune({ last: 2 })).toMatchObject({ ...expected, damagedSnapshots: [newest], blobs: 0 });
    await prune({ last: 1 });
    expect((await namesIn('blobs')).length).toBe(blobs);
    expect(await verify()).toMatchObject({ snapshots: 2, damageCount: 1 });
  });

  it('is whole again when that snapshot is removed', async () => {
    const [oldest, middle, newest] = await createThree();
    await writeFile(pathOf(middle + end), '');
    const report = await prune({ remove: [middle] });
    expect(report).toMatchObject({
      kept: [oldest, newest],
      removed: [middle],
      damagedSnapshots: [],
      blobs: 1,
    });
    expect(await namesIn('snapshots')).toHaveLength(6);
    expect(await verify(true)).toMatchObject({ snapshots: 2, damageCount: 0, damagedSnapshots: [] });
  });
});

it('finds a blob list whose bytes have changed, without deleting anything for it', async () => {
  const [oldest, middle, newest] = await createThree();
  const list = pathOf(`${newest}.blobs.gz`);
  const { size } = await stat(list);
  await writeFile(list, Buffer.alloc(size));
  expect(await verify()).toMatchObject({ damage: [{ reason: 'content' }], damagedSnapshots: [newest] });
  expect(await prune({ last: 1 })).toMatchObject({ kept: [middle, newest], removed: [oldest], blobs: 0 });
  expect(await create()).toMatchObject({ copied: { blobs: 0 } });
});

it('removes only snapshots that are there, and leaves one that can be restored', async () => {
  const [oldest, middle, newest] = await createThree();
  await expect(prune({ remove: [middle, '20000101T000000Z'] })).rejects.toThrow('backup_not_found');
  await expect(prune({ remove: [oldest, middle, newest] })).rejects.toThrow('backup_none_whole');
  for (const id of [oldest, middle, newest]) await writeFile(pathOf(`${id}.json`), '');
  await expect(prune({ remove: [middle] })).rejects.toThrow('backup_none_whole');
  await expect(prune({ last: 1 })).rejects.toThrow('backup_none_whole');
  expect(await namesIn('snapshots')).toHaveLength(9);
  const { id } = await create();
  expect(await prune({ remove: [oldest, middle, newest] })).toMatchObject({ kept: [id] });
  expect(await verify(true)).toMatchObject({ snapshots: 1, damageCount: 0 });
});
