import { type ChildProcess, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FileId } from '#sdk/contract/formats/primitives.js';
import { createCaller } from '../../../testing/browser.ts';
import { hasNginx, nginxProgram } from '../../../testing/engines/proxies.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';
import { usesBucket } from '../../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../../testing/tus.ts';
import { createOffload } from './offload.ts';

const content = randomBytes(300_000);
const env = { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' };

let app: TestApp;
let owner: Record<string, string>;

async function start(sendfile: string): Promise<void> {
  app = await startApp({ env: { ...env, FILESHARE_SENDFILE: sendfile } });
  const { username, password } = app.admin;
  const json = { username, password, transport: 'token' };
  const { body } = await createCaller(app.url)('/auth/signIn', { json });
  owner = { authorization: `Bearer ${(body as { accessToken: string }).accessToken}` };
}

/** Creates a file; returns its path on the server and that of its bytes. */
async function createFile(): Promise<{ path: string; blob: string }> {
  const { body } = await createCaller(app.url)('/shares', { json: {}, headers: owner });
  const { share, uploadToken } = body as { share: { id: string }; uploadToken: string };
  const names = { shareId: share.id, filename: 'ж.bin', relativePath: 'ж.bin' };
  const { headers } = await sendTus(`${app.url}/api/uploads`, {
    method: 'POST',
    token: uploadToken,
    headers: {
      ...offsetStream,
      'upload-length': String(content.length),
      'upload-metadata': metadata(names),
    },
    body: new Uint8Array(content),
  });
  const id = headers.get('location')?.split('/').at(-1) ?? '';
  const blob = join(app.dataDir, 'blobs', id.slice(0, 2), id);
  return { path: `/api/shares/${share.id}/files/${id}`, blob };
}

const proxied = { 'x-forwarded-for': '203.0.113.9' };

describe.each(['x-sendfile', 'x-accel-redirect'])('%s', (name) => {
  beforeAll(() => start(name));
  afterAll(() => app.stop());

  it.skipIf(usesBucket())('names the file to the proxy, with all that describes it', async () => {
    const { path, blob } = await createFile();
    const direct = await fetch(app.url + path, { headers: owner });
    const answer = await fetch(app.url + path, { headers: { ...owner, ...proxied, range: 'bytes=5-9' } });
    expect(answer.status).toBe(200);
    const place = name === 'x-sendfile' ? blob : blob.replace(join(app.dataDir, 'blobs'), '/internal/blobs');
    expect(answer.headers.get(name)).toBe(place);
    expect(await answer.text()).toBe('');
    const same = ['etag', 'content-type', 'content-disposition', 'content-security-policy', 'repr-digest'];
    for (const header of same) expect(answer.headers.get(header)).toBe(direct.headers.get(header));
  });

  it('is for proxies only: a direct client gets the bytes', async () => {
    const { path } = await createFile();
    const answer = await fetch(app.url + path, { headers: owner });
    expect(answer.headers.get(name)).toBe(null);
    expect(Buffer.from(await answer.arrayBuffer()).equals(content)).toBe(true);
  });

  it.skipIf(usesBucket())('keeps guards, conditions and errors with the server', async () => {
    const { path, blob } = await createFile();
    const stranger = await fetch(app.url + path, { headers: proxied });
    expect(stranger.status).toBe(404);
    expect(stranger.headers.get(name)).toBe(null);
    const head = await fetch(app.url + path, { method: 'HEAD', headers: { ...owner, ...proxied } });
    const etag = head.headers.get('etag') ?? '';
    const known = { ...owner, ...proxied, 'if-none-match': etag };
    expect((await fetch(app.url + path, { headers: known })).status).toBe(304);
    await rm(blob);
    const broken = await fetch(app.url + path, { headers: { ...owner, ...proxied } });
    expect([broken.status, broken.headers.get(name)]).toEqual([500, null]);
  });
});

describe.skipIf(!hasNginx)('behind nginx', () => {
  let proxy: ChildProcess;
  let address: string;

  beforeAll(async () => {
    await start('x-accel-redirect');
    const port = await findPort();
    address = `http://127.0.0.1:${port}`;
    const file = join(app.dataDir, 'nginx.conf');
    await writeFile(file, await configuration(port));
    proxy = spawn(nginxProgram, ['-p', app.dataDir, '-e', join(app.dataDir, 'nginx-error.log'), '-c', file]);
    await vi.waitFor(() => fetch(`${address}/api/health`), { timeout: 10_000 });
  });

  afterAll(async () => {
    const ended = new Promise((resolve) => proxy.once('exit', resolve));
    proxy.kill();
    await ended;
    await app.stop();
  });

  async function findPort(): Promise<number> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }

  /** Reads the location from the guide, so that the guide is tested. */
  async function configuration(port: number): Promise<string> {
    const guide = await readFile(
      join(import.meta.dirname, '../../../../docs/guide/reverse-proxy.md'),
      'utf8',
    );
    const [, internal = ''] = /```nginx\n(location \/internal[^`]*)```/.exec(guide) ?? [];
    return `daemon off; master_process off; pid ${app.dataDir}/nginx.pid;
      events {}
      http {
        access_log off;
        client_body_temp_path ${app.dataDir}/nginx-body; proxy_temp_path ${app.dataDir}/nginx-proxy;
        fastcgi_temp_path ${app.dataDir}/nginx-a; uwsgi_temp_path ${app.dataDir}/nginx-b; scgi_temp_path ${app.dataDir}/nginx-c;
        server {
          listen 127.0.0.1:${port};
          ${internal.replace('/srv/fileshare/blobs/', `${app.dataDir}/blobs/`)}
          location / {
            proxy_pass ${app.url};
            proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
          }
        }
      }`;
  }

  it('sends whole files and parts of them, as the server would', async () => {
    const { path } = await createFile();
    const direct = await fetch(app.url + path, { headers: owner });
    const whole = await fetch(address + path, { headers: owner });
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer()).equals(content)).toBe(true);
    expect(whole.headers.get('x-accel-redirect')).toBe(null);
    const varying = ['date', 'connection', 'keep-alive', 'x-request-id', 'vary'];
    const described = (answer: Response) =>
      [...answer.headers].filter(([name]) => direct.headers.has(name) && !varying.includes(name));
    expect(described(whole)).toEqual(described(direct));
    const etag = direct.headers.get('etag') ?? '';
    for (const condition of [{}, { 'if-range': etag }]) {
      const headers = { ...owner, range: 'bytes=299000-', ...condition };
      const part = await fetch(address + path, { headers });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe('bytes 299000-299999/300000');
      expect(Buffer.from(await part.arrayBuffer()).equals(content.subarray(299_000))).toBe(true);
    }
    const other = await fetch(address + path, {
      headers: { ...owner, range: 'bytes=5-', 'if-range': '"x"' },
    });
    expect(
      createHash('sha256')
        .update(Buffer.from(await other.arrayBuffer()))
        .digest('hex'),
    ).toBe(createHash('sha256').update(content).digest('hex'));
    const head = await fetch(address + path, { method: 'HEAD', headers: owner });
    expect([head.status, head.headers.get('content-length')]).toEqual([200, '300000']);
  });

  it('gives no file to who asks nginx for it', async () => {
    const { path, blob } = await createFile();
    expect((await fetch(address + path)).status).toBe(404);
    const inside = blob.replace(join(app.dataDir, 'blobs'), '/internal/blobs');
    expect((await fetch(address + inside, { headers: owner })).status).toBe(404);
  });
});

describe('a store whose blobs have no path', () => {
  it('leaves sending to the server', () => {
    const file = { id: FileId.parse('ab'.repeat(16)), size: 5, pack: null };
    expect(createOffload('x-sendfile', { localPath: (id) => `/blobs/${id}` })(file)).not.toBeNull();
    expect(createOffload('x-sendfile', {})(file)).toBeNull();
  });
});
