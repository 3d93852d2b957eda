import { mkdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../testing/check-invariants.ts';
import {
  createPingvin,
  day,
  hashOldPassword,
  type PingvinInstance,
} from '../../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let old: PingvinInstance;
let ann: string;

beforeEach(async () => {
  app = await startApp();
  old = await createPingvin();
  ann = await old.addUser('ann');
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
  await old.close();
});

const run = (options: Partial<Parameters<typeof runImport>[1]> = {}) =>
  runImport(app, { program: 'pingvin', source: old.folder, ...options });
const find = (id: string) => app.app.core.uow.read.shares.findById(id);
const statusOf = async (path: string) => {
  const answer = await fetch(app.url + path, { redirect: 'manual' });
  await answer.body?.cancel();
  return answer.status;
};

describe('access', () => {
  it('locks shares that were restricted to recipients, or to the owner', async () => {
    const { id } = await old.addReverseShare(ann, { publicAccess: 0 });
    await old.addShare('restricted', { creatorId: ann });
    await old.protect('restricted', { restrictToRecipients: 1 });
    await old.add('ShareRecipient', { id: '1', email: 'bob@example.org', shareId: 'restricted' });
    await old.addShare('private', { reverseShareId: id });
    await old.addShare('strange-hash', { creatorId: ann });
    await old.protect('strange-hash', { password: 'md5:of-something' });
    const report = await run();
    expect(listFindings(report)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^reverse_share_closed_private \/upload\//),
        'share_locked_password strange-hash',
        expect.stringMatching(/^share_locked_private private \/upload\//),
        'share_locked_recipients restricted bob@example.org',
      ]),
    );
    for (const share of ['restricted', 'private', 'strange-hash']) {
      expect(await statusOf(`/d/${share}`)).toBe(401);
      expect((await find(share))?.ownerId).not.toBeNull();
    }
  });

  it('leaves out shares that an administrator has blocked', async () => {
    await old.addShare('blocked', { creatorId: ann, blockedAt: Date.now(), blockedReason: 'abuse' });
    const report = await run();
    expect(listFindings(report)).toContain('share_blocked blocked');
    expect(report.counts.shares).toEqual({ found: 1, imported: 0, present: 0, left: 1 });
    expect(await statusOf('/d/blocked')).toBe(404);
  });

  it('names the accounts that were allowed less than they are here', async () => {
    await old.addUser('no-shares', { allowShare: 0 });
    await old.addUser('no-reverse', { allowCreateReverseShares: 0 });
    await old.addUser('few', { maxShares: 3 });
    await old.addUser('free', { maxShares: 0, maxReverseShares: null });
    const findings = listFindings(await run()).filter((each) => each.startsWith('user_permissions_left'));
    expect(findings).toEqual([
      'user_permissions_left few',
      'user_permissions_left no-reverse',
      'user_permissions_left no-shares',
    ]);
  });

  it('imports accounts that could not sign in as accounts that cannot', async () => {
    await old.addUser('unconfirmed', { isActivated: 0 });
    await old.addUser('damaged', { totpVerified: 1, totpSecret: '?' });
    await old.addUser('of-directory', { ldapDN: 'cn=x', email: 'x@ldap.local' });
    const report = await run();
    expect(listFindings(report)).toEqual(
      expect.arrayContaining([
        'user_disabled unconfirmed',
        'user_renamed of-directory of_directory',
        'user_totp_unusable damaged',
        'user_of_directory of_directory x@ldap.local',
      ]),
    );
    const { users } = app.app.core.uow.read;
    for (const name of ['unconfirmed', 'damaged'])
      expect((await users.findByUsernameKey(name))?.disabledAt).not.toBeNull();
    expect((await users.findByUsernameKey('of_directory'))?.passwordHash).toBeNull();
  });
});

