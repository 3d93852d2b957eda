import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OwnerFile, ShareFile, Thumbnail } from '#sdk/contract/files.js';
import type { OwnerShare } from '#sdk/contract/shares.js';
import { createClient, parseReverseShareLink } from '#sdk/index.js';
import { createCaller } from '../../../testing/browser.ts';
import { findViolations } from '../../../testing/check-invariants.ts';
import { createDraft, type Draft, publish } from '../../../testing/drafts.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { signInAs } from '../../../testing/members.ts';
import { writePng } from '../../../testing/png.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { usesBucket } from '../../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../../testing/tus.ts';

const clock = createFakeClock(Date.now());
const picture = writePng({ width: 800, height: 600, colourType: 2 });

let app: TestApp;
let owner: Record<string, string>;

beforeEach(() => start());
afterEach(() => app.stop());

async function start(options: Parameters<typeof startApp>[0] = {}): Promise<void> {
  app = await startApp({ clock, ...options });
  ({ headers: owner } = await signInAs(app, app.admin));
}

async function send({ id, token }: Draft, path: string, content: Uint8Array = picture): Promise<string> {
  const { status, headers } = await sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token,
    headers: {
      ...offsetStream,
      'upload-length': String(content.length),
      'upload-metadata': metadata({ shareId: id, filename: path, relativePath: path }),
    },
    body: Uint8Array.from(content),
  });
  expect(status).toBe(201);
  return headers.get('location')?.split('/').at(-1) ?? '';
}

const call: ReturnType<typeof createCaller> = (path, options = {}) =>
  createCaller(app.url)(path, { ...options, headers: { ...owner, ...options.headers } });

async function thumbnailsOf(id: string): Promise<Record<string, Thumbnail | null>> {
  const { body } = await call(`/shares/${id}/files`);
  const { files } = body as { files: ShareFile[] };
  return Object.fromEntries(files.map(({ path, thumbnail }) => [path, thumbnail]));
}

const make = () => app.app.jobs.run('files.make-thumbnails');

const get = (id: string, file: string, size = 'small', headers: Record<string, string> = owner) =>
  fetch(`${app.url}/api/shares/${id}/files/${file}/thumbnail/${size}`, { headers });

async function shareOne(path = 'a.png', content = picture): Promise<{ draft: Draft; file: string }> {
  const draft = await createDraft(app, {}, owner);
  const file = await send(draft, path, content);
  expect(await publish(app, draft)).toBe(200);
  await make();
  return { draft, file };
}

describe('a picture', () => {
  it('has a thumbnail in two sizes, with the headers of files', async () => {
    const { draft, file } = await shareOne();
    const { hues, ...size } = (await thumbnailsOf(draft.id))['a.png'] ?? { hues: [] };
    expect([size, hues]).toEqual([{ width: 800, height: 600 }, [75, 75]]);
    const { body } = await call(`/shares/${draft.id}/owner/files`);
    expect((body as { files: OwnerFile[] }).files).toMatchObject([{ thumbnail: size }]);
    for (const name of ['small', 'large']) {
      const answer = await get(draft.id, file, name);
      const bytes = Buffer.from(await answer.arrayBuffer());
      expect(bytes.toString('latin1', 8, 12)).toBe('WEBP');
      expect(Object.fromEntries(answer.headers)).toMatchObject({
        'content-type': 'image/webp',
        'content-length': String(bytes.length),
        'content-disposition': 'inline; filename=a.png.webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy':
          "sandbox; default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'",
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'private, no-cache',
      });
      const again = await get(draft.id, file, name, {
        ...owner,
        'if-none-match': answer.headers.get('etag') ?? '',
      });
      expect([again.status, again.headers.get('cache-control')]).toEqual([304, 'private, no-cache']);
    }
    expect((await get(draft.id, file, 'huge')).status).toBe(400);
  });

  it('shows its thumbnail to those who may download it, and to nobody else', async () => {
    const json = { password: 'open, sesame' };
    const draft = await createDraft(app, json, owner);
    const file = await send(draft, 'a.png');
    await make();
    const asSender = { authorization: `Bearer ${draft.token}` };
    expect((await get(draft.id, file, 'small', asSender)).status).toBe(200);
    expect((await get(draft.id, file, 'small', {})).status).toBe(404);
    expect(await publish(app, draft)).toBe(200);
    expect((await get(draft.id, file, 'small', {})).status).toBe(403);
    const { body } = await createCaller(app.url)(`/shares/${draft.id}/token`, { json });
    const visitor = { 'x-share-token': (body as { token: string }).token };
    expect((await get(draft.id, file, 'small', visitor)).status).toBe(200);
    const { body: share } = await call(`/shares/${draft.id}/owner`);
    expect(share).toMatchObject({ visitors: 1, downloads: 0 });
  });
});

