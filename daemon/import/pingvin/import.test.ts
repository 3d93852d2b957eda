import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'otplib/functional';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { ImportReport } from '#sdk/contract/host/imports.js';
import { createClient } from '#sdk/index.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import {
  createPingvin,
  day,
  hashOldPassword,
  oldPassword,
  type PingvinInstance,
} from '../../testing/import/pingvin-instance.ts';
import { listFindings, runImport } from '../../testing/import/run-import.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

/** An old instance with 50 users and 500 shares, imported once. */
let app: TestApp;
let old: PingvinInstance;
let report: Omit<ImportReport, 'doctor'>;
let before: string;

/** What the test has put into the shares, by link, name of the file and its id. */
const files = new Map<string, { name: string; id: string; text: string }[]>();
const tokens: string[] = [];
const users: string[] = [];

/** Ten bytes, as the authenticators of Pingvin Share have. */
const shortSecret = 'GEZDGNBVGY3TQOJQ';

beforeAll(async () => {
  app = await startApp({
    env: { FILESHARE_TRUSTED_PROXIES: '127.0.0.1', FILESHARE_CONFIG_SHARE_RETENTION: '720' },
  });
  old = await createPingvin();
  await fill();
  before = await fingerprint(old.folder);
  report = await runImport(app, { program: 'pingvin', source: old.folder });
}, 300_000);
afterAll(async () => {
  await app.stop();
  await old.close();
});

async function addShare(
  id: string,
  changes: Record<string, string | number | null> = {},
  texts?: Record<string, string>,
) {
  const contents = texts ?? { [`${id}.txt`]: `content of ${id}` };
  const ids = await old.addShare(id, changes, contents);
  files.set(
    id,
    Object.entries(contents).map(([name, text], index) => ({ name, text, id: ids[index] ?? '' })),
  );
}

async function fill(): Promise<void> {
  const hashes = [await hashOldPassword(0), await hashOldPassword(1), await hashOldPassword(2)];
  for (let n = 0; n < 50; n += 1) {
    const username = `user${n}`;
    users.push(await old.addUser(username, { password: hashes[n % 3] ?? null, isAdmin: Number(n === 0) }));
  }
  for (let n = 0; n < 500; n += 1) {
    const id = `Share-${n}`;
    const creatorId = n % 10 === 0 ? null : (users[n % 50] ?? null);
    await addShare(id, {
      creatorId,
      // As nobody can name one here.
      name: `Share\n${n}`,
      views: n,
      expiration: n % 3 === 0 ? Date.now() + 9 * day : 0,
    });
    if (n % 5 === 1) await old.protect(id, { password: hashes[n % 3] ?? null });
    if (n % 5 === 2) await old.protect(id, { maxViews: n + 1 });
  }
  for (let n = 0; n < 20; n += 1) {
    const changes = n === 0 ? { token: 'chosen' } : {};
    const { id, token } = await old.addReverseShare(users[n] ?? '', {
      ...changes,
      shareExpiration: Date.now() + day,
    });
    tokens.push(token);
    await addShare(`received-${n}`, { reverseShareId: id, creatorId: users[49] ?? null });
  }
  await old.set('general', 'appName', 'Old name');
  await old.set('general', 'sessionDuration', '3 months');
  await old.set('general', 'appUrl', 'https://old.example.org');
  await old.set('email', 'enableEmailVerification', 'true');
  await old.set('share', 'fileRetentionPeriod', '2 days');
}

/** Identifies everything in a folder, but not the log that SQLite keeps beside a database. */
async function fingerprint(folder: string): Promise<string> {
  const hash = createHash('sha256');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries
    .filter((each) => each.isFile())
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(entry.parentPath, entry.name);
    const { mode, mtimeMs } = await stat(path);
    hash.update(JSON.stringify([path, mode, mtimeMs]));
    hash.update(await readFile(path));
  }
  return hash.digest('hex');
}

const direct = (id: string, headers: Record<string, string> = {}) => fetch(`${app.url}/d/${id}`, { headers });

it('counts both sides, and finds nothing to leave out', () => {
  expect(report.version).toBe('Pingvin Share X 1.22');
  expect(report.counts).toEqual({
    users: { found: 50, imported: 50, present: 0, left: 0 },
    reverseShares: { found: 20, imported: 20, present: 0, left: 0 },
    shares: { found: 520, imported: 520, present: 0, left: 0 },
    files: { found: 520, imported: 520, present: 0, left: 0 },
    settings: { found: 5, imported: 2, present: 0, left: 3 },
  });
  expect(report.bytes.imported).toBe(report.bytes.found);
  expect(listFindings(report)).toEqual([
    'setting_kept share.fileRetentionPeriod share.retention',
    'setting_left email.enableEmailVerification',
    'setting_to_do general.appUrl',
    'table_unknown Surprise',
  ]);
});

it('leaves rows and bytes that pass all checks, and the source as it was', async () => {
  expect(await findViolations(app.app)).toEqual([]);
  expect(await fingerprint(old.folder)).toBe(before);
});