describe('what is here already', () => {
  it('keeps accounts with the same address, and gives them their shares', async () => {
    const admin = await old.addUser('boss', { email: 'ADMIN@example.org' });
    await old.addUser('admin', { email: 'other@example.org' });
    await old.addShare('of-boss', { creatorId: admin });
    const report = await run();
    expect(listFindings(report)).toEqual(
      expect.arrayContaining(['user_matched boss admin', 'user_renamed admin admin_2']),
    );
    const { users } = app.app.core.uow.read;
    const here = await users.findByUsernameKey('admin');
    expect([here?.email, (await find('of-boss'))?.ownerId]).toEqual([app.admin.email, here?.id]);
  });

  it('makes no two people of the source one, also when run again', async () => {
    const first = await old.addUser('first', { email: 'One@example.org' });
    const second = await old.addUser('second', { email: 'one@example.org' });
    await old.addShare('of-first', { creatorId: first });
    await old.addShare('of-second', { creatorId: second });
    for (let times = 0; times < 2; times += 1) {
      const report = await run();
      expect(listFindings(report)).toContain('user_email_taken second one@example.org (first)');
      expect(report.counts.users.left).toBe(1);
    }
    const here = await app.app.core.uow.read.users.findByUsernameKey('first');
    expect((await find('of-first'))?.ownerId).toBe(here?.id);
    expect((await find('of-second'))?.ownerId).toBeNull();
  });

  it('takes addresses over whose domain people write in their own letters', async () => {
    await old.addUser('umlaut', { email: 'post@bücher.example' });
    await run();
    const here = await app.app.core.uow.read.users.findByUsernameKey('umlaut');
    expect(here?.email).toBe('post@xn--bcher-kva.example');
  });

  it('takes no link twice, even in another case', async () => {
    await old.addShare('Same-Link');
    await old.addShare('same-link');
    await old.addShare('a b');
    const report = await run();
    expect(listFindings(report)).toEqual(
      expect.arrayContaining(['share_id_invalid a b', 'share_id_taken same-link']),
    );
    expect([await statusOf('/d/Same-Link'), await statusOf('/d/same-link')]).toEqual([200, 404]);
  });

  it('does not bring back what was deleted after it was imported', async () => {
    await old.addShare('deleted', { creatorId: ann });
    await run();
    const { uow } = app.app.core;
    const share = await find('deleted');
    await uow.transaction(({ shares }) =>
      shares.edit(share?.key ?? ('' as never), { description: 'edited here' }, false),
    );
    expect((await run()).counts.shares).toMatchObject({ imported: 0, present: 1 });
    expect((await find('deleted'))?.description).toBe('edited here');
  });
});

describe('files', () => {
  it('renames one that has the name of a folder beside it', async () => {
    await old.addShare('clash', {}, { x: 'file', 'x/y': 'inside' });
    expect(listFindings(await run())).toContain('file_renamed clash/x x (2)');
  });

  it('names each file that is lost, and imports the others', async () => {
    const [, gone = '', short = ''] = await old.addShare('partly', {}, { a: 'aaa', b: 'bbb', c: 'ccc' });
    await old.addShare('lost', {}, { 'x.txt': 'x' });
    await rm(join(old.folder, 'uploads/shares/partly', gone));
    await truncate(join(old.folder, 'uploads/shares/partly', short), 2);
    await rm(join(old.folder, 'uploads/shares/lost'), { recursive: true });
    const report = await run();
    expect(listFindings(report)).toEqual(
      expect.arrayContaining([
        'file_missing lost/x.txt',
        'file_missing partly/b',
        'file_size_differs partly/c 3 ≠ 2',
        'share_empty lost',
      ]),
    );
    expect(report.counts.files).toEqual({ found: 4, imported: 1, present: 0, left: 3 });
    expect((await find('partly'))?.fileCount).toBe(1);
  });

  it('repairs names, and leaves no folder', async () => {
    const names = {
      '../../etc/passwd': 'p',
      'a\\b\u202e.txt': 'a',
      'dir/x.txt': 'x',
      'dir//x.txt': 'y',
      empty: '',
    };
    await old.addShare('names', {}, names);
    await run();
    const share = await find('names');
    const files = await app.app.core.uow.read.files.listPage(share?.key ?? ('' as never), { limit: 9 });
    expect(files.map(({ path }) => path)).toEqual([
      'a_b_.txt',
      'dir/x (2).txt',
      'dir/x.txt',
      'empty',
      'etc/passwd',
    ]);
  });

  it('finds files of a bucket by their names in a copy of it', async () => {
    const [id = ''] = await old.addShare('in-bucket', { storageProvider: 'S3' }, { 'dir/a.txt': 'text' });
    await rm(join(old.folder, 'uploads/shares/in-bucket', id));
    const bucket = join(old.folder, 'bucket');
    await mkdir(join(bucket, 'prefix/in-bucket/dir'), { recursive: true });
    await writeFile(join(bucket, 'prefix/in-bucket/dir/a.txt'), 'text');
    const config = join(old.folder, 'config.yaml');
    await writeFile(config, 's3:\n  bucketPath: "prefix"\ngeneral:\n  appName: "From file"\n');
    const report = await run({ bucket, config });
    expect(report.counts.shares.imported).toBe(1);
    expect(await statusOf('/d/in-bucket')).toBe(200);
    await app.app.core.config.load();
    expect(app.app.core.config.get('general.appName')).toBe('From file');
  });

  it.runIf(process.env['FILESHARE_TEST_STORAGE'] === undefined)(
    'uses files where they are with --link, without changing them',
    async () => {
      const [id = ''] = await old.addShare('linked', {}, { 'a.txt': 'text' });
      const path = join(old.folder, 'uploads/shares/linked', id);
      const before = await stat(path);
      await run({ link: true });
      const after = await stat(path);
      expect([after.nlink, after.mode, after.mtimeMs]).toEqual([2, before.mode, before.mtimeMs]);
      expect(await readFile(path, 'utf8')).toBe('text');
      expect(await statusOf('/d/linked')).toBe(200);
    },
  );
});

