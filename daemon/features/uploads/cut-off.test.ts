import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, publish } from '../../testing/drafts.ts';
import { type NetworkLine, startNetworkLine } from '../../testing/engines/network-line.ts';
import { findPostgres } from '../../testing/engines/postgres-server.ts';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout, useS3Server, variablesOf } from '../../testing/engines/s3-server.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { databaseIn, useServer } from '../../testing/test-database.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';

/** One of two servers loses its database, but neither its clients nor the bucket, and gets it back. */
describe.skipIf(!hasS3Server || findPostgres() === null)('a server that is cut off from the database', () => {
  let stopPostgres: () => Promise<void>;
  let line: NetworkLine;
  let whole: TestApp;
  let cutOff: TestApp;

  beforeAll(async () => {
    stopPostgres = await useServer();
    const env = {
      ...variablesOf(await (await useS3Server()).createBucket()),
      FILESHARE_SECRET_KEY: randomBytes(32).toString('hex'),
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
    };
    whole = await startApp({ env });
    const address = databaseIn(whole.dataDir);
    if (address.engine !== 'postgres') throw new Error('not on a server');
    const url = new URL(address.url);
    line = await startNetworkLine(Number(url.port));
    url.port = String(line.port);
    cutOff = await startApp({ env: { ...env, FILESHARE_DATABASE_URL: url.href }, beside: whole });
  }, s3StartTimeout);
  afterAll(async () => {
    await cutOff.stop();
    await whole.stop();
    await line.close();
    await stopPostgres();
  });

  const content = randomBytes(3_000_000);
  const stored = 1_500_000;

  it('changes nothing that another one has taken over, and works on afterwards', {
    timeout: 120_000,
  }, async () => {
    line.mend();
    const draft = await createDraft(whole);
    const created = await sendTus(`${cutOff.url}/api/uploads`, {
      method: 'POST',
      token: draft.token,
      headers: {
        'upload-length': String(content.length),
        'upload-metadata': metadata({ shareId: draft.id, filename: 'a.bin' }),
      },
    });
    const path = new URL(created.headers.get('location') ?? '', cutOff.url).pathname;
    const id = path.split('/').at(-1) ?? '';
    const offsetAt = async ({ url }: TestApp) => {
      const { headers } = await sendTus(url + path, { method: 'HEAD', token: draft.token });
      return Number(headers.get('upload-offset'));
    };

    const sending = request(cutOff.url + path, {
      method: 'PATCH',
      headers: {
        'tus-resumable': '1.0.0',
        authorization: `Bearer ${draft.token}`,
        'upload-offset': 0,
        'content-length': content.length,
        ...offsetStream,
      },
    });
    const answer = new Promise<number | string>((resolve) => {
      sending.on('response', (response) => resolve(response.statusCode ?? 0));
      sending.on('error', (error) => resolve(error.message));
    });
    sending.write(content.subarray(0, stored));
    await expect.poll(() => whole.app.stores.staging.size(id)).toBe(stored);

    line.cut();
    // Other bytes than those which were announced.
    sending.end(Buffer.alloc(content.length - stored));
    // Nothing is heard of its owner for twenty seconds.
    await expect.poll(() => offsetAt(whole), { timeout: 40_000, interval: 500 }).toBe(stored);
    const sendRest = async () => {
      const { status } = await sendTus(whole.url + path, {
        method: 'PATCH',
        token: draft.token,
        headers: { ...offsetStream, 'upload-offset': String(stored) },
        body: new Uint8Array(content.subarray(stored)),
      });
      return status;
    };
    // What was cut off in a transaction keeps its locks until the database gives it up: until then 503, for clients to repeat.
    await expect.poll(sendRest, { timeout: 40_000 }).toBe(204);

    line.mend();
    expect(await answer).not.toBe(204);
    expect(await publish(whole, draft)).toBe(200);
    expect(await findViolations(whole.app)).toEqual([]);
    await expect.poll(async () => (await fetch(`${cutOff.url}/api/health/ready`)).status).toBe(200);
    const call = createCaller(cutOff.url);
    const { body } = await call(`/shares/${draft.id}/token`, { json: {} });
    const headers = { 'x-share-token': (body as { token: string }).token };
    const listed = await call(`/shares/${draft.id}/files`, { headers });
    const [file] = (listed.body as { files: { id: string }[] }).files;
    const downloaded = await fetch(`${cutOff.url}/api/shares/${draft.id}/files/${file?.id}`, { headers });
    const digest = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(digest(new Uint8Array(await downloaded.arrayBuffer()))).toBe(digest(content));
  });
});
