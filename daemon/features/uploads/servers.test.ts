import { createHash, randomBytes } from 'node:crypto';
import { type ClientRequest, IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { findViolations } from '../../testing/check-invariants.ts';
import { createDraft, type Draft, publish } from '../../testing/drafts.ts';
import { findPostgres } from '../../testing/engines/postgres-server.ts';
import { hasS3Server } from '../../testing/engines/s3-programs.ts';
import { s3StartTimeout, useS3Server } from '../../testing/engines/s3-server.ts';
import { startServers, type TestServers } from '../../testing/servers.ts';
import type { TestApp } from '../../testing/start-app.ts';
import { useServer } from '../../testing/test-database.ts';
import { metadata, offsetStream, sendTus, type TusAnswer } from '../../testing/tus.ts';

/** Any request of an upload goes to any server. */
describe.skipIf(!hasS3Server || findPostgres() === null)('uploads over several servers', () => {
  let stopPostgres: () => Promise<void>;
  let servers: TestServers;
  let a: TestApp;
  let b: TestApp;
  let c: TestApp;
  let draft: Draft;
  /** The requests whose bytes a server has begun to read, the latest first. */
  let appended: IncomingMessage[] = [];
  /** Bytes that each server had read back before the test. */
  let readBefore: number[];

  beforeAll(async () => {
    stopPostgres = await useServer();
    servers = await startServers(await useS3Server());
    [a, b, c] = servers.apps;
    for (const { app } of servers.apps) {
      const { staging } = app.stores;
      const append = staging.append.bind(staging);
      staging.append = (id, source, options) => {
        if (source instanceof IncomingMessage) appended.unshift(source);
        return append(id, source, options);
      };
    }
  }, s3StartTimeout);
  afterAll(async () => {
    await servers.stop();
    await stopPostgres();
  });
  beforeEach(async () => {
    draft = await createDraft(a);
    readBefore = servers.apps.map(({ app }) => app.stores.readBackBytes());
  });
  afterEach(async () => {
    appended = [];
    expect(await findViolations(a.app)).toEqual([]);
  });

  const content = randomBytes(3_500_000);
  const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

  /** Creates an upload and returns its path. */
  async function begin({ url }: TestApp, filename = 'a.bin'): Promise<string> {
    const answer = await sendTus(`${url}/api/uploads`, {
      method: 'POST',
      token: draft.token,
      headers: {
        'upload-length': String(content.length),
        'upload-metadata': metadata({ shareId: draft.id, filename }),
      },
    });
    return new URL(answer.headers.get('location') ?? '', url).pathname;
  }

  const idOf = (path: string) => path.split('/').at(-1) ?? '';

  const patch = ({ url }: TestApp, path: string, from: number, to = content.length): Promise<TusAnswer> =>
    sendTus(url + path, {
      method: 'PATCH',
      token: draft.token,
      headers: { ...offsetStream, 'upload-offset': String(from) },
      body: new Uint8Array(content.subarray(from, to)),
    });

  async function offsetAt({ url }: TestApp, path: string): Promise<number> {
    const { status, headers } = await sendTus(url + path, { method: 'HEAD', token: draft.token });
    expect(status).toBe(200);
    return Number(headers.get('upload-offset'));
  }

  /** A request that stays open. */
  interface OpenPatch {
    send(bytes: Uint8Array): Promise<void>;
    /** Waits until the server has read all that was sent. */
    isRead(): Promise<void>;
    /** The status, or the code of the error that broke the connection. */
    answer: Promise<number | string>;
    /** Breaks the connection. */
    cut(): void;
  }

  function openPatch({ url }: TestApp, path: string, offset: number): OpenPatch {
    let sending: ClientRequest | undefined;
    const answer = new Promise<number | string>((resolve) => {
      sending = request(url + path, {
        method: 'PATCH',
        headers: {
          'tus-resumable': '1.0.0',
          authorization: `Bearer ${draft.token}`,
          'upload-offset': String(offset),
          'content-length': content.length - offset,
          ...offsetStream,
        },
      });
      sending.on('response', (response: IncomingMessage) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sending.on('error', (error: Error & { code?: string }) => resolve(error.code ?? error.message));
    });
    return {
      send: (bytes) => new Promise((resolve) => void sending?.write(bytes, () => resolve())),
      isRead: () =>
        vi.waitFor(
          () => {
            const source = appended.find(({ socket }) => socket.remotePort === sending?.socket?.localPort);
            expect(source?.socket.bytesRead).toBe(sending?.socket?.bytesWritten);
            expect(source?.readableLength).toBe(0);
          },
          { timeout: 10_000 },
        ),
      answer,
      cut: () => void sending?.destroy(),
    };
  }

  async function rowOf(path: string): Promise<{ owner: string | null; state: string; fence: number }> {
    const { reader } = a.app.core.database;
    const rows: Awaited<ReturnType<typeof rowOf>>[] = await reader('uploads').where({ id: idOf(path) });
    const [row] = rows;
    if (!row) throw new Error('the upload has no row');
    return row;
  }

  /** Waits until a server has begun to read a request. */
  const isWritten = (path: string) =>
    vi.waitFor(async () => expect((await rowOf(path)).owner).not.toBeNull(), { timeout: 10_000 });

  /** Its owner is taken for dead, as after twenty seconds without a sign of it. */
  const endLease = (path: string) =>
    a.app.core.database
      .writer('uploads')
      .where({ id: idOf(path) })
      .update({ owner_until: 0 });

  /** Downloads the only file of the published share. */
  async function download({ url }: TestApp): Promise<Buffer> {
    const call = createCaller(url);
    const { body } = await call(`/shares/${draft.id}/token`, { json: {} });
    const headers = { 'x-share-token': (body as { token: string }).token };
    const listed = await call(`/shares/${draft.id}/files`, { headers });
    const { files } = listed.body as { files: { id: string }[] };
    expect(files).toHaveLength(1);
    const answer = await fetch(`${url}/api/shares/${draft.id}/files/${files[0]?.id}`, { headers });
    return Buffer.from(await answer.arrayBuffer());
  }

  const readBack = () =>
    servers.apps.map(({ app }, at) => app.stores.readBackBytes() - (readBefore[at] ?? 0));

  it('joins parts of one file that were sent to different ones, and checks their checksums', async () => {
    const send = async ({ url }: TestApp, headers: Record<string, string>, bytes?: Uint8Array) => {
      const body = bytes && { body: new Uint8Array(bytes) };
      const answer = await sendTus(`${url}/api/uploads`, {
        method: 'POST',
        token: draft.token,
        headers,
        ...body,
      });
      expect(answer.status).toBe(201);
      return answer.headers.get('location') ?? '';
    };
    const sendPart = (app: TestApp, bytes: Uint8Array) =>
      send(
        app,
        {
          ...offsetStream,
          'upload-concat': 'partial',
          'upload-length': String(bytes.length),
          'upload-checksum': `sha256 ${createHash('sha256').update(bytes).digest('base64')}`,
        },
        bytes,
      );
    const [second, first] = await Promise.all([
      sendPart(a, content.subarray(1_000_001)),
      sendPart(b, content.subarray(0, 1_000_001)),
    ]);
    await send(c, {
      'upload-concat': `final;${first} ${second}`,
      'upload-metadata': metadata({ filename: 'a.bin', sha256: digestOf(content) }),
    });
    expect(await publish(a, draft)).toBe(200);
  });

  it('go on at any byte on any server, and no byte is sent twice', { timeout: 60_000 }, async () => {
    const path = await begin(a);
    const cuts = [0, 1, 70_001, 1_048_577, 1_048_578, 2_100_003, 3_499_999, content.length];
    let sent = 0;
    const statuses: number[] = [];
    for (const [turn, from] of cuts.slice(0, -1).entries()) {
      const [writer, next] = [servers.apps[turn % 3] ?? a, servers.apps[(turn + 1) % 3] ?? a];
      const end = cuts[turn + 1] ?? 0;
      if (turn % 2 === 0) {
        const open = openPatch(writer, path, from);
        await open.send(content.subarray(from, end));
        await open.isRead();
        open.cut();
      } else {
        statuses.push((await patch(writer, path, from, end)).status);
      }
      sent += end - from;
      expect(await offsetAt(next, path)).toBe(end);
    }
    expect(sent).toBe(content.length);
    expect(new Set(statuses)).toEqual(new Set([204]));
    expect(await publish(b, draft)).toBe(200);
    expect(digestOf(await download(c))).toBe(digestOf(content));
    expect(readBack().reduce((sum, bytes) => sum + bytes)).toBe(content.length);
  });

  it('of one server are not read again for their digest', async () => {
    const path = await begin(a);
    expect((await patch(b, path, 0, 2_000_000)).status).toBe(204);
    expect((await patch(b, path, 2_000_000)).status).toBe(204);
    expect(await publish(a, draft)).toBe(200);
    expect(digestOf(await download(c))).toBe(digestOf(content));
    expect(readBack()).toEqual([0, 0, 0]);
  });

  it('go on elsewhere while the old connection still hangs', { timeout: 30_000 }, async () => {
    const path = await begin(a);
    const hanging = openPatch(a, path, 0);
    await hanging.send(content.subarray(0, 1_234_567));
    await hanging.isRead();
    expect(await offsetAt(b, path)).toBe(1_234_567);
    const next = openPatch(b, path, 1_234_567);
    await next.send(content.subarray(1_234_567, 2_000_000));
    await next.isRead();
    // Nobody asks for the offset first: the one before knows it.
    await vi.waitFor(async () => expect((await patch(c, path, 2_000_000)).status).toBe(204), {
      timeout: 10_000,
    });
    hanging.cut();
    next.cut();
    expect(await publish(b, draft)).toBe(200);
    expect(digestOf(await download(a))).toBe(digestOf(content));
  });

  it('are not disturbed by a question at another server while bytes arrive', async () => {
    const path = await begin(a);
    const open = openPatch(a, path, 0);
    let sent = 0;
    const step = 10_000;
    const sending = setInterval(() => {
      if (sent < 2_000_000) void open.send(content.subarray(sent, (sent += step)));
    }, 50);
    await isWritten(path);
    expect(await offsetAt(b, path)).toBeLessThanOrEqual(sent);
    clearInterval(sending);
    await open.send(content.subarray(sent));
    expect(await open.answer).toBe(204);
    expect(await publish(b, draft)).toBe(200);
    expect(digestOf(await download(a))).toBe(digestOf(content));
  });

  it('take nothing from a server that wakes up after another has taken over', {
    timeout: 30_000,
  }, async () => {
    const path = await begin(a);
    const stale = openPatch(a, path, 0);
    await stale.send(content.subarray(0, 1_500_000));
    await vi.waitFor(async () => expect(await a.app.stores.staging.size(idOf(path))).toBe(1_500_000), {
      timeout: 10_000,
    });
    await endLease(path);
    expect(await offsetAt(b, path)).toBe(1_500_000);
    // Other bytes than those which were announced.
    await stale.send(new Uint8Array(700_000));
    expect((await patch(b, path, 1_500_000, 2_000_000)).status).toBe(204);
    await stale.send(new Uint8Array(10));
    expect(await stale.answer).not.toBe(404);
    stale.cut();
    expect(await offsetAt(c, path)).toBe(2_000_000);
    expect((await patch(c, path, 2_000_000)).status).toBe(204);
    expect(await publish(b, draft)).toBe(200);
    expect(digestOf(await download(a))).toBe(digestOf(content));
  });

  it('take nothing from a server that was frozen before it began to write', async () => {
    const path = await begin(a);
    expect((await patch(a, path, 0, 10)).status).toBe(204);
    const { fence } = await rowOf(path);
    await b.app.core.database
      .writer('uploads')
      .where({ id: idOf(path) })
      .increment('fence', 1);
    const append = (of: number) =>
      a.app.stores.staging.append(idOf(path), Readable.from([content.subarray(10)]), {
        offset: 10,
        fence: of,
        limit: content.length,
        signal: new AbortController().signal,
        isDigested: true,
      });
    await expect(append(fence)).rejects.toThrow('upload_offset_conflict');
    expect(await append(fence + 1)).toMatchObject({ offset: content.length });
    expect(await publish(b, draft)).toBe(200);
  });

  it('are left alone by the upkeep of a server that does not write them', async () => {
    const path = await begin(a);
    const open = openPatch(a, path, 0);
    await open.send(content.subarray(0, 1_000_000));
    await isWritten(path);
    await a.app.core.database
      .writer('uploads')
      .where({ id: idOf(path) })
      .update({ active_at: 1 });
    await b.app.jobs.run('uploads.discard-idle');
    await b.app.jobs.run('uploads.finish-interrupted');
    await open.send(content.subarray(1_000_000));
    expect(await open.answer).toBe(204);
    expect(await publish(c, draft)).toBe(200);
    expect(digestOf(await download(c))).toBe(digestOf(content));
  });

  /** All bytes are there, and the server died before it made a file of them. */
  async function beginComplete(filename?: string): Promise<string> {
    const path = await begin(a, filename);
    await a.app.stores.staging.append(idOf(path), Readable.from([content]), {
      offset: 0,
      limit: content.length,
      signal: new AbortController().signal,
      isDigested: true,
    });
    return path;
  }

  it('become one file when all servers are asked to finish at once', { timeout: 30_000 }, async () => {
    const path = await beginComplete();
    const asked = [a, b, c, a, b, c].map((app) => offsetAt(app, path));
    expect(new Set(await Promise.all(asked))).toEqual(new Set([content.length]));
    expect(await publish(b, draft)).toBe(200);
    expect(digestOf(await download(c))).toBe(digestOf(content));
    // One of them has read it, or the one that has received it finished it.
    expect(readBack().reduce((sum, bytes) => sum + bytes) % content.length).toBe(0);
    expect(Math.max(...readBack())).toBeLessThanOrEqual(content.length);
  });

  it('are finished or discarded, not both', { timeout: 60_000 }, async () => {
    for (let round = 0; round < 5; round += 1) {
      const path = await beginComplete(`${round}.bin`);
      const cancel = () => sendTus(b.url + path, { method: 'DELETE', token: draft.token });
      const [, cancelled] = await Promise.all([
        sendTus(a.url + path, { method: 'HEAD', token: draft.token }),
        cancel(),
      ]);
      expect([204, 400, 403, 404, 409, 423]).toContain(cancelled.status);
      expect(await findViolations(a.app)).toEqual([]);
    }
  });

  it('that a dead server was finishing are finished by another one', { timeout: 30_000 }, async () => {
    const path = await beginComplete();
    const owned = { owner: 'dead', owner_until: Date.now() + 86_400_000, fence: 7 };
    await a.app.core.database
      .writer('uploads')
      .where({ id: idOf(path) })
      .update(owned);
    await b.app.jobs.run('uploads.finish-interrupted');
    expect((await rowOf(path)).state).toBe('receiving');
    await endLease(path);
    await b.app.jobs.run('uploads.finish-interrupted');
    expect((await rowOf(path)).state).toBe('committed');
    expect(await publish(b, draft)).toBe(200);
    expect(digestOf(await download(c))).toBe(digestOf(content));
  });
});