it('reads the texts that newer versions store as moments', async () => {
  const textOf = (moment: number) => new Date(moment).toISOString().replace('Z', '+00:00');
  const [created, end] = [Date.now() - 9 * day, Date.now() + 9 * day];
  await old.addShare('dated', { createdAt: textOf(created), expiration: textOf(end) });
  await old.addShare('endless', { expiration: textOf(0) });
  await old.addShare('over', { expiration: textOf(Date.now() - day) });
  expect((await run()).counts.shares).toMatchObject({ imported: 2, left: 1 });
  expect(await find('dated')).toMatchObject({ createdAt: created, expiresAt: end });
  expect(await find('endless')).toMatchObject({ expiresAt: null });
});

it('only tells what would come with a dry run', async () => {
  await old.addShare('dry', { creatorId: ann });
  const report = await run({ dryRun: true });
  expect(report.counts.shares).toEqual({ found: 1, imported: 1, present: 0, left: 0 });
  expect([report.isDryRun, await find('dry')]).toEqual([true, null]);
  expect(await app.app.core.uow.read.users.findByUsernameKey('ann')).toBeNull();
});

it('continues where an interrupted run has ended', async () => {
  for (let n = 0; n < 6; n += 1)
    await old.addShare(`part-${n}`, { creatorId: ann }, { a: `a${n}`, b: `b${n}` });
  const controller = new AbortController();
  const stopped = run({
    signal: controller.signal,
    onProgress: ({ files }) => {
      if (files === 5) controller.abort();
    },
  });
  await expect(stopped).rejects.toThrow(/abort/i);
  expect(await find('part-1')).not.toBeNull();
  expect(await find('part-2')).toBeNull();
  const report = await run();
  expect(report.counts.shares).toEqual({ found: 6, imported: 4, present: 2, left: 0 });
  expect(report.counts.users).toMatchObject({ imported: 0, present: 1 });
  expect(await statusOf('/d/part-2')).toBe(200);
});

it('leaves out what is unfinished, removed or has expired for too long', async () => {
  await old.addShare('unfinished', { uploadLocked: 0 });
  await old.addShare('removed', { removedReason: 'Eicar' });
  await old.addShare('expired', { expiration: Date.now() - day });
  const report = await run();
  expect(listFindings(report)).toEqual(
    expect.arrayContaining(['share_expired expired', 'share_removed removed', 'share_unfinished unfinished']),
  );
  expect(report.counts.shares).toEqual({ found: 3, imported: 0, present: 0, left: 3 });
  await old.set('share', 'fileRetentionPeriod', '2 days');
  expect((await run()).counts.shares).toMatchObject({ imported: 1 });
  expect((await find('expired'))?.state).toBe('expired');
  expect(await statusOf('/d/expired')).toBe(404);
});

it('refuses what is no database of the program', async () => {
  await expect(run({ source: join(old.folder, 'nowhere') })).rejects.toMatchObject({
    code: 'import_source_missing',
  });
  const file = join(old.folder, 'text.db');
  await writeFile(file, 'no database');
  await expect(run({ source: file })).rejects.toMatchObject({ code: 'import_source_unknown' });
});

it('renews the hash of a password of a share when it is entered', async () => {
  await old.addShare('locked', { creatorId: ann });
  await old.protect('locked', { password: await hashOldPassword(1) });
  await run();
  const before = await find('locked');
  const answer = await fetch(`${app.url}/d/locked`, {
    headers: { 'x-share-password': 'correct horse battery' },
  });
  await answer.body?.cancel();
  const after = await find('locked');
  expect([answer.status, before?.passwordHash?.slice(0, 9), after?.passwordHash?.slice(0, 10)]).toEqual([
    200,
    '$argon2i$',
    '$argon2id$',
  ]);
  expect(after?.passwordVersion).toBe(before?.passwordVersion);
});
