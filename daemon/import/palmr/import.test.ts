import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '#sdk/contract/host/imports.js';
import { createClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import {
  createPalmr,
  encrypt,
  newCuid,
  oldHash,
  type PalmrInstance,
} from '../../testing/import/palmr-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const oldPassword = 'correct horse battery';

/** An old instance with 50 users and 500 shares, imported once. */
let app: TestApp;
let old: PalmrInstance;
let report: Omit<ImportReport, 'doctor'>;
const people = 50;
const shares = 500;
const users: string[] = [];
const links = new Map<string, { text: string; fileId: string }>();

beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' } });
  old = await createPalmr();
  await fill();
  report = await runImport(app, { program: 'palmr', source: old.folder, encryptionKey: 'own key' });
}, 300_000);
afterAll(async () => {
  await app.stop();
  await old.close();
});

async function fill(): Promise<void> {
  for (let n = 0; n < people; n += 1) users.push(await old.addUser(`user${n}`, { isAdmin: Number(n === 0) }));
  for (let n = 0; n < shares; n += 1) {
    const owner = users[n % people] ?? '';
    const text = `text ${n}`;
    const bytes =
      n % 4 === 3 ? encrypt(text, n % 8 === 3 ? 'own key' : 'palmr-default-encryption-key-2025') : undefined;
    const fileId = await old.addFile(owner, `file ${n}.txt`, { text, ...(bytes && { bytes }) });
    const security = n % 5 === 1 ? { password: oldHash } : { maxViews: n % 5 === 2 ? 9 : 0 };
    const alias = `Alias${n}`;
    await old.addShare(alias, [fileId], { row: { creatorId: owner, views: n }, security });
    links.set(alias, { text, fileId });
  }
  await fillFolders();
  const reverse = await old.addReverseShare('my-inbox', users[0] ?? '', { maxFiles: 3, password: oldHash });
  await old.addReverseShare('closed-one', users[1] ?? '', { isActive: 0 });
  const row = { extension: 'txt', reverseShareId: reverse, size: 4, uploaderName: 'Zoe' };
  for (const [index, minutes] of [0, 10, 200].entries()) {
    const objectName = `reverse-shares/my-inbox/${index}.txt`;
    const createdAt = 1_700_000_000_000 + minutes * 60_000;
    await old.add('reverse_share_files', {
      ...row,
      id: newCuid(),
      name: `${index}.txt`,
      objectName,
      createdAt,
    });
    await old.addFile('reverse-shares', 'unused');
  }
  await old.add('app_configs', { id: newCuid(), key: 'appName', value: 'Old name ' });
  await old.add('app_configs', { id: newCuid(), key: 'appDescription', value: 'x' });
}

async function fillFolders(): Promise<void> {
  const owner = users[0] ?? '';
  const dates = { createdAt: 1, updatedAt: 1 };
  const [top, inner, lonely] = [newCuid(), newCuid(), newCuid()];
  await old.add('folders', { id: top, name: 'Top', objectName: 'folders/1', userId: owner, ...dates });
  await old.add('folders', {
    id: inner,
    name: 'Inner',
    objectName: 'folders/2',
    parentId: top,
    userId: owner,
    ...dates,
  });
  await old.add('folders', { id: lonely, name: 'Lonely', objectName: 'folders/3', userId: owner, ...dates });
  const [deep, shallow] = [
    await old.addFile(owner, 'deep.txt', { row: { folderId: inner } }),
    await old.addFile(owner, 'plain.txt'),
  ];
  await old.addFile(owner, 'whole.txt', { row: { folderId: lonely } });
  const id = await old.addShare('folders', [deep, shallow], { row: { creatorId: owner } });
  for (const folder of [top, inner, lonely]) await old.add('_ShareFolders', { A: folder, B: id });
}

it('counts both sides, and tells what cannot come', () => {
  expect(report.version).toBe('Palmr 3.2');
  expect(report.counts).toMatchObject({
    users: { found: people, imported: people, present: 0, left: 0 },
    reverseShares: { found: 2, imported: 2, present: 0, left: 0 },
    shares: { found: shares + 3, imported: shares + 1, present: 0, left: 2 },
    files: { imported: shares + 3 },
    settings: { found: 2, imported: 1, present: 0, left: 1 },
  });
  const findings = listFindings(report);
  expect(findings.filter((finding) => finding.startsWith('file_missing'))).toHaveLength(3);
  expect(findings).toEqual(
    expect.arrayContaining(['reverse_share_limits_left /r/my-inbox maxFiles', 'setting_left appDescription']),
  );
});

