import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OwnerFile, ShareFile, Thumbnail } from '#sdk/contract/files.js';
import { createCaller } from '../../../testing/browser.ts';
import { createDraft, type Draft, publish } from '../../../testing/drafts.ts';
import { createFakeClock } from '../../../testing/fake-clock.ts';
import { signInAs } from '../../../testing/members.ts';
import { writePng } from '../../../testing/png.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
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
