import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AppError, ErrorCode } from '#sdk/contract/errors.js';
import { createClient, type DownloadOptions, type FileSource, type NodeClient } from '#sdk/index.js';
import { makeTempFolder } from '#sdk/testing/temp-folder.js';
import { findViolations } from '../../testing/check-invariants.ts';
import { createUser, password, signIn } from '../../testing/clients.ts';
import { createFakeClock, type FakeClock } from '../../testing/fake-clock.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

const hour = 3_600_000;
/** Larger than what is requested together with others. */
const size = 300_000;
const contents = new Map(['a.bin', 'b.bin', 'c.bin'].map((name) => [name, randomBytes(size)]));

/** The files, whose bytes are read after `before` has happened, once. */
function sourcesAfter(before: () => Promise<unknown>): FileSource[] {
  let happened: Promise<unknown> | null = null;
  return [...contents].map(([name, bytes]) => ({
    path: name,
    size,
    fingerprint: name,
    open: async function* (start: number, end: number) {
      happened ??= before();
      await happened;
      yield new Uint8Array(bytes.subarray(start, end));
    },
  }));
}
const sources = sourcesAfter(async () => {});

let clock: FakeClock;
let instance: TestApp;
let admin: NodeClient;
let owner: NodeClient;
let folder: Awaited<ReturnType<typeof makeTempFolder>>;
beforeEach(async () => {
  folder = await makeTempFolder();
  clock = createFakeClock(Date.now());
  instance = await startApp({ clock });
  admin = await signIn(instance);
  await createUser(admin, 'ida');
  owner = await signIn(instance, { username: 'ida', password });
});
afterEach(async () => {
  expect(await findViolations(instance.app)).toEqual([]);
  await owner.close();
  await admin.close();
  await instance.stop();
  await folder.remove();
});

async function publishShare(options: { password?: string; maxViews?: number } = {}): Promise<string> {
  const { share } = await owner.uploadFiles(sources, { share: options });
  return share.id;
}

interface Running extends Pick<DownloadOptions, 'password' | 'onPassword'> {
  /** Happens when the first file is there. */
  between?: () => unknown;
}

/** Downloads one file after the other. */
async function download(client: NodeClient, id: string, { between, ...options }: Running = {}) {
  let isOver = false;
  return client.downloadShare(id, {
    ...options,
    directory: folder.path,
    parallel: 1,
    // Slow enough for a report of progress between the files.
    limitRate: 600_000,
    onProgress: ({ files }) => {
      if (isOver || files.finished === 0) return;
      isOver = true;
      between?.();
    },
  });
}

async function expectFiles(): Promise<void> {
  for (const [name, bytes] of contents) {
    expect((await readFile(path.join(folder.path, name))).equals(bytes)).toBe(true);
  }
}

describe('a download goes on', () => {
  it('when the share token expires, because another one costs nothing', async () => {
    const visitor = createClient({ baseUrl: instance.url });
    const between = () => clock.advance(2 * hour);
    const { failed } = await download(visitor, await publishShare(), { between });
    expect(failed).toEqual([]);
    await expectFiles();
    await visitor.close();
  });

  it('when the access token of the owner expires', async () => {
    const { failed } = await download(owner, await publishShare(), { between: () => clock.advance(hour) });
    expect(failed).toEqual([]);
    await expectFiles();
  });

  it('with the next run, without receiving anything again, when a password is needed', async () => {
    const id = await publishShare({ password: 'sesame street' });
    const visitor = createClient({ baseUrl: instance.url });
    await visitor.openShare(id, { password: 'sesame street' });
    const between = () => clock.advance(2 * hour);
    await expect(download(visitor, id, { between })).rejects.toMatchObject({
      code: 'share_password_required',
    });
    await visitor.openShare(id, { password: 'sesame street' });
    const { resumed } = await download(visitor, id);
    expect(resumed).toBeGreaterThanOrEqual(size);
    await expectFiles();
    await visitor.close();
  });
});

