import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, createReadStream, openSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { exitCodes } from '#sdk/contract/errors.js';
import { SkippedError } from '../../bin/dev/chaos/scenario.ts';
import { mountSmallDisk } from '../../bin/dev/chaos/small-disk.ts';
import { RawConnection, requestHead } from '../../daemon/testing/raw-http.ts';
import { executable, startServer, type TestServer } from './server.ts';

/** The server keeps working when its output cannot be written. */

let folder: string;
const servers: TestServer[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-e2e-'));
});

afterEach(async () => {
  // Servers that a failed test has not stopped.
  await Promise.all(servers.splice(0).map((server) => server.kill()));
  await rm(folder, { recursive: true, force: true });
});

/** Starts a server that writes to these files and logs every request. */
async function start(stdout: number, stderr: number, settings: NodeJS.ProcessEnv = {}): Promise<TestServer> {
  const logged = { FILESHARE_LOG_LEVEL: 'info', ...settings };
  const server = await startServer(path.join(folder, 'data'), logged, { stdout, stderr });
  servers.push(server);
  return server;
}

/** Sends requests and returns how many were answered. */
async function countAnswers({ url }: TestServer, wanted: number): Promise<number> {
  let answered = 0;
  while (answered < wanted) {
    const connection = await RawConnection.open(url);
    const count = Math.min(500, wanted - answered);
    await connection.write(requestHead('GET /s/abc').repeat(count));
    for (let index = 0; index < count; index += 1) {
      if ((await connection.answer())?.status !== 301) return answered;
      answered += 1;
    }
    connection.socket.destroy();
  }
  return answered;
}

async function openPipe(): Promise<{ reader: number; writer: number }> {
  const pipe = path.join(folder, 'pipe');
  execFileSync('mkfifo', [pipe]);
  const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  return { reader, writer: openSync(pipe, 'w') };
}

it('answers requests and stops cleanly while its output goes to a full disk', async () => {
  const server = await start(openSync('/dev/full', 'w'), openSync('/dev/full', 'w'));
  expect(await countAnswers(server, 200)).toBe(200);
  expect(await server.stop()).toBe(0);
});

it('answers requests and stops cleanly while nobody reads its output', async () => {
  const { reader, writer } = await openPipe();
  const server = await start(writer, openSync('/dev/null', 'w'));
  expect(await countAnswers(server, 1000)).toBe(1000);
  expect(await server.stop()).toBe(0);
  closeSync(reader);
});

it('logs how many lines were dropped once its output is read again, and continues', async () => {
  const { reader, writer } = await openPipe();
  const server = await start(writer, openSync('/dev/null', 'w'));
  expect(await countAnswers(server, 8000)).toBe(8000);
  let log = '';
  const stream = createReadStream('', { fd: openSync(path.join(folder, 'pipe'), 'r') });
  closeSync(reader);
  const ended = once(stream.setEncoding('utf8'), 'end');
  stream.on('data', (chunk) => {
    log += String(chunk);
  });
  await expect.poll(() => log).toContain('"dropped"');
  expect(await server.stop()).toBe(0);
  await ended;
  const lines = log.trimEnd().split('\n').map(readLine);
  const losses = lines.flatMap(({ dropped }) => dropped ?? []);
  const requests = lines.filter(({ path: asked }) => asked === '/s/:id');
  expect(losses).toHaveLength(1);
  expect(requests.length).toBeGreaterThan(1000);
  expect(requests.length + Number(losses[0])).toBeGreaterThanOrEqual(8000);
  expect(lines.map(({ msg }) => msg)).toContain('stopping');
});

interface Line {
  msg: string;
  path?: string;
  dropped?: number;
}

function readLine(line: string): Line {
  return JSON.parse(line) as Line;
}

/** Lets a promise fail that nobody waits for, and returns the exit code of the server. */
async function failWith(stderr: number): Promise<number | null> {
  const fail = "process.on('SIGUSR2', () => void Promise.reject(new Error('nobody waits')))";
  const server = await start(openSync('/dev/full', 'w'), stderr, {
    NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(fail)}`,
  });
  return server.stop('SIGUSR2');
}

it('ends with an error, and says which on standard error, when the log cannot be written', async () => {
  const stderr = path.join(folder, 'stderr');
  expect(await failWith(openSync(stderr, 'w'))).toBe(1);
  expect(await readFile(stderr, 'utf8')).toContain('nobody waits');
});

it('ends with an error when neither the log nor standard error can be written', async () => {
  expect(await failWith(openSync('/dev/full', 'w'))).toBe(1);
});

it('lets a command end as it would when standard error cannot be written', async () => {
  const stderr = openSync('/dev/full', 'w');
  const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C' };
  const child = spawn(process.execPath, [executable, 'whoami'], { env, stdio: ['ignore', 'ignore', stderr] });
  closeSync(stderr);
  await once(child, 'exit');
  expect(child.exitCode).toBe(exitCodes.usage);
});

it('continues logging when the disk has space again', async (context) => {
  const disk = await mountSmallDisk(path.join(folder, 'disk'), 1).catch((error: unknown) => {
    if (!(error instanceof SkippedError)) throw error;
    return context.skip(error.message);
  });
  try {
    const log = path.join(disk.directory, 'log');
    const output = openSync(log, 'a');
    await disk.fill();
    const server = await start(output, openSync('/dev/null', 'w'));
    expect(await countAnswers(server, 1000)).toBe(1000);
    expect(await readFile(log, 'utf8')).toBe('');
    await disk.clear();
    await expect.poll(() => readFile(log, 'utf8')).toContain('"msg":"request"');
    expect(await server.stop()).toBe(0);
    const lines = (await readFile(log, 'utf8')).trimEnd().split('\n').map(readLine);
    expect(lines.filter(({ path: asked }) => asked === '/s/:id')).toHaveLength(1000);
    expect(lines.map(({ msg }) => msg)).toContain('stopping');
  } finally {
    await disk.unmount();
  }
});

it('lets a command end as on a full disk when standard output cannot be written', async () => {
  const stdout = openSync('/dev/full', 'w');
  const env = { PATH: process.env['PATH'], HOME: folder, LANG: 'C' };
  const child = spawn(process.execPath, [executable, 'completion', 'bash'], {
    env,
    stdio: ['ignore', stdout, 'ignore'],
  });
  closeSync(stdout);
  await once(child, 'exit');
  expect(child.exitCode).toBe(8);
});