it('lets every user sign in with the old password, and renews its hash', async () => {
  for (const n of users.keys()) {
    const answer = await createCaller(app.url)('/auth/signIn', {
      json: { username: `user${n}`, password: oldPassword },
      headers: { 'x-forwarded-for': `10.1.0.${n}` },
    });
    expect(answer.status).toBe(200);
  }
  const rows: { password_hash: string; is_admin: number }[] = await app.app.core.database
    .reader('users')
    .where('username', 'like', 'user%')
    .select('password_hash', 'is_admin');
  const isStrong = rows.filter(({ password_hash }) => password_hash.startsWith('$argon2id$v=19$m=19456,'));
  expect([rows.length, isStrong.length]).toEqual([50, 50]);
  expect(rows.filter(({ is_admin }) => is_admin === 1)).toHaveLength(1);
});

it('opens every old link, by the same rules as before', async () => {
  const queue = files.entries();
  let opened = 0;
  const work = async () => {
    for (const [id, [file]] of queue) {
      if (file) await openLink(id, file);
      opened += 1;
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  expect(opened).toBe(files.size);
}, 60_000);

async function openLink(id: string, file: { id: string; text: string }): Promise<void> {
  const n = Number(id.replace(/^Share-/, ''));
  const from = { 'x-forwarded-for': `10.2.${n >> 8}.${n & 255}` };
  const page = await fetch(`${app.url}/s/${id}?recipient=x`, { redirect: 'manual', headers: from });
  expect(page.headers.get('location')).toBe(`/share/${id}?recipient=x`);
  const hasPassword = n % 5 === 1;
  const hasLimit = n % 5 === 2;
  // The link that the page of Pingvin Share copied.
  const link = `${app.url}/api/shares/${id}/files/${file.id}?download=false`;
  const answer = await fetch(link, { headers: from });
  const text = await answer.text();
  const expected = [hasPassword, hasLimit].includes(true) ? '' : file.text;
  expect([answer.status, text.slice(0, expected.length)]).toEqual([
    statusOf(hasPassword, hasLimit),
    expected,
  ]);
  const unlocked = await direct(id, { ...from, 'x-share-password': hasPassword ? oldPassword : '' });
  expect([unlocked.status, (await unlocked.text()) === file.text]).toEqual([hasLimit ? 403 : 200, !hasLimit]);
}

function statusOf(hasPassword: boolean, hasLimit: boolean): number {
  if (hasPassword) return 401;
  return hasLimit ? 403 : 200;
}

it('keeps the details of shares', async () => {
  const { shares } = app.app.core.uow.read;
  const share = await shares.findById('Share-12');
  expect(share).toMatchObject({ name: 'Share 12', views: 12, maxViews: 13, state: 'active', fileCount: 1 });
  expect(share?.expiresAt).toBeGreaterThan(Date.now() + 8 * day);
  const received = await shares.findById('received-3');
  const { users: accounts } = app.app.core.uow.read;
  expect(received?.ownerId).toBe((await accounts.findByUsernameKey('user3'))?.id);
  expect(received?.reverseShareId).not.toBeNull();
});

it('leads old links of reverse shares to pages that accept files', async () => {
  for (const token of tokens) {
    const answer = await fetch(`${app.url}/upload/${token}`, { redirect: 'manual' });
    const page = answer.headers.get('location') ?? '';
    expect([answer.status, page]).toEqual([303, expect.stringMatching(/^\/upload\/fsq_/)]);
    const { status, body } = await createCaller(app.url)(
      `/reverseShares/token/${page.slice('/upload/'.length)}`,
    );
    expect([status, body]).toEqual([200, expect.objectContaining({ maxShareSize: 1_000_000 })]);
  }
});

it('sets what was not set here', () => {
  const { config } = app.app.core;
  expect(config.get('share.retention')).toBe(720);
});

it('imports nothing twice', async () => {
  const again = await runImport(app, { program: 'pingvin', source: old.folder });
  expect(again.counts).toEqual({
    users: { found: 50, imported: 0, present: 50, left: 0 },
    reverseShares: { found: 20, imported: 0, present: 20, left: 0 },
    shares: { found: 520, imported: 0, present: 520, left: 0 },
    files: { found: 520, imported: 0, present: 520, left: 0 },
    settings: { found: 5, imported: 0, present: 2, left: 3 },
  });
  expect(await findViolations(app.app)).toEqual([]);
});

it('accepts the authenticators of imported accounts', async () => {
  const id = await old.addUser('careful', { totpEnabled: 1, totpVerified: 1, totpSecret: shortSecret });
  await old.addUser('careless', { totpSecret: shortSecret });
  await runImport(app, { program: 'pingvin', source: old.folder });
  const { session } = createClient({ baseUrl: app.url });
  const outcome = await session.signIn({ identifier: 'careful', password: oldPassword });
  expect(outcome.status).toBe('totpRequired');
  const { now } = app.app.core.clock;
  // The library refuses to generate codes of secrets this short, but not to verify them.
  const { createGuardrails } = await import('otplib');
  const code = await generate({
    secret: shortSecret,
    epoch: Math.floor(now() / 1000),
    guardrails: createGuardrails({ MIN_SECRET_BYTES: 10 }),
  });
  const loginToken = 'loginToken' in outcome ? outcome.loginToken : '';
  await expect(session.signInTotp({ loginToken, totp: code })).resolves.toBeDefined();
  const other = await createCaller(app.url)('/auth/signIn', {
    json: { username: 'careless', password: oldPassword },
  });
  expect([other.status, id]).toEqual([200, expect.any(String)]);
});
