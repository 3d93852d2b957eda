import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish } from '../../testing/drafts.ts';
import { signInAs } from '../../testing/members.ts';
import { RawConnection, requestHead } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from '../../testing/tus.ts';

/** Uploads whose client does not know their length: https://tus.io/protocols/resumable-upload#upload-defer-length */
let app: TestApp;
let draft: Draft;
let headers: Record<string, string>;

beforeEach(async () => {
  app = await startApp({
    env: {
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_CONFIG_SHARE_MAX_SIZE: '1000',
    },
  });
  ({ headers } = await signInAs(app, app.admin));
  draft = await createDraft(app, {}, headers);
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

const create = (
  { id, token } = draft,
  { filename = 'dump.sql', ...extra }: Record<string, string> = {},
): Promise<TusAnswer> =>
  sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token,
    headers: { 'upload-defer-length': '1', 'upload-metadata': metadata({ shareId: id, filename }), ...extra },
  });

async function begin(of = draft): Promise<string> {
  const { headers: answer } = await create(of);
  return new URL(answer.get('location') ?? '', `${app.url}/api/`).href;
}

const append = (url: string, offset: number, text: string, extra: Record<string, string> = {}) =>
  sendTus(url, {
    method: 'PATCH',
    token: draft.token,
    headers: { ...offsetStream, 'upload-offset': String(offset), ...extra },
    body: new Uint8Array(Buffer.from(text)),
  });

/** Appends at the beginning on a connection that can be cut, with the headers that `fetch` would choose itself. */
async function sendRaw(url: string, own: Record<string, string>, body: string): Promise<RawConnection> {
  const connection = await RawConnection.open(app.url);
  const head = requestHead(`PATCH ${new URL(url).pathname}`, {
    'Tus-Resumable': '1.0.0',
    Authorization: `Bearer ${draft.token}`,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': '0',
    ...own,
  });
  await connection.write(head + body);
  return connection;
}

const ask = async (url: string) => {
  const { headers: answer } = await sendTus(url, { method: 'HEAD', token: draft.token });
  const [offset, length, isDeferred] = ['upload-offset', 'upload-length', 'upload-defer-length'].map((name) =>
    answer.get(name),
  );
  return { offset, length, isDeferred };
};

async function sizes(): Promise<number[]> {
  const { body } = await createCaller(app.url)(`/shares/${draft.id}/files`, {
    headers: { authorization: `Bearer ${draft.token}` },
  });
  return (body as { files: { size: number }[] }).files.map(({ size }) => size);
}

describe('an upload of deferred length', () => {
  it('becomes a file when its length is declared', async () => {
    const url = await begin();
    expect(await ask(url)).toEqual({ offset: '0', length: null, isDeferred: '1' });
    expect((await append(url, 0, 'first')).headers.get('upload-offset')).toBe('5');
    expect(await ask(url)).toEqual({ offset: '5', length: null, isDeferred: '1' });
    expect(await publish(app, draft)).toBe(409);
    const last = await append(url, 5, ' last', { 'upload-length': '10' });
    expect(last.status).toBe(204);
    expect(last.headers.get('upload-expires')).toBeNull();
    expect(await ask(url)).toEqual({ offset: '10', length: '10', isDeferred: null });
    expect(await sizes()).toEqual([10]);
    expect(await publish(app, draft)).toBe(200);
  });

  it('can be empty, and end with an empty request', async () => {
    const empty = await begin();
    expect((await append(empty, 0, '', { 'upload-length': '0' })).status).toBe(204);
    const url = new URL(
      (await create(draft, { filename: 'b.sql' })).headers.get('location') ?? '',
      `${app.url}/api/`,
    );
    await append(url.href, 0, 'bytes');
    expect((await append(url.href, 5, '', { 'upload-length': '5' })).status).toBe(204);
    expect(new Set(await sizes())).toEqual(new Set([0, 5]));
  });

  it('keeps the limit of the share with each request, and nothing is lost by one that is refused', async () => {
    const url = await begin();
    await append(url, 0, 'x'.repeat(600));
    expect(await append(url, 600, 'x'.repeat(401))).toMatchObject({ status: 413, error: 'share_too_large' });
    expect(await ask(url)).toMatchObject({ offset: '600' });
    expect((await append(url, 600, 'x'.repeat(400), { 'upload-length': '1000' })).status).toBe(204);
    expect(await sizes()).toEqual([1000]);
  });

  it('leaves to others what it no longer reserves', async () => {
    const [one, other] = [await begin(), await create(draft, { filename: 'other' })];
    const url = new URL(other.headers.get('location') ?? '', `${app.url}/api/`).href;
    await append(one, 0, 'x'.repeat(600));
    expect((await append(url, 0, 'x'.repeat(500))).error).toBe('share_too_large');
    await sendTus(one, { method: 'DELETE', token: draft.token });
    expect((await append(url, 0, 'x'.repeat(1000), { 'upload-length': '1000' })).status).toBe(204);
  });

  it('takes no more than there is space for', async () => {
    app.app.stores.capacity.freeBytes = async () => 500;
    const url = await begin();
    expect((await append(url, 0, 'x'.repeat(501))).error).toBe('storage_full');
    expect((await append(url, 0, 'x'.repeat(500), { 'upload-length': '500' })).status).toBe(204);
  });

  it('resumes after a cut, also when its length was declared with what was cut', async () => {
    const url = await begin();
    const connection = await sendRaw(url, { 'Content-Length': '10', 'Upload-Length': '10' }, 'first');
    await expect.poll(() => app.app.stores.staging.size(url.split('/').at(-1) ?? '')).toBe(5);
    connection.socket.destroy();
    await expect.poll(() => ask(url)).toEqual({ offset: '5', length: '10', isDeferred: null });
    expect((await append(url, 5, ' last', { 'upload-length': '10' })).status).toBe(204);
    expect(await sizes()).toEqual([10]);
  });

  it.each([
    ['another length than before', '11'],
    ['a length that it exceeds', '4'],
  ])('refuses %s', async (_case, length) => {
    const url = await begin();
    await append(url, 0, 'first');
    if (length === '11') await append(url, 5, 'x', { 'upload-length': '10' });
    const { offset } = await ask(url);
    const answer = await append(url, Number(offset), 'x', { 'upload-length': length });
    expect(answer).toMatchObject({ status: 400, error: 'upload_header_invalid' });
    expect(await ask(url)).toMatchObject({ offset });
  });

  it('needs the length of each request', async () => {
    const url = await begin();
    const connection = await sendRaw(url, { 'Transfer-Encoding': 'chunked' }, '5\r\nfirst\r\n0\r\n\r\n');
    expect(await connection.answer()).toMatchObject({ status: 411, error: 'length_required' });
    connection.socket.destroy();
  });

  it.each([
    [{ 'upload-length': '5' }, 'upload_header_invalid'],
    [{ 'upload-defer-length': '0' }, 'upload_header_invalid'],
    [{ 'upload-metadata': metadata({ filename: 'b', bundle: '1', contentSize: '1' }) }, 'bundle_invalid'],
  ])('is not created with %j', async (extra, error) => {
    expect(await create(draft, extra)).toMatchObject({ status: 400, error });
  });

  it('is not created by strangers', async () => {
    const stranger = await createDraft(app);
    expect(await create(stranger)).toMatchObject({ status: 401, error: 'sign_in_required' });
  });
});