it('leaves rows and bytes that pass all checks', async () => {
  expect(await findViolations(app.app)).toEqual([]);
});

it('lets every user sign in with the old password, and replaces bcrypt', async () => {
  for (const n of users.keys()) {
    const answer = await createCaller(app.url)('/auth/signIn', {
      json: { username: `user${n}`, password: oldPassword },
      headers: { 'x-forwarded-for': `10.1.0.${n}` },
    });
    expect(answer.status).toBe(200);
  }
  const left: unknown[] = await app.app.core.database.reader('users').where('password_hash', 'like', '$2%');
  expect(left).toEqual([]);
}, 120_000);

it('opens every old link, by the same rules as before', async () => {
  const queue = links.entries();
  let opened = 0;
  const work = async () => {
    for (const [alias, file] of queue) {
      await openLink(alias, file);
      opened += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(opened).toBe(links.size);
}, 240_000);

async function openLink(alias: string, { text, fileId }: { text: string; fileId: string }): Promise<void> {
  const n = Number(alias.slice('Alias'.length));
  const from = { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` };
  const page = await fetch(`${app.url}/s/${alias}`, { redirect: 'manual', headers: from });
  expect(page.headers.get('location')).toBe(`/share/${alias}`);
  const isOpen = n % 5 !== 1 && n % 5 !== 2;
  const shown = await fetch(`${app.url}/e/${fileId}`, { redirect: 'manual', headers: from });
  expect((await shown.text()) === text).toBe(isOpen);
  const answer = await fetch(`${app.url}/d/${alias}`, {
    headers: { ...from, 'x-share-password': n % 5 === 1 ? oldPassword : '' },
  });
  const body = await answer.text();
  expect([answer.status, body === text]).toEqual(n % 5 === 2 ? [403, false] : [200, true]);
}

it('keeps the folders that were shared, and all files of one that was shared as a whole', async () => {
  const { files, ...read } = app.app.core.uow.read;
  const share = await read.shares.findById('folders');
  const page = await files.listPage(share?.key ?? ('' as never), { limit: 9 });
  expect(page.map(({ path }) => path)).toEqual(['Lonely/whole.txt', 'Top/Inner/deep.txt', 'plain.txt']);
});

it('leads old links of reverse shares to their pages', async () => {
  const states = await Promise.all(
    ['my-inbox', 'closed-one', 'unknown'].map(async (alias) => {
      const answer = await fetch(`${app.url}/r/${alias}`, { redirect: 'manual' });
      const token = answer.headers.get('location')?.slice('/upload/'.length);
      await answer.body?.cancel();
      return token && (await createCaller(app.url)(`/reverseShares/token/${token}`)).status;
    }),
  );
  expect(states).toEqual([200, 403, undefined]);
});

it('imports nothing twice', async () => {
  const again = await runImport(app, { program: 'palmr', source: old.folder, encryptionKey: 'own key' });
  expect(again.counts).toMatchObject({
    users: { imported: 0, present: people },
    reverseShares: { imported: 0, present: 2 },
    shares: { imported: 0, present: shares + 1 },
    settings: { imported: 0, present: 1 },
  });
});

it('accepts recovery codes of imported accounts once', async () => {
  const codes = JSON.stringify([
    { code: 'A1B2-C3D4', used: false },
    { code: 'DEAD-BEEF', used: true },
  ]);
  const twoFactorSecret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQGEZA';
  await old.addUser('careful', { twoFactorEnabled: 1, twoFactorSecret, twoFactorBackupCodes: codes });
  await runImport(app, { program: 'palmr', source: old.folder });
  const signInWith = async (code: string) => {
    const { session } = createClient({ baseUrl: app.url });
    const outcome = await session.signIn({ identifier: 'careful', password: oldPassword });
    const loginToken = outcome.status === 'totpRequired' ? outcome.loginToken : '';
    return session.signInTotp({ loginToken, totp: code }).then(
      () => 'ok',
      () => 'refused',
    );
  };
  expect([
    await signInWith('DEAD-BEEF'),
    await signInWith('a1b2-c3d4'),
    await signInWith('A1B2-C3D4'),
  ]).toEqual(['refused', 'ok', 'refused']);
});
