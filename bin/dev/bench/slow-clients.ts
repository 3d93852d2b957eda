import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { findFreePort } from '../../../daemon/testing/free-port.ts';
import { executable } from './paths.ts';
import { track } from './processes.ts';

/** Measures the cost of hundreds of clients on slow lines for one server. */

const downloads = 500;
const uploads = 100;
const bytesPerSecond = 20 * 1024;
const fileBytes = 200_000_000;
const seconds = 60;

interface Draft {
  id: string;
  token: string;
}

/** Memory in MB, times in milliseconds. */
export async function run(): Promise<Record<string, number | string>> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-slow-'));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const server = spawn(process.execPath, [executable, 'serve'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      FILESHARE_HOST: '127.0.0.1',
      FILESHARE_PORT: String(port),
      FILESHARE_DATA_DIR: folder,
      FILESHARE_MIN_FREE_BYTES: '0',
      FILESHARE_MAX_CONNECTIONS_PER_CLIENT: '2000',
      FILESHARE_ADMIN_EMAIL: 'bench@example.org',
      FILESHARE_ADMIN_USERNAME: 'bench',
      FILESHARE_ADMIN_PASSWORD: 'correct horse battery',
      FILESHARE_CONFIG_SHARE_ALLOW_UNAUTHENTICATED_SHARES: 'true',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
    },
  });
  track(server);
  const sockets: Socket[] = [];
  try {
    await once(server.stderr, 'data');
    server.stderr.resume();
    const memory = () => readMemory(server.pid ?? 0);
    const fresh = memory();
    const draft = await createDraft(url);
    const file = await uploadFile(url, draft);
    await setTimeout(2000);
    const idle = memory();

    const open = (head: string) => {
      const socket = connect(port, '127.0.0.1');
      socket.on('error', () => undefined);
      socket.write(head);
      sockets.push(socket);
      return socket;
    };
    const authorisation = `Host: localhost\r\nAuthorization: Bearer ${draft.token}\r\n\r\n`;
    for (let n = 0; n < downloads; n++) {
      readSlowly(open(`GET /api/shares/${draft.id}/files/${file} HTTP/1.1\r\n${authorisation}`));
    }
    readSlowly(open(`GET /api/shares/${draft.id}/archive HTTP/1.1\r\n${authorisation}`));
    const target = await createDraft(url);
    for (let n = 0; n < uploads; n++) writeSlowly(open(await startUpload(url, target, n)));

    const health: number[] = [];
    let peak = 0;
    const end = performance.now() + seconds * 1000;
    while (performance.now() < end) {
      const before = performance.now();
      await (await fetch(`${url}/api/health`)).arrayBuffer();
      health.push(performance.now() - before);
      peak = Math.max(peak, memory());
      await setTimeout(100);
    }
    const alive = sockets.filter((socket) => !socket.destroyed).length;
    const last = memory();
    const sorted = health.toSorted((a, b) => a - b);
    return {
      'clients still connected': `${alive} of ${sockets.length}`,
      'started MB': fresh,
      'idle after an upload MB': idle,
      'peak MB': peak,
      'end MB': last,
      'above idle MB': peak - idle,
      'health p50 ms': quantile(sorted, 0.5),
      'health p99 ms': quantile(sorted, 0.99),
    };
  } finally {
    for (const socket of sockets) socket.destroy();
    if (server.exitCode === null) {
      server.kill('SIGTERM');
      await once(server, 'exit');
    }
    await rm(folder, { recursive: true, force: true });
  }
}

function readMemory(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

function quantile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return Math.round(value * 10) / 10;
}

function readSlowly(socket: Socket): void {
  socket.on('data', (chunk) => {
    socket.pause();
    void setTimeout((chunk.length / bytesPerSecond) * 1000).then(() => socket.resume());
  });
}

function writeSlowly(socket: Socket): void {
  const piece = randomBytes(bytesPerSecond);
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer);
    else socket.write(piece);
  }, 1000);
}

async function createDraft(url: string): Promise<Draft> {
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(`${url}/api/shares`, { method: 'POST', headers, body: '{}' });
  const { share, uploadToken } = (await response.json()) as { share: { id: string }; uploadToken: string };
  return { id: share.id, token: uploadToken };
}

/** Creates an upload; returns its path. */
async function createUpload(url: string, { id, token }: Draft, name: string): Promise<string> {
  const encode = (text: string) => Buffer.from(text).toString('base64');
  const response = await fetch(`${url}/api/uploads`, {
    method: 'POST',
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${token}`,
      'upload-length': String(fileBytes),
      'upload-metadata': `shareId ${encode(id)},filename ${encode(name)}`,
    },
  });
  return response.headers.get('location') ?? '';
}

async function startUpload(url: string, draft: Draft, number: number): Promise<string> {
  const path = await createUpload(url, draft, `${number}.bin`);
  return [
    `PATCH ${path} HTTP/1.1`,
    'Host: localhost',
    'Tus-Resumable: 1.0.0',
    `Authorization: Bearer ${draft.token}`,
    'Content-Type: application/offset+octet-stream',
    'Upload-Offset: 0',
    `Content-Length: ${fileBytes}`,
    '',
    '',
  ].join('\r\n');
}

/** Uploads a file; returns its id. */
async function uploadFile(url: string, draft: Draft): Promise<string> {
  const headers = { authorization: `Bearer ${draft.token}` };
  await fetch(url + (await createUpload(url, draft, 'large.bin')), {
    method: 'PATCH',
    headers: {
      ...headers,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-offset': '0',
    },
    body: new Uint8Array(fileBytes),
  });
  const response = await fetch(`${url}/api/shares/${draft.id}/files`, { headers });
  const { files } = (await response.json()) as { files: { id: string }[] };
  return files[0]?.id ?? '';
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) console.log(await run());