it.each([
  ['a password', { password: 'open, sesame' }],
  ['a view limit', { maxViews: 3 }],
])('of a share with %s is kept by no browser', async (_name, json) => {
  const draft = await createDraft(app, json, owner);
  const file = await send(draft, 'a.png');
  expect(await publish(app, draft)).toBe(200);
  await make();
  const answer = await get(draft.id, file);
  const headers = { ...owner, 'if-none-match': answer.headers.get('etag') ?? '' };
  const again = await get(draft.id, file, 'small', headers);
  expect([answer, again].map(({ status, headers: sent }) => [status, sent.get('cache-control')])).toEqual([
    [200, 'private, no-store'],
    [304, 'private, no-store'],
  ]);
});

const rows = () => app.app.core.database.writer('thumbnails');

/** Names of the stored thumbnails. */
async function stored(): Promise<string[]> {
  const names = await readdir(join(app.dataDir, 'thumbnails', 'blobs'), { recursive: true });
  return names.filter((name) => name.length > 2);
}

const damaged = Buffer.from('this is no picture');

describe('a file without a thumbnail', () => {
  it('is not tried again when it cannot be drawn', async () => {
    const { draft, file } = await shareOne('a.jpg', damaged);
    expect(await thumbnailsOf(draft.id)).toEqual({ 'a.jpg': null });
    expect(await rows()).toMatchObject([{ state: 'none', attempts: 1 }]);
    await make();
    expect(await rows()).toMatchObject([{ state: 'none', attempts: 1 }]);
    const answer = await get(draft.id, file);
    expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'thumbnail_not_found' }]);
  });

  it('is tried three times when its bytes cannot be read', async () => {
    const draft = await createDraft(app, {}, owner);
    await restart({ FILESHARE_CONFIG_SHARE_THUMBNAILS: 'false' });
    const file = await send(draft, 'a.png');
    // It runs once a day: after this, no other server of this test marks the file as damaged.
    await app.app.jobs.run('integrity.examine');
    await app.app.stores.blobs.setAside(file);
    await restart({});
    for (const attempts of [1, 2]) {
      await make();
      expect(await rows()).toMatchObject([{ state: 'waiting', attempts }]);
      clock.advance(10 * 60_000);
    }
    await make();
    expect(await rows()).toMatchObject([{ state: 'none', attempts: 3 }]);
  });

  it('is one of a kind that nobody draws, or empty', async () => {
    const draft = await createDraft(app, {}, owner);
    await send(draft, 'a.svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await send(draft, 'a.txt');
    expect(await rows()).toEqual([]);
  });

  it.skipIf(usesBucket())('waits while there is no space, and uploads go on', async () => {
    await restart({ FILESHARE_CONFIG_SHARE_THUMBNAILS: 'false' });
    const draft = await createDraft(app, {}, owner);
    await send(draft, 'a.png');
    await restart({ FILESHARE_MIN_FREE_BYTES: '9000000000000000' });
    await make();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect(await publish(app, draft)).toBe(200);
  });
});

