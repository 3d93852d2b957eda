import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createCaller } from '../../testing/browser.ts';
import { RawConnection, requestHead, sendRaw } from '../../testing/raw-http.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';
import { usesBucket } from '../../testing/test-storage.ts';
import { metadata, offsetStream, sendTus } from '../../testing/tus.ts';
import { defaultLimits, type ServerLimits } from './limits.ts';

let instance: TestApp;
let logged: string;

afterEach(() => instance.stop());

async function start(limits: Partial<ServerLimits>, env: Record<string, string> = {}): Promise<void> {
  logged = '';
  instance = await startApp({
    limits,
    logDestination: { write: (line) => void (logged += line) },
    env: { FILESHARE_LOG_LEVEL: 'info', FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true', ...env },
  });
}

const health = requestHead('GET /api/health');

async function openMany(count: number): Promise<RawConnection[]> {
  const connections = [];
  for (let n = 0; n < count; n++) connections.push(await RawConnection.open(instance.url));
  return connections;
}

describe('connections', () => {
  it.each([
    ['in all', { FILESHARE_MAX_CONNECTIONS: '3' }],
    ['of one client', { FILESHARE_MAX_CONNECTIONS_PER_CLIENT: '3' }],
  ])('over the limit %s are told to come back, the others go on', async (_name, env) => {
    await start({}, env);
    const first = await openMany(3);
    const [extra] = await openMany(1);
    await extra?.write(health);
    const refused = await extra?.answer();
    expect([refused?.status, refused?.error]).toEqual([503, 'overloaded']);
    expect(refused?.headers.get('retry-after')).toBe('5');
    expect(refused?.headers.get('connection')).toBe('close');
    await extra?.closed();
    for (const connection of first) {
      await connection.write(health);
      expect((await connection.answer())?.status).toBe(200);
    }
    first[0]?.reset();
    await expect.poll(async () => (await sendRaw(instance.url, health))?.status).toBe(200);
    for (const connection of first) connection.socket.destroy();
  });

  it('far over the limit are closed at once', async () => {
    await start({}, { FILESHARE_MAX_CONNECTIONS_PER_CLIENT: '1' });
    const connections = await openMany(40);
    await Promise.all(connections.slice(34).map((connection) => connection.closed()));
    expect(connections[0]?.socket.destroyed).toBe(false);
    for (const connection of connections) connection.socket.destroy();
  });

  it('of a trusted proxy are not those of one client', async () => {
    await start({}, { FILESHARE_MAX_CONNECTIONS_PER_CLIENT: '1', FILESHARE_TRUSTED_PROXIES: '127.0.0.1' });
    const connections = await openMany(5);
    await connections[4]?.write(health);
    expect((await connections[4]?.answer())?.status).toBe(200);
    for (const connection of connections) connection.socket.destroy();
  });
});

describe('slow clients', () => {
  it('are told that their headers took too long', async () => {
    await start({ headersTimeout: 100 });
    const connection = await RawConnection.open(instance.url);
    await connection.write('GET /api/health HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
    const answer = await connection.answer();
    expect([answer?.status, answer?.error]).toEqual([408, 'request_timeout']);
    await connection.closed();
  });

  it('are told that their body took too long', async () => {
    await start({ bodyTimeout: 50 });
    const head = requestHead('POST /api/shares', {
      'Content-Type': 'application/json',
      'Content-Length': 10,
    });
    const answer = await sendRaw(instance.url, head, '{');
    expect([answer?.status, answer?.error]).toEqual([408, 'request_timeout']);
  });

  it('lose an upload that hardly moves, but no byte of it', async () => {
    await start({ rateWindow: 400, rateBytes: 1000 });
    const upload = await createUpload(100_000);
    const connection = await RawConnection.open(instance.url);
    await connection.write(patchHead(upload, 100_000));
    await connection.write(randomBytes(3000));
    const trickle = setInterval(() => void connection.write('x'), 50);
    await connection.closed();
    clearInterval(trickle);
    await expect.poll(() => offsetOf(upload)).toBeGreaterThan(3000);
  });

  it('keep an upload that is slow but moves', async () => {
    await start({ rateWindow: 1000, rateBytes: 500 });
    const upload = await createUpload(20_000);
    const connection = await RawConnection.open(instance.url);
    await connection.write(patchHead(upload, 20_000));
    for (let sent = 0; sent < 20_000; sent += 500) {
      await connection.write(randomBytes(500));
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
    expect((await connection.answer())?.status).toBe(204);
    connection.socket.destroy();
  });

  // Receiving this much for a bucket takes longer than a connection may be idle here.
  it.skipIf(usesBucket())('lose a download they do not read', async () => {
    await start({ sendTimeout: 1500, idleTimeout: 1000 });
    const request = await requestOfFile(16_000_000);
    const { hostname, port } = new URL(instance.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.pause();
    socket.write(request);
    await expect.poll(() => logged, { timeout: 10_000 }).toContain('"aborted":true');
    socket.destroy();
  });

  it.skipIf(usesBucket())('keep a download while they read', async () => {
    await start({ sendTimeout: 1500, idleTimeout: 1000 });
    const request = await requestOfFile(16_000_000);
    const { hostname, port } = new URL(instance.url);
    const socket = connect(Number(port), hostname);
    socket.write(request);
    let received = 0;
    socket.on('data', (chunk) => {
      received += chunk.length;
      socket.pause();
      setTimeout(() => socket.resume(), 2);
    });
    await once(socket, 'end');
    expect(received).toBeGreaterThan(16_000_000);
  });
});

describe('what is no HTTP', () => {
  it.each([
    ['a line of junk', 'hello\r\n\r\n', 400, 'malformed_request'],
    [
      'two lengths',
      requestHead('POST /api/shares', { 'Content-Length': '1\r\nContent-Length: 2' }),
      400,
      'malformed_request',
    ],
    [
      'a length and chunks',
      requestHead('POST /api/shares', { 'Content-Length': '1', 'Transfer-Encoding': 'chunked' }),
      400,
      'malformed_request',
    ],
    [
      'a folded header',
      'GET /api/health HTTP/1.1\r\nHost: a\r\nX: a\r\n  b\r\n\r\n',
      400,
      'malformed_request',
    ],
    [
      '20 KiB of headers',
      requestHead('GET /api/health', { 'X-Long': 'x'.repeat(20_000) }),
      431,
      'headers_too_large',
    ],
    ['an address of 9 KiB', requestHead(`GET /${'x'.repeat(9000)}`), 414, 'uri_too_long'],
    ['another expectation', requestHead('GET /api/health', { Expect: 'miracles' }), 417, undefined],
  ])('%s', async (_name, text, status, error) => {
    await start({});
    const answer = await sendRaw(instance.url, text);
    expect([answer?.status, answer?.error]).toEqual([status, error]);
    expect((await createCaller(instance.url)('/health')).status).toBe(200);
  });
});

interface TestUpload {
  path: string;
  token: string;
}

async function createShare(): Promise<{ id: string; token: string }> {
  const { body } = await createCaller(instance.url)('/shares', { json: {} });
  const { share, uploadToken } = body as { share: { id: string }; uploadToken: string };
  return { id: share.id, token: uploadToken };
}

async function createUpload(
  length: number,
  body?: Uint8Array<ArrayBuffer>,
): Promise<TestUpload & { id: string }> {
  const { id, token } = await createShare();
  const answer = await sendTus(`${instance.url}/api/uploads`, {
    method: 'POST',
    token,
    headers: {
      'upload-length': String(length),
      'upload-metadata': metadata({ shareId: id, filename: 'a.bin' }),
      ...(body && offsetStream),
    },
    ...(body && { body }),
  });
  return { id, token, path: answer.headers.get('location') ?? '' };
}

async function offsetOf({ path, token }: TestUpload): Promise<number> {
  const { headers } = await sendTus(instance.url + path, { method: 'HEAD', token });
  return Number(headers.get('upload-offset'));
}

function patchHead({ path, token }: TestUpload, length: number): string {
  return requestHead(`PATCH ${path}`, {
    'Tus-Resumable': '1.0.0',
    Authorization: `Bearer ${token}`,
    'Content-Type': 'application/offset+octet-stream',
    'Upload-Offset': 0,
    'Content-Length': length,
  });
}

/** Returns the request for a file that exists. */
async function requestOfFile(length: number): Promise<string> {
  const { id, token } = await createUpload(length, new Uint8Array(randomBytes(length)));
  const headers = { authorization: `Bearer ${token}` };
  const { body } = await createCaller(instance.url)(`/shares/${id}/files`, { headers });
  const { files } = body as { files: { id: string }[] };
  const path = `/api/shares/${id}/files/${files[0]?.id}`;
  return requestHead(`GET ${path}`, { Authorization: `Bearer ${token}`, Connection: 'close' });
}

it('does not wait at its end for connections that never asked for anything', async () => {
  // A test that waits this long fails at its own time limit.
  await start({ stopTimeout: 60_000, headersTimeout: 60_000 });
  const [silent] = await openMany(1);
  await instance.stop();
  expect(await silent?.answer()).toBeNull();
});

it('answers at its end what a proxy sends on a connection that it keeps', async () => {
  const { proxyGrace } = defaultLimits;
  await start({ proxyGrace }, { FILESHARE_TRUSTED_PROXIES: '127.0.0.1' });
  const [kept] = await openMany(1);
  const keepAlive = requestHead('GET /api/health', { Connection: 'keep-alive' });
  await kept?.write(keepAlive);
  expect((await kept?.answer())?.status).toBe(200);
  const stopping = instance.stop();
  await expect
    .poll(() =>
      createCaller(instance.url)('/health').then(
        () => 'open',
        () => 'closed',
      ),
    )
    .toBe('closed');
  await kept?.write(keepAlive);
  const last = await kept?.answer();
  expect([last?.status, last?.headers.get('connection')]).toEqual([200, 'close']);
  await stopping;
});
