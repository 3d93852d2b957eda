import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { type SignedIn, signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let admin: SignedIn;
let draft: Draft;
let fileId: string;
beforeAll(async () => {
  app = await startApp();
  admin = await signInAs(app, app.admin);
});
afterAll(() => app.stop());

beforeEach(async () => {
  draft = await createDraft(app, {}, admin.headers);
  const answer = await upload(app, draft, { path: 'a.txt', text: '0123456789' });
  fileId = answer.headers.get('location')?.split('/').at(-1) ?? '';
  await upload(app, draft, { path: 'b.txt', text: 'b' });
  await publish(app, draft);
});

async function visit(
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(`${app.url}${path}`, { method, headers });
  await response.arrayBuffer();
  return response.status;
}

const filePath = () => `/d/${draft.id}/a.txt`;

async function seen() {
  await app.app.jobs.run('files.count-downloads');
  const call = createCaller(app.url);
  const { body: share } = await call(`/shares/${draft.id}/owner`, { headers: admin.headers });
  const { body } = await call(`/shares/${draft.id}/owner/files`, { headers: admin.headers });
  const { files } = body as { files: { path: string; downloads: number; lastDownloadAt: string | null }[] };
  const { downloads, lastAccessAt } = share as { downloads: number; lastAccessAt: string | null };
  return { downloads, lastAccessAt, a: files[0], b: files[1] };
}

describe('downloads', () => {
  it('count what visitors take from the beginning', async () => {
    expect(await seen()).toMatchObject({
      downloads: 0,
      lastAccessAt: null,
      a: { downloads: 0, lastDownloadAt: null },
    });
    await visit(filePath());
    await visit(filePath(), { range: 'bytes=0-3' });
    await visit(`/d/${draft.id}`);
    const { downloads, lastAccessAt, a, b } = await seen();
    expect([downloads, a?.downloads, b?.downloads]).toEqual([3, 2, 0]);
    expect(a?.lastDownloadAt).not.toBeNull();
    expect(lastAccessAt).not.toBeNull();
    await visit(filePath());
    expect((await seen()).a?.downloads).toBe(3);
  });

  it.each<[string, Record<string, string>]>([
    ['a HEAD', { method: 'HEAD' }],
    ['the rest of a download', { range: 'bytes=4-' }],
    ['what has not changed', { 'if-none-match': '*' }],
    ['what cannot be sent', { range: 'bytes=99-' }],
  ])('do not count %s', async (_name, request) => {
    await visit(filePath(), request);
    expect(await seen()).toMatchObject({ downloads: 0, a: { downloads: 0 } });
  });

  it('do not count what the owner takes', async () => {
    expect(await visit(filePath(), admin.headers)).toBe(200);
    expect(await visit(`/api/shares/${draft.id}/archive`, admin.headers)).toBe(200);
    expect(await seen()).toMatchObject({ downloads: 0, lastAccessAt: null });
  });

  it('do not count a look in the page, which is an access all the same', async () => {
    const call = createCaller(app.url);
    const opened = await call(`/shares/${draft.id}/token`, { json: {} });
    const { token } = opened.body as { token: string };
    await visit(`/api/shares/${draft.id}/files/${fileId}?disposition=inline`, { 'x-share-token': token });
    const { downloads, lastAccessAt } = await seen();
    expect([downloads, lastAccessAt]).toEqual([0, expect.any(String)]);
  });

  it('are seen in the list of shares too', async () => {
    await visit(filePath());
    await visit(`/d/${draft.id}`);
    await app.app.jobs.run('files.count-downloads');
    const { body } = await createCaller(app.url)('/shares', { headers: admin.headers });
    expect((body as { shares: unknown[] }).shares[0]).toMatchObject({ id: draft.id, downloads: 2 });
  });

  it('survive a restart that comes before they were written', async () => {
    await Promise.all(Array.from({ length: 20 }, () => visit(filePath())));
    app = await app.restart();
    expect(await seen()).toMatchObject({ downloads: 20, a: { downloads: 20 } });
  });

  it('forget nothing when writing fails, and nobody waits for it', async () => {
    const { uow } = app.app.core;
    await visit(filePath());
    const { transaction } = uow;
    uow.transaction = () => Promise.reject(new Error('disk full'));
    await expect(app.app.jobs.run('files.count-downloads')).rejects.toThrow('disk full');
    uow.transaction = transaction;
    await visit(filePath());
    expect((await seen()).downloads).toBe(2);
  });

  it('of a file that was taken out are gone with it', async () => {
    await visit(filePath());
    await seen();
    await app.app.core.uow.transaction(({ files }) => files.removeMany([fileId as never]));
    expect((await seen()).downloads).toBe(0);
  });
});
