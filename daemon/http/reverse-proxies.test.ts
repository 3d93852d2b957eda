import { createHash } from 'node:crypto';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDraft, publish, upload } from '../testing/drafts.ts';
import { hasCaddy, hasNginx, type Proxy, startCaddy, startNginx } from '../testing/engines/proxies.ts';
import { makeCertificate } from '../testing/engines/tls-server.ts';
import { findFreePort } from '../testing/free-port.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';
import { usesBucket } from '../testing/test-storage.ts';
import { metadata } from '../testing/tus.ts';

/**
 * As large as nothing that a proxy keeps in memory, and far above the 1 MB that nginx allows by default. By hand, the
 * same can be done with more MiB, a multiple of 3: FILESHARE_TEST_PROXY_MIB=5121
 */
const mebibytes = Number(process.env['FILESHARE_TEST_PROXY_MIB'] ?? 48);
const size = mebibytes * 1024 ** 2;
const block = Buffer.alloc(1024 ** 2, 'abcdefghijklmnop');
/** No number of 32 bits says where the end of this file is. */
const sparseSize = 5 * 1024 ** 3;

describe.each([
  { name: 'nginx', isThere: hasNginx, start: startNginx },
  { name: 'Caddy', isThere: hasCaddy, start: startCaddy },
])('behind $name, as the guide says', ({ isThere, start }) => {
  describe.skipIf(!isThere || usesBucket())('over HTTPS', () => {
    let app: TestApp;
    let proxy: Proxy;
    let client: Agent;
    let address: string;

    beforeAll(async () => {
      const port = await findFreePort();
      address = `https://127.0.0.1:${port}`;
      app = await startApp({
        env: {
          FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
          FILESHARE_CONFIG_GENERAL_APP_URL: address,
          FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
        },
      });
      const certificate = await makeCertificate();
      const folder = join(app.dataDir, 'proxy');
      proxy = await start({ folder, certificate, port, upstream: new URL(app.url).host });
      // The visitor is another machine than the proxy, which alone is trusted.
      client = new Agent({ localAddress: '127.0.0.2', connect: { ca: certificate.cert } });
    });
    afterAll(async () => {
      await client.destroy();
      await proxy.stop();
      await app.stop();
    });

    it('answers with the headers of the server', async () => {
      const { statusCode, headers, body } = await request(`${address}/api/health`, { dispatcher: client });
      await body.dump();
      expect(statusCode).toBe(200);
      expect(headers['strict-transport-security']).toBe('max-age=31536000');
    });

    it('tells the address of the visitor, whatever the visitor claims', async () => {
      const { body, statusCode } = await request(`${address}/api/auth/signIn`, {
        dispatcher: client,
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.9' },
        body: JSON.stringify({ username: 'admin', password: 'wrong' }),
      });
      await body.dump();
      expect(statusCode).toBe(401);
      const ips: unknown[] = await app.app.core.database
        .reader('audit')
        .orderBy('id', 'desc')
        .limit(1)
        .pluck('ip');
      expect(ips).toEqual(['127.0.0.2']);
    });

    /** Bytes of unfinished uploads that are on the disk of the server. */
    async function countStaged(): Promise<number> {
      const folder = join(app.dataDir, 'staging');
      const entries = await readdir(folder, { recursive: true, withFileTypes: true });
      const files = entries
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name));
      const sizes = await Promise.all(files.map(async (file) => (await stat(file)).size));
      return sizes.reduce((sum, one) => sum + one, 0);
    }

    const timeout = 30_000 + mebibytes * 200;

    it('streams a large upload to the server, and downloads whole and in ranges', { timeout }, async () => {
      const { id, token } = await createDraft(app);
      const seen: number[] = [];
      async function* bytes(): AsyncGenerator<Buffer> {
        for (let sent = 0; sent < size; sent += block.length) {
          yield block;
          // The rest is sent only when the server has some of the first third.
          if (sent === size / 3) {
            while ((await countStaged()) === 0) await pause(10);
            seen.push(await countStaged());
          }
        }
      }
      const sent = await request(`${address}/api/uploads`, {
        dispatcher: client,
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          'tus-resumable': '1.0.0',
          'upload-length': String(size),
          'upload-metadata': metadata({ shareId: id, filename: 'large.bin' }),
          'content-type': 'application/offset+octet-stream',
          'content-length': String(size),
        },
        body: Readable.from(bytes()),
      });
      expect({ status: sent.statusCode, text: await sent.body.text() }).toEqual({
        status: 201,
        text: '',
      });
      expect(seen).toHaveLength(1);
      expect(await publish(app, { id, token })).toBe(200);

      const link = `${address}/d/${id}/large.bin`;
      const whole = await request(link, { dispatcher: client });
      const digest = createHash('sha256');
      for await (const part of whole.body) digest.update(part as Buffer);
      const expected = createHash('sha256');
      for (let sent = 0; sent < size; sent += block.length) expected.update(block);
      expect(digest.digest('hex')).toBe(expected.digest('hex'));

      const range = await request(link, {
        dispatcher: client,
        headers: { range: `bytes=${size - 16}-${size - 9}` },
      });
      expect(range.statusCode).toBe(206);
      expect(range.headers['content-range']).toBe(`bytes ${size - 16}-${size - 9}/${size}`);
      expect(await range.body.text()).toBe('abcdefgh');
    });

    it('downloads a range that begins beyond 4 GiB', async () => {
      const draft = await createDraft(app);
      await upload(app, draft, { path: 'sparse.bin', text: 'start' });
      expect(await publish(app, draft)).toBe(200);
      const { writer } = app.app.core.database;
      const [id = ''] = await writer('files').where({ path: 'sparse.bin' }).pluck<string[]>('id');
      await writer('files').where({ id }).update({ size: sparseSize });
      const blob = await open(join(app.dataDir, 'blobs', id.slice(0, 2), id), 'r+');
      await blob.truncate(sparseSize);
      const start = sparseSize - 1000;
      await blob.write(Buffer.from('far away'), 0, 8, start);
      await blob.close();

      const { statusCode, headers, body } = await request(`${address}/d/${draft.id}/sparse.bin`, {
        dispatcher: client,
        headers: { range: `bytes=${start}-${start + 7}` },
      });
      expect(statusCode).toBe(206);
      expect(headers['content-range']).toBe(`bytes ${start}-${start + 7}/${sparseSize}`);
      expect(await body.text()).toBe('far away');
    });
  });
});