describe('the setting', () => {
  it('makes no new thumbnails while it is off', async () => {
    await restart({ FILESHARE_CONFIG_SHARE_THUMBNAILS: 'false' });
    const { draft, file } = await shareOne();
    expect(await rows()).toMatchObject([{ state: 'waiting', attempts: 0 }]);
    expect((await get(draft.id, file)).status).toBe(404);
    await restart({});
    await make();
    expect((await get(draft.id, file)).status).toBe(200);
  });
});

describe('the bytes of a thumbnail', () => {
  it.skipIf(usesBucket())('count as stored, and go with their file', async () => {
    const draft = await createDraft(app, {}, owner);
    const [file] = [await send(draft, 'a.png'), await send(draft, 'b.png')];
    expect(await publish(app, draft)).toBe(200);
    await make();
    expect(await stored()).toHaveLength(2);
    const { statistics } = app.app.core.uow.read;
    expect(await statistics.storedBytes()).toBeGreaterThan(2 * picture.length);
    expect((await call(`/shares/${draft.id}/files/${file}`, { method: 'DELETE' })).status).toBe(204);
    expect(await stored()).toHaveLength(1);
    expect(await findViolations(app.app)).toEqual([]);
  });

  it.skipIf(usesBucket())('go with their share', async () => {
    const { draft } = await shareOne();
    await call(`/shares/${draft.id}`, { method: 'DELETE' });
    await app.app.jobs.run('shares.purge');
    expect([await stored(), await rows()]).toEqual([[], []]);
    expect(await app.app.core.uow.read.statistics.storedBytes()).toBe(0);
  });
});

