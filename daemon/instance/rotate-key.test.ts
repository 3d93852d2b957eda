import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HostError, type RotationReport } from '#sdk/contract/host.js';
import { createClient, type NodeClient } from '#sdk/index.js';
import { createApp } from '../app/app.ts';
import { type Core, openCore } from '../app/core.ts';
import { createSeal } from '../crypto/seal.ts';
import type { Env } from '../env/env.ts';
import { createLogger } from '../logger.ts';
import { type Authenticator, enableTotp } from '../testing/authenticator.ts';
import { createCaller } from '../testing/browser.ts';
import { createUser, outcomeOf, password, signIn } from '../testing/clients.ts';
import { type MailServer, startMailServer } from '../testing/engines/mail-server.ts';
import { createFakeClock, type FakeClock } from '../testing/fake-clock.ts';
import { signInAs } from '../testing/members.ts';
import { createReverseShare } from '../testing/reverse-shares.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { listTables } from '../testing/test-database.ts';
import { rotateKey } from './rotate-key.ts';

let app: TestApp;
let clock: FakeClock;
let mailServer: MailServer;
let phone: Authenticator;
let reverseShareUrl: string;
let refreshToken: string;

const restart = async (env: Record<string, string> = {}) => {
  app = await startApp({ clock, dataDir: app.dataDir, env: { ...env } });
};

beforeEach(async () => {
  clock = createFakeClock();
  mailServer = await startMailServer();
  app = await startApp({ clock });
  await fill(await signIn(app));
});
afterEach(async () => {
  await app.stop();
  await mailServer.close();
});

/** Stores a text in every place that contains sealed texts. */
async function fill(admin: NodeClient): Promise<void> {
  const update = (values: Record<string, string>) =>
    admin.configs.update({ body: Object.entries(values).map(([key, value]) => ({ key, value })) });
  // Nothing listens there yet, so the mail waits.
  await update({ 'smtp.host': '127.0.0.1', 'smtp.port': '1', 'smtp.email': 'files@example.org' });
  await update({ 'smtp.enabled': 'true', 'smtp.password': 'of the mail server' });
  await update({ 'oauth.oidc-clientSecret': 'of the provider' });
  await createUser(admin, 'alice');
  await createUser(admin, 'bob');
  phone = await enableTotp(await signIn(app, { username: 'alice', password }), clock);
  await (await signIn(app, { username: 'bob', password })).totp.enable({ body: { password } });
  reverseShareUrl = (await createReverseShare(admin)).url;
  ({ refreshToken } = await signInAs(app, { username: 'bob', password }));
}

async function rotate(
  changes: Partial<Env> = {},
  { isKeyLost = false, wrap = (core: Core) => core } = {},
): Promise<RotationReport> {
  const env = { ...app.app.core.env, ...changes };
  const logger = createLogger({ level: 'silent', format: 'json' });
  const core = await openCore({ env, clock, logger, isKeyLost });
  try {
    return await rotateKey(wrap(core));
  } finally {
    await core.database.close();
  }
}

const keyFile = () => join(app.dataDir, 'secret.key');
const readKeys = async () => (await readFile(keyFile(), 'utf8')).trimEnd().split('\n');

