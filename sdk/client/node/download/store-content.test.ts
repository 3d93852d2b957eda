import { createHash } from 'node:crypto';
import { readdir, readFile, symlink, truncate, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../testing/http-server.ts';
import { makeTempFolder } from '../../../testing/temp-folder.ts';
import { NetworkError } from '../../core/transport.ts';
import { createUndiciTransport } from '../undici-transport.ts';
import { DownloadReporter } from './progress.ts';
import { storeContent } from './store-content.ts';

const content = Buffer.from(Uint32Array.from({ length: 500_000 }, (_, i) => i).buffer);
const sha256 = createHash('sha256').update(content).digest('hex');
const half = content.length / 2;

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let server: TestServer;
let agent: Agent;
/** What was asked for: the Range header of each request. */
let ranges: (string | undefined)[];
let etag: string;
/** Answers before the usual answer do. */
let accidents: ((request: IncomingMessage, response: ServerResponse) => void)[];

beforeEach(async () => {
  folder = await makeTempFolder();
  agent = new Agent();
  ranges = [];
  etag = '"one"';
  accidents = [];
  server = await startServer((request, response) => {
    ranges.push(request.headers.range);
    const accident = accidents.shift();
    if (accident) accident(request, response);
    else answer(request, response);
  });
});

afterEach(async () => {
  await agent.destroy();
  await server.close();
  await folder.remove();
});

function answer({ headers }: IncomingMessage, response: ServerResponse): void {
  const [, start] = /^bytes=(\d+)-$/.exec(headers.range ?? '') ?? [];
  if (start === undefined || headers['if-range'] !== etag) {
    response.writeHead(200, { etag, 'content-length': content.length });
    response.end(content);
    return;
  }
  const rest = content.subarray(Number(start));
  const range = `bytes ${start}-${content.length - 1}/${content.length}`;
  response.writeHead(206, { etag, 'content-length': rest.length, 'content-range': range });
  response.end(rest);
}

/** Breaks after the first half. */
function breakOff(_request: IncomingMessage, response: ServerResponse): void {
  response.writeHead(200, { etag, 'content-length': content.length });
  response.write(content.subarray(0, half), () => response.destroy());
}

const fail = (status: number) => (_request: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status).end();

const target = () => join(folder.path, 'file.bin');
const names = async () => (await readdir(folder.path)).sort();

async function store(changes: { limit?: number; sha256?: string | null; signal?: AbortSignal } = {}) {
  const reporter = new DownloadReporter(undefined);
  await storeContent(
    { source: '/content', size: content.length, sha256, path: 'file.bin', ...changes },
    {
      target: target(),
      claim: () => true,
      transport: createUndiciTransport({ baseUrl: server.url, dispatcher: agent }),
      signal: changes.signal ?? new AbortController().signal,
      report: reporter.track('file.bin', content.length),
      retryPolicy: { base: 1, max: 2, limit: changes.limit ?? 3 },
    },
  ).finally(() => reporter.stop());
  return reporter.resumed;
}

async function expectStored(): Promise<void> {
  expect(content.equals(await readFile(target()))).toBe(true);
  expect(await names()).toEqual(['file.bin']);
}

/** A run that ended in the middle. */
async function leavePart(): Promise<number> {
  accidents = [breakOff];
  await expect(store({ limit: 1 })).rejects.toThrow(NetworkError);
  expect(await names()).toEqual(['file.bin.part', 'file.bin.part.json']);
  ranges = [];
  return (await readFile(`${target()}.part`)).length;
}

describe('storing content', () => {
  it('goes on after a break and after failures of the server', async () => {
    accidents = [fail(500), breakOff, fail(502)];
    await store();
    expect(ranges[0]).toBeUndefined();
    expect(ranges.at(-1)).toMatch(/^bytes=[1-9]/);
    await expectStored();
  });

  it('goes on where an earlier run stopped', async () => {
    const offset = await leavePart();
    expect(await store()).toBe(offset);
    expect(ranges).toEqual([`bytes=${offset}-`]);
    await expectStored();
  });

  it('asks for nothing when everything is there', async () => {
    await leavePart();
    await writeFile(`${target()}.part`, content);
    expect(await store()).toBe(content.length);
    expect(ranges).toEqual([]);
    await expectStored();
  });

  it('starts anew when the content is another one now', async () => {
    await leavePart();
    etag = '"two"';
    await store();
    expect(ranges).toHaveLength(1);
    await expectStored();
  });

  it('starts anew when the part was damaged', async () => {
    await leavePart();
    await truncate(`${target()}.part`, 10);
    await truncate(`${target()}.part`, half);
    await store();
    expect(ranges).toEqual([`bytes=${half}-`, undefined]);
    await expectStored();
  });

  it('goes on with nothing whose tag is weak', async () => {
    etag = 'W/"one"';
    await leavePart();
    expect(await store()).toBe(0);
    expect(ranges).toEqual([undefined]);
  });

  it('keeps nothing that is not what was announced', async () => {
    await expect(store({ sha256: '0'.repeat(64) })).rejects.toMatchObject({ code: 'file_damaged' });
    expect(await names()).toEqual([]);
  });

  it('compares nothing when told so', async () => {
    await store({ sha256: null });
    await expectStored();
  });

  it('says what the server refuses', async () => {
    accidents = [
      (_request, response) =>
        response.writeHead(404).end(JSON.stringify({ error: 'file_not_found', message: '', requestId: '' })),
    ];
    await expect(store()).rejects.toMatchObject({ code: 'file_not_found' });
    expect(ranges).toHaveLength(1);
  });

  it('gives up when nothing comes any more', async () => {
    accidents = [fail(500), fail(500), fail(500)];
    await expect(store()).rejects.toMatchObject({ code: 'internal' });
    expect(ranges).toHaveLength(3);
  });

  it('keeps what it has when it is aborted', async () => {
    const stop = new AbortController();
    const reason = new Error('enough');
    accidents = [
      (_request, response) => {
        response.writeHead(200, { etag, 'content-length': content.length });
        response.write(content.subarray(0, half));
      },
    ];
    const storing = store({ signal: stop.signal });
    await expect.poll(async () => (await readFile(`${target()}.part`).catch(() => '')).length).toBe(half);
    stop.abort(reason);
    await expect(storing).rejects.toBe(reason);
    expect(await store()).toBe(half);
    await expectStored();
  });

  it('touches no file of the same name that is not its own, and no link', async () => {
    await writeFile(`${target()}.part`, 'mine');
    await writeFile(join(folder.path, 'precious'), 'precious');
    await symlink(join(folder.path, 'precious'), join(folder.path, 'file.bin.2.part'));
    await store();
    expect(await names()).toEqual(['file.bin', 'file.bin.2.part', 'file.bin.part', 'precious']);
    expect(await readFile(`${target()}.part`, 'utf8')).toBe('mine');
    expect(await readFile(join(folder.path, 'precious'), 'utf8')).toBe('precious');
  });
});
