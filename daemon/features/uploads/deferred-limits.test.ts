import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft } from '../../testing/drafts.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

/** Of each limit, an upload of known length would be refused before its first byte. */
const room = 1000;

let app: TestApp;
let headers: Record<string, string>;
let draft: Draft;
/** IDs of uploads. */
const begun = new Set<string>();
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

async function start(env: Record<string, string>): Promise<void> {
  app = await startApp({ env });
  ({ headers } = await signInAs(app, app.admin));
  draft = await createDraft(app, {}, headers);
}

async function begin({ id, token } = draft, length: Record<string, string> = { 'upload-defer-length': '1' }) {
  const answer = await sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token,
    headers: { ...length, 'upload-metadata': metadata({ shareId: id, filename: `${begun.size}.sql` }) },
  });
  const location = answer.headers.get('location');
  if (location !== null) begun.add(location.split('/').at(-1) ?? '');
  return { ...answer, url: new URL(location ?? '', `${app.url}/api/`).href };
}

const append = (url: string, { offset = 0, bytes = 0, token = draft.token, length = {} }: Append) =>
  sendTus(url, {
    method: 'PATCH',
    token,
    headers: { ...offsetStream, 'upload-offset': String(offset), ...length },
    body: new Uint8Array(bytes),
  });
interface Append {
  offset?: number;
  bytes?: number;
  token?: string;
  length?: { 'upload-length'?: string };
}

const limits: readonly [name: string, error: string, setUp: () => Promise<void>][] = [
  ['the size of a share', 'share_too_large', () => start({ FILESHARE_CONFIG_SHARE_MAX_SIZE: String(room) })],
  ['the quota of a user', 'quota_exceeded', () => start({ FILESHARE_CONFIG_SHARE_USER_QUOTA: String(room) })],
  [
    'free space',
    'storage_full',
    async () => {
      await start({});
      app.app.stores.capacity.freeBytes = async () => room - (await stored());
    },
  ],
];

/** What uploads have brought to the disk. */
async function stored(): Promise<number> {
  const { staging } = app.app.stores;
  const sizes = await Promise.all([...begun].map((id) => staging.size(id)));
  return sizes.reduce((total: number, size) => total + (size ?? 0), 0);
}

describe.each(limits)('SEC-42, SEC-46: an upload of deferred length keeps %s', (_name, error, setUp) => {
  beforeEach(async () => {
    begun.clear();
    await setUp();
  });

  it('with each request, and reserves step by step only what arrives', async () => {
    const one = await begin();
    const other = await begin();
    expect((await append(one.url, { bytes: 400 })).status).toBe(204);
    expect((await append(one.url, { offset: 400, bytes: 200 })).status).toBe(204);
    expect(await append(other.url, { bytes: 401 })).toMatchObject({ error });
    expect((await append(other.url, { bytes: 399 })).status).toBe(204);
    expect(await append(one.url, { offset: 600, bytes: 2 })).toMatchObject({ error });
    const length = { 'upload-length': '600' };
    expect((await append(one.url, { offset: 600, length })).status).toBe(204);
  });

  it('against uploads of known length, whose bytes are reserved', async () => {
    expect((await begin(draft, { 'upload-length': '900' })).status).toBe(201);
    const { url } = await begin();
    expect(await append(url, { bytes: 101 })).toMatchObject({ error });
    expect((await append(url, { bytes: 99 })).status).toBe(204);
    expect(await begin(draft, { 'upload-length': '2' })).toMatchObject({ error });
  });

  it('and refuses to declare a length beyond it', async () => {
    const { url } = await begin();
    const length = { 'upload-length': String(room + 1) };
    expect(await append(url, { bytes: 10, length })).toMatchObject({ error });
  });
});
