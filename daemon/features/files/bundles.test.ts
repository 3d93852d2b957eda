import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { FileId } from '#sdk/contract/formats/primitives.js';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish, upload } from '../../testing/drafts.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { createOpenBundle } from './bundles.ts';
import type { FileRecord, FileShare } from './types.ts';

const contents: Record<string, string> = {
  'a.txt': 'first',
  'b/empty.txt': '',
  'b/large.bin': 'x'.repeat(300_000),
  'c.txt': 'third',
  'd.txt': 'y'.repeat(70_000),
};

let app: TestApp;
let share: Draft;
let visitor: Record<string, string>;
let ids: Record<string, string>;

beforeAll(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
});
afterAll(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

beforeEach(async () => {
  share = await createDraft(app);
  // Together, so that some of them are in one blob.
  await Promise.all(Object.entries(contents).map(([path, text]) => upload(app, share, { path, text })));
  expect(await publish(app, share)).toBe(200);
  const call = createCaller(app.url);
  const { body } = await call(`/shares/${share.id}/token`, { json: {} });
  visitor = { 'x-share-token': (body as { token: string }).token };
  const list = await call(`/shares/${share.id}/files`, { headers: visitor });
  const { files } = list.body as { files: { id: string; path: string }[] };
  ids = Object.fromEntries(files.map(({ id, path }) => [path, id]));
});

const idsOf = (paths: readonly string[]) => paths.map((path) => ids[path] ?? 'f'.repeat(32));

function ask(files: readonly string[], headers: Record<string, string> = visitor): Promise<Response> {
  return fetch(`${app.url}/api/shares/${share.id}/files/bundle`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ files }),
  });
}

async function refusalOf(files: readonly string[], headers?: Record<string, string>) {
  const response = await ask(files, headers);
  const { error } = (await response.json()) as { error: string };
  return [response.status, error];
}

describe('a bundle of files', () => {
  it.each([
    ['all of them', Object.keys(contents)],
    ['another order', ['d.txt', 'a.txt', 'b/large.bin', 'b/empty.txt', 'c.txt']],
    ['one', ['c.txt']],
    ['an empty one', ['b/empty.txt']],
    ['the same twice', ['a.txt', 'c.txt', 'a.txt']],
  ])('has their bytes in the order that is asked for: %s', async (_name, paths) => {
    const response = await ask(idsOf(paths));
    const expected = paths.map((path) => contents[path]).join('');
    expect(response.status).toBe(200);
    expect(response.headers.get('content-length')).toBe(String(expected.length));
    expect(response.headers.get('content-disposition')).toContain('attachment');
    expect(response.headers.get('x-content-type-options')).toBe('nosniff');
    expect(await response.text()).toBe(expected);
  });

  it('counts as a download of each', async () => {
    await (await ask(idsOf(['a.txt', 'c.txt']))).text();
    await (await ask(idsOf(['a.txt']))).text();
    const counted = async () => {
      await app.app.jobs.run('files.count-downloads');
      const rows: { path: string; downloads: number }[] = await app.app.core.database
        .reader('file_downloads')
        .join('files', 'files.id', 'file_downloads.file_id')
        .whereIn('files.id', Object.values(ids))
        .orderBy('path')
        .select('path', 'downloads');
      return rows.map(({ path, downloads }) => [path, downloads]);
    };
    // The server counts when the last byte has left, which the client may see first.
    await expect.poll(counted).toEqual([
      ['a.txt', 2],
      ['c.txt', 1],
    ]);
  });

  it('is refused as a whole where one is missing, damaged or of another share', async () => {
    const [damaged = ''] = idsOf(['c.txt']);
    const [good = ''] = idsOf(['a.txt']);
    const other = share;
    await app.app.core.database.writer('files').where({ id: damaged }).update({ damaged_at: 1 });
    expect(await refusalOf([good, damaged])).toEqual([500, 'file_damaged']);
    expect(await refusalOf([good, 'f'.repeat(32)])).toEqual([404, 'file_not_found']);
    share = await createDraft(app);
    await upload(app, share, { path: 'mine.txt', text: 'mine' });
    const mine = { authorization: `Bearer ${share.token}` };
    expect(await refusalOf([good], mine)).toEqual([404, 'file_not_found']);
    share = other;
    await app.app.core.database.writer('files').where({ id: damaged }).update({ damaged_at: null });
  });

  it.each([
    ['no file', []],
    ['too many', Array.from({ length: 1001 }, () => 'f'.repeat(32))],
    ['what is no id', ['../a']],
  ])('is refused for %s', async (_name, files) => {
    expect(await refusalOf(files)).toEqual([400, 'validation_failed']);
  });

  it('needs what a download needs', async () => {
    expect(await refusalOf(idsOf(['a.txt']), {})).toEqual([403, 'share_token_required']);
  });
});

it('ends where a blob became shorter since it was opened', async () => {
  const id = FileId.parse('a'.repeat(32));
  const file = { id, size: 3, pack: null, damagedAt: null, path: 'a.txt' } as FileRecord;
  const open = createOpenBundle({
    uow: {
      read: { archives: { isEnding: async () => false }, files: { listByIds: async () => [file] } },
    } as never,
    blobs: { open: async () => ({ size: 3, read: async () => 0, close: async () => undefined }) },
    bytes: { openIntact: (_file, source) => source() },
    holds: { refuse: () => undefined },
    readers: { begin: () => () => undefined },
  });
  const { source } = await open({} as FileShare, [id]);
  expect(await source.read(Buffer.alloc(3), 0)).toBe(0);
  await source.close();
});