describe('a download whose share needs a password in the middle', () => {
  let visitor: NodeClient;
  let asked: ErrorCode[];
  beforeEach(() => {
    visitor = createClient({ baseUrl: instance.url });
    asked = [];
  });
  afterEach(() => visitor.close());

  /** Somebody who knows these passwords, one after the other. */
  const answering = (...answers: string[]) => ({
    onPassword: async ({ code }: AppError) => {
      asked.push(code);
      return answers.shift();
    },
  });

  const setPassword = (id: string, chosen: string) => () =>
    owner.shares.update({ params: { id }, body: { password: chosen } });

  it('goes on with the password that it was given, if that costs nothing', async () => {
    const id = await publishShare({ password: 'sesame street' });
    const between = () => clock.advance(2 * hour);
    await download(visitor, id, { password: 'sesame street', ...answering(), between });
    await expectFiles();
    expect(asked).toEqual([]);
  });

  it('asks once when its owner has set one', async () => {
    const id = await publishShare();
    const between = setPassword(id, 'sesame street');
    await download(visitor, id, { ...answering('sesame street'), between });
    await expectFiles();
    expect(asked).toEqual(['share_password_required']);
  });

  it('asks until the password is right, also when its owner has changed it', async () => {
    const id = await publishShare({ password: 'sesame street' });
    const between = setPassword(id, 'elm street');
    await download(visitor, id, {
      password: 'sesame street',
      ...answering('main street', 'elm street'),
      between,
    });
    await expectFiles();
    expect(asked).toEqual(['share_password_wrong', 'share_password_wrong']);
  });

  it('uses up no other view without being told to', async () => {
    const id = await publishShare({ password: 'sesame street', maxViews: 3 });
    const views = async () => (await owner.shares.getOwned({ params: { id } })).visitors;
    const between = () => clock.advance(2 * hour);
    const known = { password: 'sesame street' };
    await expect(download(visitor, id, { ...known, ...answering(), between })).rejects.toMatchObject({
      code: 'share_password_required',
    });
    expect(await views()).toBe(1);
    await download(visitor, id, { ...known, ...answering() });
    await expectFiles();
    expect(await views()).toBe(2);
  });

  it('uses up another view when it is told to', async () => {
    const id = await publishShare({ password: 'sesame street', maxViews: 3 });
    const between = () => clock.advance(2 * hour);
    const known = { password: 'sesame street' };
    await download(visitor, id, { ...known, ...answering('sesame street'), between });
    await expectFiles();
    expect(asked).toEqual(['share_password_required']);
    expect((await owner.shares.getOwned({ params: { id } })).visitors).toBe(2);
  });

  it('fails when nobody knows it', async () => {
    const id = await publishShare();
    const between = setPassword(id, 'sesame street');
    await expect(download(visitor, id, { ...answering(), between })).rejects.toMatchObject({
      code: 'share_password_required',
    });
    expect(asked).toEqual(['share_password_required']);
  });
});

describe('an upload goes on', () => {
  it.each<[string, (client: NodeClient) => Promise<unknown>]>([
    ['the access token expires', async () => clock.advance(hour)],
    ['the user signs out', (client) => client.session.signOut()],
    [
      'the password is changed on another device, which ends this session',
      async () => {
        const other = await signIn(instance, { username: 'ida', password });
        await other.auth.changePassword({
          body: { oldPassword: password, password: 'another horse battery' },
        });
        await other.close();
      },
    ],
  ])('when %s', async (_what, end) => {
    const { files } = await owner.uploadFiles(
      sourcesAfter(() => end(owner)),
      { share: {}, parallel: 1 },
    );
    expect(files).toBe(contents.size);
  });

  it('when the API key is revoked', async () => {
    const { apiKey, secret: token } = await owner.apiKeys.create({
      body: { name: 'ci', scopes: ['shares:write'], password },
    });
    const program = createClient({ baseUrl: instance.url, token });
    const slow = sourcesAfter(() => owner.apiKeys.revoke({ params: { id: apiKey.id } }));
    const { files } = await program.uploadFiles(slow, { share: {}, parallel: 1 });
    expect(files).toBe(contents.size);
    await expect(program.uploadFiles(sources, { share: {} })).rejects.toMatchObject({
      code: 'api_key_invalid',
    });
    await program.close();
  });
});