describe('a thumbnail from the sender', () => {
  async function sendThumbnail({ id, token }: Draft, path: string, bytes: Uint8Array = picture) {
    const form = new FormData();
    form.set('file', new Blob([Uint8Array.from(bytes)]));
    const answer = await fetch(`${app.url}/api/shares/${id}/thumbnail?path=${encodeURIComponent(path)}`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}` },
      body: form,
    });
    return { status: answer.status, body: (await answer.json()) as { error?: string } };
  }

  it.skipIf(usesBucket())('is drawn again and kept, once', async () => {
    const draft = await createDraft(app, {}, owner);
    const file = await send(draft, 'film.mp4');
    const answer = await sendThumbnail(draft, 'film.mp4');
    expect(answer).toEqual({ status: 200, body: { width: 800, height: 600, hues: [75, 75] } });
    expect(await thumbnailsOf(draft.id)).toEqual({ 'film.mp4': answer.body });
    const shown = Buffer.from(await (await get(draft.id, file)).arrayBuffer());
    expect(shown.toString('latin1', 8, 12)).toBe('WEBP');
    expect((await sendThumbnail(draft, 'film.mp4')).body.error).toBe('thumbnail_not_accepted');
    expect(await stored()).toHaveLength(1);
    expect(await findViolations(app.app)).toEqual([]);
  });

  it('can be sent with the SDK, also just after the share was completed', async () => {
    const draft = await createDraft(app, {}, owner);
    const file = await send(draft, 'film.mp4');
    expect(await publish(app, draft)).toBe(200);
    const client = createClient({ baseUrl: app.url, token: draft.token });
    const made = await client.files.sendThumbnail({
      params: { id: draft.id },
      query: { path: 'film.mp4' },
      file: new Blob([Uint8Array.from(picture)]),
    });
    expect(await thumbnailsOf(draft.id)).toEqual({ 'film.mp4': made });
    expect((await fetch(client.thumbnailUrl(draft.id, file, 'large'), { headers: owner })).status).toBe(200);
  });

  it('can be sent just after files were added to a published share', async () => {
    const { draft } = await shareOne();
    const { body } = await call(`/shares/${draft.id}/append`, { json: {} });
    const added = { id: draft.id, token: (body as { uploadToken: string }).uploadToken };
    await send(added, 'film.mp4');
    expect(await publish(app, added)).toBe(200);
    expect((await sendThumbnail(added, 'film.mp4')).status).toBe(200);
  });

  it('can be sent by the sender of a reverse share, who sees nothing of it', async () => {
    const { body: asked } = await call('/reverseShares', { json: {} });
    const { token } = parseReverseShareLink((asked as { url: string }).url);
    const draft = await createDraft(app, { reverseShare: { token } });
    const file = await send(draft, 'film.mp4');
    expect(await publish(app, draft)).toBe(200);
    expect((await sendThumbnail(draft, 'film.mp4')).status).toBe(200);
    expect((await get(draft.id, file, 'small', { authorization: `Bearer ${draft.token}` })).status).toBe(403);
    expect((await get(draft.id, file)).status).toBe(200);
  });

  it('is not accepted for a file of which the server makes one, or that has no picture', async () => {
    const draft = await createDraft(app, {}, owner);
    for (const path of ['a.png', 'a.txt', 'a.zip']) {
      await send(draft, path);
      const { body } = await sendThumbnail(draft, path);
      expect([path, body.error]).toEqual([path, 'thumbnail_not_accepted']);
    }
  });

  it.skipIf(usesBucket())(
    'is not accepted if it is no picture, too large, or from somebody else',
    async () => {
      const draft = await createDraft(app, {}, owner);
      await send(draft, 'a.pdf');
      expect((await sendThumbnail(draft, 'a.pdf', damaged)).body.error).toBe('thumbnail_unreadable');
      const large = Buffer.concat([picture, Buffer.alloc(1024 * 1024)]);
      expect((await sendThumbnail(draft, 'a.pdf', large)).status).toBe(413);
      const other = await createDraft(app, {}, owner);
      expect((await sendThumbnail({ ...draft, token: other.token }, 'a.pdf')).status).toBe(401);
      expect((await sendThumbnail(other, 'a.pdf')).body.error).toBe('file_not_found');
      expect(await stored()).toEqual([]);
    },
  );
});

it('three files stand for a share: those with thumbnails, then the largest', async () => {
  const draft = await createDraft(app, {}, owner);
  await send(draft, 'small.txt', Buffer.alloc(10));
  await send(draft, 'large.txt', Buffer.alloc(1000));
  await send(draft, 'photos/one.png');
  await send(draft, 'middle.txt', Buffer.alloc(100));
  const other = await createDraft(app, {}, owner);
  await make();
  const { body } = await call('/shares');
  const { shares } = body as { shares: OwnerShare[] };
  const covers = Object.fromEntries(shares.map(({ id, cover }) => [id, cover]));
  expect(covers[draft.id]).toMatchObject([
    { name: 'one.png', thumbnail: { width: 800 } },
    { name: 'large.txt', thumbnail: null },
    { name: 'middle.txt', thumbnail: null },
  ]);
  expect(covers[other.id]).toEqual([]);
});

async function restart(env: Record<string, string>): Promise<void> {
  await app.app.stop();
  await start({ env, dataDir: app.dataDir });
}

describe('bytes that no row names', () => {
  const ahead = 2 * 3_600_000;
  const stray = '0123456789abcdef'.repeat(2);

  it.each([
    ['are deleted after an hour', ahead, ahead, []],
    ['stay when the clock of this machine is ahead of that of the database', 0, ahead, [stray]],
    ['stay when the clock of the database is ahead of that of this machine', ahead, 0, [stray]],
  ])('%s', async (_name, ofDatabase, ofMachine, left) => {
    const { thumbnails } = app.app.stores;
    await thumbnails.put(stray, Buffer.from('bytes'));
    // It looks for them once an hour.
    clock.advance(ahead);
    clock.jump(ofDatabase - ahead);
    const date = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + ofMachine);
    try {
      await make();
    } finally {
      date.mockRestore();
      clock.jump(-ofDatabase);
    }
    const found: string[] = [];
    for await (const { id } of thumbnails.list()) found.push(id);
    expect(found).toEqual(left);
  });
});
