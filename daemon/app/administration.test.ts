import { chown, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, type NodeClient } from '#sdk/index.js';
import { host as machine } from '../host.ts';
import { enableTotp } from '../testing/authenticator.ts';
import { findViolations } from '../testing/check-invariants.ts';
import { createUser, outcomeOf, password, signIn } from '../testing/clients.ts';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { createFakeClock } from '../testing/fake-clock.ts';
import { signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { instanceIn, usesServer } from '../testing/test-database.ts';
import { countBlobs, storageIn, usesBucket } from '../testing/test-storage.ts';

const clock = createFakeClock(Date.now());
let instance: TestApp;
let opened: (() => Promise<void>)[];

beforeEach(async () => {
  vi.stubEnv('FILESHARE_FSYNC', 'off');
  opened = [];
  instance = await startApp({ clock });
  for (const [name, value] of Object.entries(storageIn(instance.dataDir))) vi.stubEnv(name, value);
});
afterEach(async () => {
  for (const close of opened.reverse()) await close();
  expect(await findViolations(instance.app)).toEqual([]);
  await instance.stop();
  vi.unstubAllEnvs();
});

/** The client of a command of the host. */
async function openLocally(): Promise<NodeClient> {
  const { url, token, close } = await machine.openAdministration(instanceIn(instance.dataDir));
  const client = createClient({ baseUrl: url, token });
  opened.push(close, () => client.close());
  return client;
}

describe('administration on the machine, beside the server', () => {
  it('lets a locked-out administrator in again: password, second factor, role', async () => {
    const admin = await signIn(instance);
    const { id } = await createUser(admin, 'ann', { isAdmin: true });
    const ann = await signIn(instance, { username: 'ann', password });
    await enableTotp(ann, clock);
    await admin.users.update({ params: { id }, body: { isAdmin: false, isDisabled: true } });

    const host = await openLocally();
    const body = { password: 'battery staple horse', isAdmin: true, isDisabled: false };
    await host.users.update({ params: { id }, body });
    await host.users.removeTotp({ params: { id } });

    const back = createClient({ baseUrl: instance.url });
    await back.session.signIn({ identifier: 'ann', password: body.password });
    expect(await back.users.me()).toMatchObject({ isAdmin: true, totpEnabled: false });
    await Promise.all([admin, ann, back].map((client) => client.close()));
  });

  it('brings back an instance without any administrator', async () => {
    const { writer } = instance.app.core.database;
    await writer('users').update({ is_admin: 0 });
    const host = await openLocally();
    const [user] = (await host.users.list({ query: {} })).users;
    if (!user) throw new Error('nobody');
    await host.users.update({ params: { id: user.id }, body: { isAdmin: true } });
    const admin = await signIn(instance);
    expect((await admin.users.list({ query: {} })).total).toBe(1);
    await admin.close();
  });

  it('is written down as nobody with an account, from nowhere', async () => {
    const host = await openLocally();
    await host.configs.update({ body: [{ key: 'general.appName', value: 'Ours' }] });
    const share = await createDraft(instance, {}, (await signInAs(instance, instance.admin)).headers);
    await upload(instance, share, { path: 'a.txt', text: 'a' });
    await publish(instance, share);
    await host.shares.remove({ params: { id: share.id } });
    const admin = await signIn(instance);
    const { entries } = await admin.audit.list({ query: { limit: '200' } });
    const byHost = entries.filter(({ action }) => ['config.change', 'share.remove'].includes(action));
    expect(byHost).toHaveLength(2);
    for (const entry of byHost) expect(entry).toMatchObject({ actor: null, ip: null, requestId: null });
    await admin.close();
  });

  it('leaves the bytes of a deleted share to the server', async () => {
    const share = await createDraft(instance, {}, (await signInAs(instance, instance.admin)).headers);
    await upload(instance, share, { path: 'a.txt', text: 'a' });
    await publish(instance, share);
    const host = await openLocally();
    await host.shares.remove({ params: { id: share.id } });
    // With jobs that servers share, the command wakes the server.
    expect(usesServer() ? [0, 1] : [1]).toContain(await countBlobs(instance));
    await instance.app.jobs.run('shares.purge');
    expect(await countBlobs(instance)).toBe(0);
  });

  it('changes nothing that the environment of the server holds', async () => {
    const { dataDir } = instance;
    await instance.app.stop();
    instance = await startApp({ clock, dataDir, env: { FILESHARE_CONFIG_GENERAL_APP_NAME: 'Locked' } });
    const rename = async (value: string) => {
      const host = await openLocally();
      return outcomeOf(host.configs.update({ body: [{ key: 'general.appName', value }] }));
    };
    expect(await rename('Mine')).toBe('config_locked');
    await instance.app.stop();
    instance = await startApp({ clock, dataDir });
    expect(await rename('Mine')).toBe('ok');
  });

  it('sees what the environment of the server sets, and the address that it has without one', async () => {
    const { dataDir } = instance;
    const listed = async () => {
      const host = await openLocally();
      const rows = await host.configs.listCategory({ params: { category: 'general' } });
      return new Map(rows.map(({ key, value, defaultValue }) => [key, value ?? defaultValue]));
    };
    expect((await listed()).get('general.appUrl')).toBe(instance.url.replace('127.0.0.1', 'localhost'));
    await instance.app.stop();
    const env = {
      FILESHARE_CONFIG_GENERAL_APP_URL: 'https://files.example.org',
      FILESHARE_CONFIG_SMTP_PASSWORD: 'hush hush',
    };
    instance = await startApp({ clock, dataDir, env });
    expect((await listed()).get('general.appUrl')).toBe('https://files.example.org');
    const { reader } = instance.app.core.database;
    const locks: unknown = await reader('config_locks').select('key', 'value');
    expect(JSON.stringify(locks)).not.toContain('hush');
    const host = await openLocally();
    const smtp = await host.configs.listCategory({ params: { category: 'smtp' } });
    expect(smtp.find(({ key }) => key === 'smtp.password')).toMatchObject({ isSet: true, value: null });
  });

  it('leaves the jobs to the server', async () => {
    const host = await openLocally();
    expect(await outcomeOf(host.jobs.list())).toBe('server_running');
    expect(await outcomeOf(host.jobs.run({ params: { name: 'shares.purge' } }))).toBe('server_running');
  });

  it('is no account', async () => {
    const host = await openLocally();
    expect(await host.users.me()).toBeNull();
    expect(await outcomeOf(host.shares.list({ query: {} }))).toBe('sign_in_required');
    expect(await outcomeOf(host.apiKeys.list())).toBe('sign_in_required');
  });

  it('keeps the last administrator', async () => {
    const host = await openLocally();
    const [user] = (await host.users.list({ query: {} })).users;
    if (!user) throw new Error('nobody');
    const { id } = user;
    expect(await outcomeOf(host.users.update({ params: { id }, body: { isAdmin: false } }))).toBe(
      'last_admin',
    );
    expect(await outcomeOf(host.users.remove({ params: { id } }))).toBe('last_admin');
  });

  it('answers nobody without its token, and the server does not know the token', async () => {
    const { url, token, close } = await machine.openAdministration(instanceIn(instance.dataDir));
    opened.push(close);
    const statusOf = async (address: string, value?: string) => {
      const headers: Record<string, string> = value ? { authorization: `Bearer ${value}` } : {};
      return (await fetch(address, { headers })).status;
    };
    expect(await statusOf(`${url}/api/users`, token)).toBe(200);
    expect(await statusOf(`${url}/api/configs`)).toBe(403);
    expect(await statusOf(`${url}/`)).toBe(403);
    const { accessToken } = await signInAs(instance, instance.admin);
    expect(await statusOf(`${url}/api/users`, accessToken)).toBe(403);
    expect(await statusOf(`${url}/api/users`, `${token.slice(0, -1)}!`)).toBe(403);
    expect(await statusOf(`${instance.url}/api/users`, token)).toBe(401);
  });
});

describe('administration on the machine, without the server', () => {
  it('runs jobs, and no server can start meanwhile', async () => {
    await instance.app.stop();
    const host = await openLocally();
    expect((await host.jobs.list()).jobs).not.toHaveLength(0);
    expect(await host.jobs.run({ params: { name: 'shares.purge' } })).toMatchObject({ hasFailed: false });
    await expect(instance.restart()).rejects.toMatchObject({ code: 'data_folder_in_use' });
    for (const close of opened.splice(0).reverse()) await close();
    instance = await instance.restart();
  });
});

/** Lists everything in a folder that does not belong to `uid`. */
async function listForeign(folder: string, uid: number): Promise<string[]> {
  const names = await readdir(folder, { recursive: true });
  const found = await Promise.all(
    names.map(async (name) => ({ name, owner: (await stat(join(folder, name))).uid })),
  );
  return found.filter(({ owner }) => owner !== uid).map(({ name }) => name);
}

it.runIf(process.getuid?.() === 0 && !usesBucket())(
  'leaves nothing of root to a server that is somebody else',
  async () => {
    const nobody = 65_534;
    await instance.app.stop();
    await rm(join(instance.dataDir, 'blobs'), { recursive: true });
    for (const name of [...(await readdir(instance.dataDir, { recursive: true })), '.']) {
      await chown(join(instance.dataDir, name), nobody, nobody);
    }
    const groups = process.getgroups?.();
    const host = await openLocally();
    await host.jobs.run({ params: { name: 'shares.purge' } });
    expect(await listForeign(instance.dataDir, nobody)).toEqual([]);
    expect(process.geteuid?.()).toBe(nobody);
    expect(process.getgroups?.()).toEqual([nobody]);
    for (const close of opened.splice(0).reverse()) await close();
    expect(process.geteuid?.()).toBe(0);
    expect(process.getgroups?.()).toEqual(groups);
    instance = await instance.restart();
  },
);

describe('administration on the machine is refused', () => {
  it('where there is no instance, which it does not begin', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fileshare-none-'));
    await expect(machine.openAdministration({ dataDir: folder })).rejects.toMatchObject({
      code: 'no_instance',
    });
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('with a key that the server does not have', async () => {
    await instance.app.stop();
    const secretKey = 'the key of the environment of the server';
    await rm(join(instance.dataDir, 'secret.key'));
    await expect(instance.restart()).rejects.toMatchObject({ code: 'no_secret_key' });
    vi.stubEnv('FILESHARE_SECRET_KEY', secretKey);
    await machine.rotateKey({ ...instanceIn(instance.dataDir), isKeyLost: true });
    instance = await startApp({
      clock,
      dataDir: instance.dataDir,
      env: { FILESHARE_SECRET_KEY: secretKey },
    });
    vi.stubEnv('FILESHARE_SECRET_KEY', '');
    await writeFile(join(instance.dataDir, 'secret.key'), `${'ab'.repeat(32)}\n`);
    for (const open of [machine.openAdministration, machine.rotateKey]) {
      await expect(open(instanceIn(instance.dataDir))).rejects.toMatchObject({
        params: { source: 'secret.key' },
      });
    }
  });

  it('where the key was changed after it began', async () => {
    await instance.app.stop();
    const host = await openLocally();
    await machine.rotateKey(instanceIn(instance.dataDir));
    const body = [{ key: 'smtp.password', value: 'secret' }];
    expect(await outcomeOf(host.configs.update({ body }))).toBe('secret_key_changed');
    instance = await instance.restart();
  });

  it('without the secret key of the instance', async () => {
    const key = join(instance.dataDir, 'secret.key');
    await rename(key, `${key}.away`);
    await expect(machine.openAdministration(instanceIn(instance.dataDir))).rejects.toMatchObject({
      code: 'no_secret_key',
    });
    vi.stubEnv('FILESHARE_SECRET_KEY', 'x'.repeat(40));
    await expect(machine.openAdministration(instanceIn(instance.dataDir))).rejects.toMatchObject({
      code: 'wrong_secret_key',
      params: { source: 'FILESHARE_SECRET_KEY' },
    });
    vi.stubEnv('FILESHARE_SECRET_KEY', (await readFile(`${key}.away`, 'utf8')).trim());
    await (await machine.openAdministration(instanceIn(instance.dataDir))).close();
    expect(await readdir(instance.dataDir)).not.toContain('secret.key');
  });

  it.each([
    [
      'of an older version',
      'older',
      async () => {
        const { writer } = instance.app.core.database;
        const rows: { name: string }[] = await writer('migrations').orderBy('name', 'desc').limit(1);
        await writer('migrations').where({ name: rows[0]?.name }).delete();
        return () => writer('migrations').insert(rows);
      },
    ],
    [
      'of a newer version',
      'newer',
      async () => {
        const { writer } = instance.app.core.database;
        await writer('migrations').insert({ name: '9999-later', applied_at: 0 });
        return () => writer('migrations').where({ name: '9999-later' }).delete();
      },
    ],
  ])('beside a server %s', async (_name, words, change) => {
    const restore = await change();
    await expect(machine.openAdministration(instanceIn(instance.dataDir))).rejects.toThrow(words);
    await restore();
  });
});
