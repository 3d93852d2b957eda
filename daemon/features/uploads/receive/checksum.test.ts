import { createHash, randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findViolations } from '../../../testing/check-invariants.ts';
import { createDraft, type Draft, publish } from '../../../testing/drafts.ts';
import { RawConnection, requestHead } from '../../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { metadata, offsetStream, sendTus } from '../../../testing/tus.ts';

/** Requests with a checksum: https://tus.io/protocols/resumable-upload#checksum */
let app: TestApp;
let draft: Draft;
let url: string;

const content = randomBytes(3_000_000);
const half = content.length / 2;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('base64');

beforeEach(async () => {
  app = await startApp({ env: { FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true' } });
  draft = await createDraft(app);
  const { headers } = await sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token: draft.token,
    headers: {
      'upload-length': String(content.length),
      'upload-metadata': metadata({
        filename: 'a.bin',
        sha256: createHash('sha256').update(content).digest('hex'),
      }),
    },
  });
  url = new URL(headers.get('location') ?? '', app.url).href;
});
afterEach(async () => {
  expect(await findViolations(app.app)).toEqual([]);
  await app.stop();
});

const append = (offset: number, body: Uint8Array<ArrayBuffer>, digest = sha256(body)) =>
  sendTus(url, {
    method: 'PATCH',
    token: draft.token,
    headers: { ...offsetStream, 'upload-offset': String(offset), 'upload-checksum': `sha256 ${digest}` },
    body,
  });

const offset = async () =>
  Number((await sendTus(url, { method: 'HEAD', token: draft.token })).headers.get('upload-offset'));

/** Begins to send the first half, and stops in the middle. */
async function sendQuarter(): Promise<RawConnection> {
  const connection = await RawConnection.open(app.url);
  const head = requestHead(`PATCH ${new URL(url).pathname}`, {
    'Tus-Resumable': '1.0.0',
    Authorization: `Bearer ${draft.token}`,
    'Content-Type': 'application/offset+octet-stream',
    'Content-Length': String(half),
    'Upload-Offset': '0',
    'Upload-Checksum': `sha256 ${sha256(content.subarray(0, half))}`,
  });
  await connection.write(head);
  connection.socket.write(content.subarray(0, half / 2));
  const unchecked = `${url.split('/').at(-1)}.unchecked`;
  await expect.poll(() => app.app.stores.staging.size(unchecked)).toBeGreaterThan(0);
  return connection;
}

async function stagedIds(): Promise<string[]> {
  const ids = [];
  for await (const { id } of app.app.stores.staging.list()) ids.push(id);
  return ids;
}

describe('a request with a checksum', () => {
  it('is kept as a whole when the checksum matches, and not at all otherwise', async () => {
    expect((await append(0, content.subarray(0, half))).headers.get('upload-offset')).toBe(String(half));
    const damaged = Buffer.from(content.subarray(half));
    damaged[7] = (damaged[7] ?? 0) ^ 1;
    const refused = await append(half, damaged, sha256(content.subarray(half)));
    expect(refused).toMatchObject({ status: 460, error: 'upload_checksum_mismatch' });
    expect(await offset()).toBe(half);
    expect((await append(half, content.subarray(half))).status).toBe(204);
    expect(await publish(app, draft)).toBe(200);
    expect(await stagedIds()).toEqual([]);
  });

  it('leaves nothing when it is cut', async () => {
    const connection = await sendQuarter();
    connection.socket.destroy();
    await expect.poll(stagedIds).toEqual([url.split('/').at(-1)]);
    expect(await offset()).toBe(0);
    expect((await append(0, content)).status).toBe(204);
    expect(await publish(app, draft)).toBe(200);
  });

  it('leaves nothing when the server stops, and what it staged does not disturb the next', async () => {
    await sendQuarter();
    app = await app.restart();
    await app.app.stores.staging.discard(`${url.split('/').at(-1)}.unchecked`);
    await app.app.stores.staging.begin(`${url.split('/').at(-1)}.unchecked`);
    url = new URL(new URL(url).pathname, app.url).href;
    expect(await offset()).toBe(0);
    expect((await append(0, content)).status).toBe(204);
    expect(await publish(app, draft)).toBe(200);
  });
});
