import { mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { findViolations } from '../../testing/check-invariants.ts';
import { password, signIn } from '../../testing/clients.ts';
import { createPalmr, newCuid, type PalmrInstance } from '../../testing/import/palmr-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let old: PalmrInstance;
let ann: string;

beforeEach(async () => {
  [app, old] = await Promise.all([startApp(), createPalmr()]);
  ann = await old.addUser('ann');
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
  await old.close();
});

const run = (dryRun = false) => runImport(app, { program: 'palmr', source: old.folder, dryRun });

/** Returns the shares of an imported user, as they see them. */
async function listShares(username: string) {
  const client = await signIn(app, { username, password });
  return (await client.shares.list()).shares;
}

const statusOf = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status;
};

it('puts the files that an account has in no share into one that only the account sees', async () => {
  const dates = { createdAt: 1, updatedAt: 1 };
  const [top, inner] = [newCuid(), newCuid()];
  const folder = { objectName: 'folders/x', userId: ann, ...dates };
  await old.add('folders', { ...folder, id: top, name: 'Top' });
  await old.add('folders', { ...folder, id: inner, name: 'Inner', parentId: top });
  await old.addFile(ann, 'deep.txt', { row: { folderId: inner } });
  const loose = await old.addFile(ann, 'loose.txt');
  await old.addShare('Shared', [await old.addFile(ann, 'shared.txt')], { row: { creatorId: ann } });
  await old.addFile(newCuid(), 'orphan.txt', { text: 'orphan' });
  const findings = ['file_unshared orphan.txt 6 B', 'share_locked_library ann 2'];
  expect(listFindings(await run(true))).toEqual(findings);
  expect(await app.app.core.uow.read.users.findByUsernameKey('ann')).toBeNull();
  const report = await run();
  expect(listFindings(report)).toEqual(findings);
  expect(report.counts.files).toEqual({ found: 4, imported: 3, present: 0, left: 1 });
  const all = await listShares('ann');
  const library = all.find(({ name }) => name === 'Files from Palmr');
  expect([all.length, library?.fileCount]).toEqual([2, 2]);
  const { shares, files } = app.app.core.uow.read;
  const share = await shares.findById(library?.id ?? '');
  const page = await files.listPage(share?.key ?? ('' as never), { limit: 9 });
  expect(page.map(({ path }) => path)).toEqual(['Top/Inner/deep.txt', 'loose.txt']);
  // Nobody knows its password, and the link that showed any file there shows none of these.
  expect([await statusOf(`/d/${library?.id}`), await statusOf('/d/Shared')]).toEqual([401, 200]);
  const shown = await fetch(`${app.url}/e/${loose}`);
  expect(await shown.text()).not.toContain('content of');
  const again = await run();
  expect(again.counts.shares).toEqual({ found: 2, imported: 0, present: 2, left: 0 });
  expect(listFindings(again)).toEqual(['file_unshared orphan.txt 6 B']);
});

it('keeps the files of shares that have expired', async () => {
  const fileId = await old.addFile(ann, 'kept.txt');
  await old.addShare('Expired', [fileId], { row: { creatorId: ann, expiration: Date.now() - 1000 } });
  const report = await run();
  expect(listFindings(report)).toEqual(['share_expired Expired', 'share_locked_library ann 1']);
  expect(await listShares('ann')).toMatchObject([{ name: 'Files from Palmr', fileCount: 1 }]);
});

it('keeps the files of a share whose link differs from another one in case only', async () => {
  await old.addShare('Report', [await old.addFile(ann, 'first.txt')], { row: { creatorId: ann } });
  await old.addShare('report', [await old.addFile(ann, 'second.txt')], { row: { creatorId: ann } });
  expect(listFindings(await run())).toEqual(['share_id_taken report', 'share_locked_library ann 1']);
  const shown = await listShares('ann');
  expect(shown.map(({ id, name, fileCount }) => `${name ?? id}: ${fileCount}`).toSorted()).toEqual([
    'Files from Palmr: 1',
    'Report: 1',
  ]);
});

it('tells that files are with the server in the container, until a copy of them is given', async () => {
  await old.addShare('Shared', [await old.addFile(ann, 'a.txt')], { row: { creatorId: ann } });
  const bucket = join(old.folder, 'copy');
  await rename(join(old.folder, 'uploads'), bucket);
  await mkdir(join(old.folder, 'minio-data'));
  const lost = ['bucket_unread minio-data', 'file_missing Shared/a.txt', 'share_empty Shared'];
  expect(listFindings(await run())).toEqual(lost);
  const report = await runImport(app, { program: 'palmr', source: old.folder, bucket });
  expect(listFindings(report)).toEqual([]);
  expect(await statusOf('/d/Shared')).toBe(200);
});
