import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { crc32 } from 'node:zlib';
import { type Database, openDatabase } from '../../../daemon/db/connection.ts';
import { findFreePort } from '../../../daemon/testing/free-port.ts';
import { executable } from './paths.ts';
import { track } from './processes.ts';

/** Measures the cost of a share with very many files, and of one with a very large file. */

const fileCount = 100_000;
const small = Buffer.alloc(1000, 'x');
/** The file is sparse: it uses no space on the disk. */
const hugeBytes = 100_000_000_000;

const admin = { username: 'bench', password: 'correct horse battery' };

interface Instance {
  url: string;
  folder: string;
  pid: number;
  headers: Record<string, string>;
}

/** Memory in MB, times in milliseconds. */
export async function run(): Promise<Record<string, number | string>> {
  const folder = await mkdtemp(join(tmpdir(), 'fileshare-large-'));
  const port = await findFreePort();
  const server = spawn(process.execPath, [executable, 'serve'], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      ...process.env,
      FILESHARE_HOST: '127.0.0.1',
      FILESHARE_PORT: String(port),
      FILESHARE_DATA_DIR: folder,
      FILESHARE_FSYNC: 'off',
      FILESHARE_MIN_FREE_BYTES: '0',
      FILESHARE_ADDRESS_LIMIT_FACTOR: '1000',
      FILESHARE_LOG_LEVEL: 'error',
      FILESHARE_ADMIN_EMAIL: 'bench@example.org',
      FILESHARE_ADMIN_USERNAME: admin.username,
      FILESHARE_ADMIN_PASSWORD: admin.password,
    },
  });
  track(server);
  const database = { current: null as Database | null };
  try {
    await once(server.stderr, 'data');
    server.stderr.resume();
    const url = `http://127.0.0.1:${port}`;
    const instance = { url, folder, pid: server.pid ?? 0, headers: await signIn(url) };
    const opened = openDatabase(
      { engine: 'sqlite', file: join(folder, 'fileshare.db') },
      { synchronous: 'NORMAL' },
    );
    database.current = opened;
    const many = await makeShare(instance, opened, await makeMany(folder));
    const [huge, ...rest] = await makeHuge(folder);
    const large = await makeShare(instance, opened, huge ? [huge, ...rest] : rest);
    await setTimeout(3000);
    return {
      ...(await observeMany(instance, many)),
      ...(await observeHuge(instance, large, huge?.id ?? '')),
    };
  } finally {
    await database.current?.close();
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function signIn(url: string): Promise<Record<string, string>> {
  const { username, password } = admin;
  const response = await fetch(`${url}/api/auth/signIn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username, password, transport: 'token' }),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return { authorization: `Bearer ${accessToken}` };
}

interface StoredFile {
  id: string;
  path: string;
  size: number;
  crc32: number;
}

async function store(folder: string, path: string, size = small.length): Promise<StoredFile> {
  const id = randomBytes(16).toString('hex');
  const shard = join(folder, 'blobs', id.slice(0, 2));
  await mkdir(shard, { recursive: true });
  const blob = join(shard, id);
  await writeFile(blob, size === small.length ? small : '');
  if (size > small.length) await truncate(blob, size);
  return { id, path, size, crc32: size === small.length ? crc32(small) : 0 };
}

async function makeMany(folder: string): Promise<StoredFile[]> {
  const files: StoredFile[] = [];
  for (let index = 0; index < fileCount; index += 1) {
    files.push(await store(folder, `folder ${index % 100}/photo ${index}.jpg`));
  }
  return files;
}

const makeHuge = (folder: string) =>
  Promise.all([store(folder, 'huge.bin', hugeBytes), store(folder, 'small.txt')]);

/** Inserts rows directly, because only the output is observed. */
async function makeShare(
  { url, headers }: Instance,
  { reader, writer }: Database,
  files: readonly StoredFile[],
): Promise<string> {
  const response = await fetch(`${url}/api/shares`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  const { share } = (await response.json()) as { share: { id: string } };
  const row = (await reader('shares').where({ id: share.id }).first('key')) as { key: string };
  const sha256 = createHash('sha256').update(small).digest('hex');
  const now = Date.now();
  await writer.transaction(async (trx) => {
    for (let at = 0; at < files.length; at += 200) {
      const rows = files
        .slice(at, at + 200)
        .map((file) => ({ ...file, share_key: row.key, sha256, created_at: now }));
      await trx('files').insert(rows);
    }
    const size = files.reduce((sum, file) => sum + file.size, 0);
    const change = { state: 'active', completed_at: now, file_count: files.length, size };
    await trx('shares').where({ key: row.key }).update(change);
  });
  return share.id;
}

async function observeMany(instance: Instance, share: string): Promise<Record<string, number | string>> {
  const before = readMemory(instance.pid);
  let peak = before;
  let blobs = 0;
  const sampler = setInterval(() => {
    peak = Math.max(peak, readMemory(instance.pid));
    blobs = Math.max(blobs, countOpenBlobs(instance.pid));
  }, 5);
  const first = await fetchArchive(instance, share);
  const second = await fetchArchive(instance, share);
  clearInterval(sampler);
  return {
    'archive of 100,000 files: first byte': first.firstByte,
    'the same again: first byte': second.firstByte,
    'whole archive': second.whole,
    'exactly the announced length': first.isExact && second.isExact ? 'yes' : 'no',
    'additional memory': Math.round(peak - before),
    'most files open at a time': blobs,
  };
}

async function observeHuge(
  { url, headers }: Instance,
  share: string,
  file: string,
): Promise<Record<string, number | string>> {
  const base = `${url}/api/shares/${share}`;
  const single = await fetch(`${base}/files/${file}`, { headers: { ...headers, range: 'bytes=-1000' } });
  const head = await fetch(`${base}/archive`, { method: 'HEAD', headers });
  const length = Number(head.headers.get('content-length'));
  const tail = await fetch(`${base}/archive`, { headers: { ...headers, range: `bytes=${length - 4000}-` } });
  const bytes = Buffer.from(await tail.arrayBuffer());
  const isWhole = bytes.includes(small) && bytes.includes('huge.bin') && bytes.includes('PK\u0006\u0006');
  return {
    'last bytes of 100 GB': single.headers.get('content-range') ?? '',
    'archive of 100 GB, bytes around the files': length - hugeBytes - small.length,
    'its end contains the small file, the directory and ZIP64': isWhole ? 'yes' : 'no',
  };
}

async function fetchArchive({ url, headers }: Instance, share: string) {
  const begunAt = performance.now();
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}/api/shares/${share}/archive`, { headers }, resolve).on('error', reject);
  });
  let firstByte = 0;
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    if (bytes === 0) firstByte = Math.round(performance.now() - begunAt);
    bytes += chunk.length;
  }
  const isExact = bytes === Number(response.headers['content-length']);
  return { firstByte, whole: Math.round(performance.now() - begunAt), isExact };
}

function readMemory(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

/** A descriptor may be closed while this reads. */
function countOpenBlobs(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).filter((name) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${name}`).includes('/blobs/');
    } catch {
      return false;
    }
  }).length;
}
