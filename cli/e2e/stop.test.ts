import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startCli } from './run-cli.ts';
import { startServer } from './server.ts';

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-e2e-'));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

it('keeps the bytes of an upload when the server is stopped in the middle of it', async () => {
  const server = await startServer(folder, {
    FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
  });
  const { socket, offset } = await startUpload(server.url);
  let answer = '';
  socket.on('data', (chunk) => {
    answer += chunk.toString();
  });
  // A writer that is silent would end when its offset is asked for.
  const trickle = setInterval(() => socket.write('x'.repeat(100)), 50);
  await expect.poll(offset).toBeGreaterThanOrEqual(1000);
  await server.stop();
  clearInterval(trickle);
  const kept = Number(/upload-offset: (\d+)/i.exec(answer)?.[1]);
  expect(kept).toBeGreaterThanOrEqual(1000);
  await server.start();
  expect(await offset()).toBe(kept);
  socket.destroy();
  await server.stop();
});

it('ends with an error, and says which, when a promise fails that nobody waits for', async () => {
  const fail = "process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits')))";
  const running = startCli(['serve', '--host', '127.0.0.1', '--port', '0', '--data-dir', folder], {
    env: {
      ...process.env,
      HOME: folder,
      FILESHARE_MIN_FREE_BYTES: '0',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fail)}`,
    },
  });
  await running.said('fileshare is ready');
  running.child.kill('SIGUSR2');
  const { exitCode, stdout } = await running.result;
  expect(exitCode).toBe(1);
  expect(stdout).toContain('nobody waits');
});

/** A PATCH that has sent 1,000 of its 100,000 bytes. */
async function startUpload(url: string) {
  const json = { 'content-type': 'application/json' };
  const created = await fetch(`${url}/api/shares`, { method: 'POST', headers: json, body: '{}' });
  const { share, uploadToken } = (await created.json()) as { share: { id: string }; uploadToken: string };
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const headers = { 'tus-resumable': '1.0.0', authorization: `Bearer ${uploadToken}` };
  const answer = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': '100000',
      'upload-metadata': `shareId ${encode(share.id)},filename ${encode('a.bin')}`,
    },
  });
  const location = answer.headers.get('location') ?? '';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  const lines = [
    `PATCH ${location} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    'Content-Type: application/offset+octet-stream',
    'Upload-Offset: 0',
    'Content-Length: 100000',
  ];
  socket.write(`${lines.join('\r\n')}\r\n\r\n${'x'.repeat(1000)}`);
  const offset = async () => {
    const found = await fetch(url + location, { method: 'HEAD', headers });
    return Number(found.headers.get('upload-offset'));
  };
  return { socket, offset };
}