/** The ids of the keys of all sealed texts, wherever they are in the database. */
async function keysOfSealedTexts(): Promise<Set<string>> {
  const { reader } = app.app.core.database;
  const rows: unknown[] = await Promise.all((await listTables(reader)).map((name) => reader(name)));
  return new Set([...JSON.stringify(rows).matchAll(/"s1\.(\w+)\./g)].map(([, id = '']) => id));
}

/** Everything that was sealed before can be used. */
async function expectAllToOpen(): Promise<void> {
  const { config } = app.app.core;
  expect(config.get('smtp.password')).toBe('of the mail server');
  expect(config.get('oauth.oidc-clientSecret')).toBe('of the provider');
  const admin = await signIn(app);
  await admin.configs.update({
    body: [
      { key: 'smtp.allowUnauthorizedCertificates', value: 'true' },
      { key: 'smtp.port', value: String(mailServer.port) },
    ],
  });
  await app.app.jobs.run('mail.send');
  expect(mailServer.mails.map(({ to }) => to?.[0]?.address)).toEqual(['alice@example.org']);
  const { reverseShares } = await admin.reverseShares.list();
  expect(reverseShares.map(({ url }) => url.replace(/.*\//, ''))).toEqual([
    reverseShareUrl.replace(/.*\//, ''),
  ]);
  clock.advance(60_000);
  const { session } = createClient({ baseUrl: app.url });
  const outcome = await session.signIn({ identifier: 'alice', password });
  if (outcome.status !== 'totpRequired') throw new Error('no second factor');
  await session.signInTotp({ loginToken: outcome.loginToken, totp: await phone.code() });
}

it('seals everything anew, and leaves one key in the file', async () => {
  const [before] = await readKeys();
  const oldIds = await keysOfSealedTexts();
  await app.app.stop();
  const report = await rotate();
  expect(report).toMatchObject({ resealed: 6, unreadable: 0, accountsWithoutCodes: 1 });
  expect(await readKeys()).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/)]);
  expect(await readKeys()).not.toContain(before);
  expect((await stat(keyFile())).mode & 0o777).toBe(0o600);
  await restart();
  await expectAllToOpen();
  const newIds = await keysOfSealedTexts();
  expect([oldIds.size, newIds.size]).toEqual([1, 1]);
  expect(newIds).not.toEqual(oldIds);
});

it('ends what the old key had signed, and says so in the audit log', async () => {
  await app.app.stop();
  await rotate();
  await restart();
  const refreshed = await createCaller(app.url)('/auth/token', { json: { refreshToken } });
  expect(refreshed.status).toBe(401);
  const [entry] = (await (await signIn(app)).audit.list({ query: { action: 'config.key_rotate' } })).entries;
  expect(entry).toMatchObject({ actor: null, details: { resealed: 6, unreadable: 0 } });
});

it.each([
  ['before it is stored', async () => undefined],
  ['right after it is stored', async (commit: () => Promise<unknown>) => commit()],
])('leaves a usable instance when it is killed %s', async (_moment, atCommit) => {
  await app.app.stop();
  const dying = (core: Core): Core => ({
    ...core,
    uow: {
      ...core.uow,
      async transaction(work) {
        await atCommit(() => core.uow.transaction(work));
        throw new Error('killed');
      },
    },
  });
  await expect(rotate({}, { wrap: dying })).rejects.toThrow('killed');
  expect(await readKeys()).toHaveLength(2);
  await restart();
  await expectAllToOpen();
  await app.app.stop();
  expect(await rotate()).toMatchObject({ unreadable: 0 });
  expect(await readKeys()).toHaveLength(1);
  await restart();
  expect(app.app.core.config.get('oauth.oidc-clientSecret')).toBe('of the provider');
});

it('changes nothing while a server runs', async () => {
  const before = await readKeys();
  expect(await outcomeOfRotation()).toBe('data_folder_in_use');
  expect(await readKeys()).toEqual(before);
});

it('takes the old and the new key from the environment, or refuses', async () => {
  const [current = ''] = await readKeys();
  await app.app.stop();
  const secretKey = 'a new secret key of the environment';
  expect(await outcomeOfRotation({ secretKey })).toBe('wrong_secret_key');
  expect(await rotate({ secretKey, previousSecretKey: current })).toMatchObject({
    resealed: 6,
    unreadable: 0,
  });
  expect(await readKeys()).toEqual([current]);
  expect(await outcomeOfRotation({ secretKey })).toBe('key_from_environment');
  await restart({ FILESHARE_SECRET_KEY: secretKey });
  await expectAllToOpen();
});

it('changes nothing when the old key of the environment is wrong', async () => {
  await app.app.stop();
  const secretKey = 'another secret key of somebody';
  const wrong = { secretKey, previousSecretKey: 'this one was never used here' };
  expect(await outcomeOfRotation(wrong)).toBe('wrong_secret_key');
  await restart();
  const refreshed = await createCaller(app.url)('/auth/token', { json: { refreshToken } });
  expect(refreshed.status).toBe(200);
});

it('ends nothing when the instance has the new key of the environment already', async () => {
  const [current = ''] = await readKeys();
  await app.app.stop();
  const keys = { secretKey: 'a new secret key of the environment', previousSecretKey: current };
  await rotate(keys);
  await restart({ FILESHARE_SECRET_KEY: keys.secretKey });
  ({ refreshToken } = await signInAs(app, { username: 'bob', password }));
  await app.app.stop();
  expect(await rotate(keys)).toMatchObject({ isChanged: false, resealed: 0, sessions: 0 });
  await restart({ FILESHARE_SECRET_KEY: keys.secretKey });
  const refreshed = await createCaller(app.url)('/auth/token', { json: { refreshToken } });
  expect(refreshed.status).toBe(200);
});

it('lets a server begin with the previous key of the environment, until it is called', async () => {
  const [current = ''] = await readKeys();
  await app.app.stop();
  const secretKey = 'a new secret key of the environment';
  await restart({ FILESHARE_SECRET_KEY: secretKey, FILESHARE_SECRET_KEY_PREVIOUS: current });
  await expectAllToOpen();
  expect((await keysOfSealedTexts()).size).toBe(1);
});

it('changes nothing with a key that is not the one of the instance', async () => {
  await app.app.stop();
  const [current = ''] = await readKeys();
  await writeFile(keyFile(), `${'ab'.repeat(32)}\n`);
  expect(await outcomeOfRotation()).toBe('wrong_secret_key');
  await expect(restart()).rejects.toMatchObject({
    code: 'wrong_secret_key',
    params: { folder: app.dataDir },
  });
  await writeFile(keyFile(), `${current}\n`);
  await restart();
  await expectAllToOpen();
});

it.each([
  ['a new one', '', /^[0-9a-f]{64}$/],
  ['the one that is there', 'ab'.repeat(32), /^(?:ab){32}$/],
])('replaces a key that is lost by %s', async (_name, there, becomes) => {
  await app.app.stop();
  await rm(keyFile());
  await expect(restart()).rejects.toMatchObject({ code: 'no_secret_key' });
  expect(await readdir(app.dataDir)).not.toContain('secret.key');
  await writeFile(keyFile(), there);
  expect(await rotate({}, { isKeyLost: true })).toMatchObject({ resealed: 0, unreadable: 6 });
  expect(await readKeys()).toEqual([expect.stringMatching(becomes)]);
  await restart();
  const { session } = createClient({ baseUrl: app.url });
  const outcome = await session.signIn({ identifier: 'alice', password });
  if (outcome.status !== 'totpRequired') throw new Error('no second factor');
  const { loginToken } = outcome;
  const signedIn = session.signInTotp({ loginToken, totp: await phone.code() });
  expect(await outcomeOf(signedIn)).toBe('totp_unreadable');
  const admin = await signIn(app);
  const alice = (await admin.users.list({ query: { search: 'alice' } })).users[0];
  if (!alice) throw new Error('nobody');
  await admin.users.removeTotp({ params: { id: alice.id } });
  expect((await session.signIn({ identifier: 'alice', password })).status).toBe('signedIn');
});

it('finds the key of an instance that does not remember it by what it has sealed', async () => {
  const forget = () => app.app.core.database.writer('instance').where({ key: 'secret_key' }).delete();
  const [current = ''] = await readKeys();
  await forget();
  await app.app.stop();
  await writeFile(keyFile(), `${'ab'.repeat(32)}\n`);
  expect(await outcomeOfRotation()).toBe('wrong_secret_key');
  await writeFile(keyFile(), `${'ab'.repeat(32)}\n${current}\n`);
  await restart();
  await expectAllToOpen();
});

it('keeps a server from starting with a key that was changed while it began', async () => {
  await app.app.stop();
  const beginning = await createApp(app.app.core.env);
  await rotate();
  await expect(beginning.start()).rejects.toMatchObject({ code: 'secret_key_changed' });
  await beginning.core.database.close();
  await restart();
  expect(app.app.core.config.get('smtp.password')).toBe('of the mail server');
});

it('removes the half-written keys that a kill has left', async () => {
  await app.app.stop();
  const draft = `${keyFile()}.0123456789abcdef.new`;
  for (const begin of [rotate, restart]) {
    await writeFile(draft, 'keys');
    await begin();
    expect((await readdir(app.dataDir)).filter((name) => name.endsWith('.new'))).toEqual([]);
  }
});

it('leaves alone what was sealed with a key that is lost', async () => {
  const lost = createSeal('a key that is lost').seal('of the provider', 'config oauth.oidc-clientSecret');
  const { core } = app.app;
  await core.uow.transaction(({ config }) => config.save('oauth.oidc-clientSecret', lost, 1));
  await app.app.stop();
  expect(await rotate()).toMatchObject({ resealed: 5, unreadable: 1 });
  await restart();
  expect((await app.app.core.uow.read.config.list()).get('oauth.oidc-clientSecret')).toBe(lost);
});

async function outcomeOfRotation(changes: Partial<Env> = {}): Promise<string> {
  return rotate(changes).then(
    () => 'ok',
    (error: unknown) => (error instanceof HostError ? error.code : String(error)),
  );
}
