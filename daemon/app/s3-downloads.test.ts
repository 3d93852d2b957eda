import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesFromPaths, type NodeClient } from '#sdk/index.js';
import { signIn } from '../testing/clients.ts';
import { createDraft, upload } from '../testing/drafts.ts';
import { hasS3Server } from '../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server, variablesOf } from '../testing/engines/s3-server.ts';
import { signInAs } from '../testing/members.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

interface Limits {
  password?: string;
  maxViews?: number;
}

/** Downloads by many people at the same time, through the server and past it. */
describe.skipIf(!hasS3Server)('downloads from S3', () => {
  let server: S3Server;
  let app: TestApp;
  let client: NodeClient;
  let owner: Record<string, string>;
  let folder: string;

  beforeAll(async () => {
    server = await useS3Server();
    const s3 = await server.createBucket();
    const publicUrl = (s3.endpoint ?? '').replace('127.0.0.1', 'localhost');
    app = await startApp({ env: { ...variablesOf(s3), FILESHARE_S3_PUBLIC_URL: publicUrl } });
    client = await signIn(app);
    ({ headers: owner } = await signInAs(app, app.admin));
    folder = await mkdtemp(join(tmpdir(), 'fileshare-s3-'));
  }, s3StartTimeout);
  afterAll(async () => {
    await client.close();
    await app.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Shares a file; returns the path of its bytes, for everybody. */
  async function share(name: string, content: Buffer, limits: Limits = {}): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    const { share: created } = await client.uploadFiles(await filesFromPaths([path]), {
      share: limits,
    });
    const { files } = await client.files.list({ params: { id: created.id } });
    return `/api/shares/${created.id}/files/${files[0]?.id}`;
  }

  it('of many slow receivers leave connections for others', { timeout: 90_000 }, async () => {
    const path = await share('big.bin', randomBytes(40_000_000));
    const small = await share('small.bin', randomBytes(200_000));
    const { port } = new URL(app.url);
    const headers = Object.entries(owner).map(([name, value]) => `${name}: ${value}\r\n`);
    const slow: Socket[] = [];
    const begin = async () => {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      slow.push(socket);
      const isFirstByte = new Promise((resolve) => socket.once('readable', resolve));
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}\r\n`);
      // Nothing of it is read.
      await isFirstByte;
    };
    for (let begun = 0; begun < 80; begun += 8) await Promise.all(Array.from({ length: 8 }, begin));
    try {
      const answer = await fetch(app.url + small, { headers: owner });
      expect((await answer.arrayBuffer()).byteLength).toBe(200_000);
      const draft = await createDraft(app, {}, owner);
      expect(await upload(app, draft, { path: 'a.txt', text: 'text' })).toMatchObject({ status: 201 });
    } finally {
      for (const socket of slow) socket.destroy();
    }
  });

  describe('without the server in between', () => {
    const png = randomBytes(300_000);
    const setOn = (value: string) =>
      client.configs.update({ body: [{ key: 'share.presignedDownloads', value }] });
    const visit = (path: string, headers: Record<string, string> = {}) =>
      fetch(app.url + path, { headers, redirect: 'manual' });

    /** A share that visitors can download from with its link alone. */
    async function publicLink(name: string, content: Buffer, limits: Limits = {}): Promise<string> {
      return (await share(name, content, limits)).replace(/^\/api\/shares\/([^/]+)\/.*/, '/d/$1');
    }

    beforeAll(async () => void (await setOn('true')));

    it('redirect to a link that sends the same bytes, also in part', async () => {
      const path = await publicLink('Größe (1).png', png);
      const answer = await visit(path);
      expect(answer.status).toBe(307);
      expect(answer.headers.get('cache-control')).toBe('no-store');
      const link = answer.headers.get('location') ?? '';
      expect(new URL(link).hostname).toBe('localhost');
      const whole = await fetch(link);
      expect(whole.status).toBe(200);
      expect(Buffer.from(await whole.arrayBuffer()).equals(png)).toBe(true);
      expect(whole.headers.get('content-type')).toBe('image/png');
      expect(whole.headers.get('content-disposition')).toMatch(
        /^attachment; .*filename\*=UTF-8''Gr%C3%B6%C3%9Fe/,
      );
      const part = await fetch(link, { headers: { range: 'bytes=1000-1999' } });
      expect(part.status).toBe(206);
      expect(part.headers.get('content-range')).toBe('bytes 1000-1999/300000');
      expect(Buffer.from(await part.arrayBuffer()).equals(png.subarray(1000, 2000))).toBe(true);
      const ranged = await visit(path, { range: 'bytes=5-9' });
      expect(ranged.status).toBe(307);

      const changed = new URL(link);
      changed.searchParams.set('X-Amz-Expires', '600');
      expect((await fetch(changed)).status).toBe(403);
    });

    it('redirect also to a large file, once its pieces are joined', { timeout: 60_000 }, async () => {
      const content = randomBytes(40_000_000);
      const path = await publicLink('large.bin', content);
      // The first download goes through the server, and makes one object of the file.
      const first = await visit(path);
      expect(first.status).toBe(200);
      expect(Buffer.from(await first.arrayBuffer()).equals(content)).toBe(true);
      await expect.poll(async () => (await visit(path, { range: 'bytes=0-0' })).status).toBe(307);
      const link = (await visit(path)).headers.get('location') ?? '';
      expect(Buffer.from(await (await fetch(link)).arrayBuffer()).equals(content)).toBe(true);
    });

    it('never let a browser run what it downloads', async () => {
      const path = await publicLink('page.html', Buffer.from('<script>alert(1)</script>'.repeat(4000)));
      const answer = await fetch((await visit(path)).headers.get('location') ?? '');
      expect(answer.headers.get('content-type')).toBe('application/octet-stream');
      expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
      await answer.arrayBuffer();
    });

    it('wait for the malware scan', async () => {
      const scan = (value: string) =>
        client.configs.update({
          body: [
            { key: 'malware.address', value: `unix:${join(folder, 'away.sock')}` },
            { key: 'malware.enabled', value },
          ],
        });
      await scan('true');
      const path = await publicLink('unscanned.bin', png);
      const answer = await visit(path);
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
      expect(await answer.json()).toMatchObject({ error: 'file_scanning' });
      await scan('false');
      expect((await visit(path)).status).toBe(307);
    });

    it('are for the SDK like any other', async () => {
      const path = join(folder, 'sdk.bin');
      await writeFile(path, png);
      const { share: created } = await client.uploadFiles(await filesFromPaths([path]));
      const directory = join(folder, 'back');
      expect((await client.downloadShare(created.url, { directory })).failed).toEqual([]);
      expect((await readFile(join(directory, 'sdk.bin'))).equals(png)).toBe(true);
    });

    it('count when they begin', async () => {
      const path = await publicLink('counted.bin', png);
      await visit(path);
      await visit(path, { range: 'bytes=1000-' });
      await app.app.jobs.run('files.count-downloads');
      const id = path.split('/').at(-1) ?? '';
      const { body } = await ownerFiles(id);
      expect(body.files[0]?.downloads).toBe(1);
    });

    const ownerFiles = async (id: string) => {
      const answer = await fetch(`${app.url}/api/shares/${id}/owner/files`, { headers: owner });
      return { body: (await answer.json()) as { files: { downloads: number }[] } };
    };

    it('go through the server when they are shown, limited, in several objects or in a bundle', async () => {
      const open = await share('open.png', png);
      const inline = await fetch(`${app.url}${open}?disposition=inline`, {
        headers: owner,
        redirect: 'manual',
      });
      expect(inline.status).toBe(200);
      await inline.arrayBuffer();

      const secret = await publicLink('secret.bin', png, { password: 'very secret' });
      expect((await visit(secret)).status).toBe(401);
      const known = { authorization: `Basic ${Buffer.from(':very secret').toString('base64')}` };
      const unlocked = await visit(secret, known);
      expect(unlocked.status).toBe(200);
      expect(Buffer.from(await unlocked.arrayBuffer()).equals(png)).toBe(true);
      const limited = await share('once.bin', png, { maxViews: 1 });
      const once = await fetch(app.url + limited, { headers: owner, redirect: 'manual' });
      expect(once.status).toBe(200);
      await once.arrayBuffer();

      const large = await visit(await publicLink('large.bin', randomBytes(18_000_000)));
      expect(large.status).toBe(200);
      await large.arrayBuffer();
      const empty = await visit(await publicLink('empty.bin', Buffer.alloc(0)));
      expect(empty.status).toBe(200);
    });

    it('are refused as before once the share has ended', async () => {
      const path = await publicLink('ended.bin', png);
      await client.shares.remove({ params: { id: path.split('/').at(-1) ?? '' } });
      expect((await visit(path)).status).toBe(404);
    });

    it('go through the server when they are off', async () => {
      await setOn('false');
      const answer = await visit(await publicLink('off.bin', png));
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
    });
  });
});
