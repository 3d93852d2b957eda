import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { filesFromPaths, type NodeClient } from '#sdk/index.js';
import { signIn } from '../testing/clients.ts';
import { createDraft, upload } from '../testing/drafts.ts';
import { signInAs } from '../testing/members.ts';
import { hasS3Server } from '../testing/s3-programs.ts';
import { type S3Server, s3StartTimeout, startS3Server, variablesOf } from '../testing/s3-server.ts';
import { startApp, type TestApp } from '../testing/start-app.ts';

/** Downloads by many people at the same time. */
describe.skipIf(!hasS3Server)('downloads from S3', () => {
  let server: S3Server;
  let app: TestApp;
  let client: NodeClient;
  let owner: Record<string, string>;
  let folder: string;

  beforeAll(async () => {
    server = await startS3Server();
    const s3 = await server.createBucket();
    app = await startApp({ env: variablesOf(s3) });
    client = await signIn(app);
    ({ headers: owner } = await signInAs(app, app.admin));
    folder = await mkdtemp(join(tmpdir(), 'fileshare-s3-'));
  }, s3StartTimeout);
  afterAll(async () => {
    await client.close();
    await app.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  });

  /** Shares a file; returns the path of its bytes, for everybody. */
  async function share(name: string, content: Buffer): Promise<string> {
    const path = join(folder, name);
    await writeFile(path, content);
    const { share: created } = await client.uploadFiles(await filesFromPaths([path]));
    const { files } = await client.files.list({ params: { id: created.id } });
    return `/api/shares/${created.id}/files/${files[0]?.id}`;
  }

  it('of many slow receivers leave connections for others', { timeout: 90_000 }, async () => {
    const path = await share('big.bin', randomBytes(40_000_000));
    const small = await share('small.bin', randomBytes(200_000));
    const { port } = new URL(app.url);
    const headers = Object.entries(owner).map(([name, value]) => `${name}: ${value}\r\n`);
    const slow: Socket[] = [];
    for (let count = 0; count < 80; count += 1) {
      const socket = connect(Number(port), '127.0.0.1');
      socket.on('error', () => undefined);
      slow.push(socket);
      const isFirstByte = new Promise((resolve) => socket.once('readable', resolve));
      socket.write(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\n${headers.join('')}\r\n`);
      // Nothing of it is read.
      await isFirstByte;
    }
    try {
      const answer = await fetch(app.url + small, { headers: owner });
      expect((await answer.arrayBuffer()).byteLength).toBe(200_000);
      const draft = await createDraft(app, {}, owner);
      expect(await upload(app, draft, { path: 'a.txt', text: 'text' })).toMatchObject({ status: 201 });
    } finally {
      for (const socket of slow) socket.destroy();
    }
  });
});
