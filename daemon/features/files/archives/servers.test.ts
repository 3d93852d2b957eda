import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { filesFromPaths } from '#sdk/index.js';
import { createCaller } from '../../../testing/browser.ts';
import { findViolations } from '../../../testing/check-invariants.ts';
import { signIn } from '../../../testing/clients.ts';
import { findPostgres } from '../../../testing/engines/postgres-server.ts';
import { hasS3Server } from '../../../testing/engines/s3-programs.ts';
import { type S3Server, s3StartTimeout, useS3Server } from '../../../testing/engines/s3-server.ts';
import { signInAs } from '../../../testing/members.ts';
import { startServers, type TestServers } from '../../../testing/servers.ts';
import type { TestApp } from '../../../testing/start-app.ts';
import { useServer } from '../../../testing/test-database.ts';

describe.skipIf(!hasS3Server || findPostgres() === null)('archives of several servers', () => {
  let stopPostgres: () => Promise<void>;
  let s3: S3Server;
  let servers: TestServers;
  let a: TestApp;
  let b: TestApp;
  let owner: Record<string, string>;

  beforeAll(async () => {
    stopPostgres = await useServer();
    s3 = await useS3Server();
  }, s3StartTimeout);
  afterAll(() => stopPostgres());
  afterEach(async () => {
    expect(await findViolations(a.app)).toEqual([]);
    await servers.stop();
  });

  /** Publishes a share with these files; returns its id. */
  async function share(env: Record<string, string>, files: Record<string, Uint8Array>): Promise<string> {
    servers = await startServers(s3, env);
    [a, b] = servers.apps;
    ({ headers: owner } = await signInAs(a, a.admin));
    const folder = await mkdtemp(join(tmpdir(), 'fileshare-archives-'));
    for (const [name, bytes] of Object.entries(files)) await writeFile(join(folder, name), bytes);
    const client = await signIn(a);
    const result = await client.uploadFiles(await filesFromPaths([folder]));
    await client.close();
    await rm(folder, { recursive: true });
    return result.share.id;
  }

  async function open({ url }: TestApp, id: string): Promise<IncomingMessage> {
    const request = get(`${url}/api/shares/${id}/archive`, { headers: owner });
    const [answer] = (await once(request, 'response')) as [IncomingMessage];
    return answer;
  }

  it('stay whole while another server removes their files', { timeout: 60_000 }, async () => {
    const files = {
      'a.bin': randomBytes(9_000_000),
      'b.bin': randomBytes(9_000_000),
      'c.bin': randomBytes(9_000_000),
    };
    const id = await share({}, files);
    const whole = await buffer(await open(b, id));
    const answer = await open(a, id);
    expect(answer.statusCode).toBe(200);
    // Nobody reads it yet, so most files have not been opened.
    answer.pause();
    const call = createCaller(b.url);
    const { body } = await call(`/shares/${id}/files`, { headers: owner });
    for (const file of (body as { files: { id: string; path: string }[] }).files) {
      if (file.path.endsWith('a.bin')) continue;
      const { status } = await call(`/shares/${id}/files/${file.id}`, { method: 'DELETE', headers: owner });
      expect(status).toBe(204);
    }
    expect((await buffer(answer)).equals(whole)).toBe(true);
  });

  it('are built by one of them, and by another one when it is gone', { timeout: 60_000 }, async () => {
    const text = Buffer.from('the same words again and again. '.repeat(5000));
    const compressing = { FILESHARE_CONFIG_SHARE_ZIP_COMPRESSION_LEVEL: '6' };
    const id = await share(compressing, { 'a.txt': text, 'b.txt': text });
    const archives = () => a.app.core.database.writer('archives');
    const build = () => Promise.all(servers.apps.map(({ app }) => app.jobs.run('files.build-archives')));
    const isReady = async () =>
      expect(await archives().first('state', 'build')).toEqual({ state: 'ready', build: null });
    await open(a, id);
    await build();
    await vi.waitFor(isReady, { timeout: 10_000 });
    const blobs = [];
    for await (const blob of a.app.stores.archives.blobs.list()) blobs.push(blob.id);
    expect(await archives().pluck('blob_id')).toEqual(blobs);

    const dead = { state: 'building', build: 'f'.repeat(32), blob_id: null, size: null };
    await archives().update({ ...dead, build_until: Date.now() + 86_400_000 });
    await build();
    expect(await archives().first('state', 'build')).toEqual({ state: 'building', build: dead.build });
    await archives().update({ build_until: 0 });
    await build();
    await vi.waitFor(isReady, { timeout: 10_000 });
    expect((await buffer(await open(b, id))).length).toBeLessThan(text.length);
    // The first one is named by nobody since the test has changed the row.
    for (const blobId of blobs) await a.app.stores.archives.blobs.remove(blobId);
  });
});
