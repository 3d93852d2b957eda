import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '../../../testing/http-server.ts';
import { makeTempFolder } from '../../../testing/temp-folder.ts';
import { NetworkError } from '../../core/transport.ts';
import { createUndiciTransport } from '../undici-transport.ts';
import type { Gap } from './gaps.ts';
import { DownloadReporter } from './progress.ts';
import { Slots } from './slots.ts';
import { storeContent } from './store-content.ts';

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

/** Enough for several connections. */
const size = 66 * 1_048_576 + 7;
const contents = { '"one"': makeContent(1), '"two"': makeContent(2) };

/** Numbers, so that bytes at a wrong place are found. */
function makeContent(seed: number): Buffer {
  const numbers = new Uint32Array(Math.ceil(size / 4));
  for (let i = 0; i < numbers.length; i += 1) numbers[i] = i * seed;
  return Buffer.from(numbers.buffer).subarray(0, size);
}

const digestOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let folder: Awaited<ReturnType<typeof makeTempFolder>>;
let server: TestServer;
let agent: Agent;
let ranges: (string | undefined)[];
let etag: keyof typeof contents;
/** Answers instead of the usual answer when it says so. */
let accident: (request: IncomingMessage, response: ServerResponse, number: number) => boolean;

beforeEach(async () => {
  folder = await makeTempFolder();
  agent = new Agent();
  ranges = [];
  etag = '"one"';
  accident = () => false;
  server = await startServer((request, response) => {
    ranges.push(request.headers.range);
    if (!accident(request, response, ranges.length)) answer(request, response);
  });
});

afterEach(async () => {
  await agent.destroy();
  await server.close();
  await folder.remove();
});

const answer: Handler = ({ headers }, response) => {
  const content = contents[etag];
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  const isCurrent = headers['if-range'] === undefined || headers['if-range'] === etag;
  if (start === undefined || !isCurrent) return sendWhole(response);
  const part = content.subarray(Number(start), end ? Number(end) + 1 : size);
  const range = `bytes ${start}-${Number(start) + part.length - 1}/${size}`;
  response.writeHead(206, { etag, 'content-length': part.length, 'content-range': range }).end(part);
};

function sendWhole(response: ServerResponse): void {
  response.writeHead(200, { etag, 'content-length': size }).end(contents[etag]);
}

/** Sends a part of what was asked for. */
function breakOff({ headers }: IncomingMessage, response: ServerResponse): true {
  const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
  const part = contents[etag].subarray(Number(start), Number(end) + 1);
  const range = `bytes ${start}-${end}/${size}`;
  response.writeHead(206, { etag, 'content-length': part.length, 'content-range': range });
  response.write(part.subarray(0, part.length / 2), () => response.destroy());
  return true;
}

const target = () => join(folder.path, 'file.bin');

async function store(sha256: string | null = digestOf(contents[etag]), limit = 3): Promise<number> {
  const reporter = new DownloadReporter(undefined);
  await storeContent(
    { source: '/content', size, sha256, path: 'file.bin' },
    {
      target: target(),
      claim: () => true,
      transport: createUndiciTransport({ baseUrl: server.url, dispatcher: agent }),
      signal: new AbortController().signal,
      report: reporter.track('file.bin', size),
      retryPolicy: { base: 1, max: 2, limit },
      slots: new Slots(3),
    },
  ).finally(() => reporter.stop());
  return reporter.resumed;
}

async function expectStored(): Promise<void> {
  expect(contents[etag].equals(await readFile(target()))).toBe(true);
  expect(await readdir(folder.path)).toEqual(['file.bin']);
}

describe('a large file', () => {
  it('comes by several ranges at the same time, each byte once', async () => {
    let open = 0;
    let most = 0;
    accident = (_request, response) => {
      most = Math.max(most, ++open);
      response.once('close', () => open--);
      return false;
    };
    await store();
    expect(most).toBe(4);
    const asked = ranges.map((range) => /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? []);
    const pieces = asked.map(([, start, end]) => [Number(start), end ? Number(end) + 1 : size] as const);
    pieces.sort(([a], [b]) => a - b);
    expect(pieces.map(([start]) => start)).toEqual([0, ...pieces.slice(0, -1).map(([, end]) => end)]);
    await expectStored();
  });

  it('goes on after breaks in the middle of ranges', async () => {
    accident = (request, response, number) => number % 3 === 2 && breakOff(request, response);
    await store();
    await expectStored();
  });

  it('goes on with the gaps an earlier run left', async () => {
    accident = (request, response, number) => number > 2 && breakOff(request, response);
    await expect(store(undefined, 1)).rejects.toThrow(NetworkError);
    const note = JSON.parse(await readFile(`${target()}.part.json`, 'utf8')) as { missing: Gap[] };
    const missing = note.missing.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(missing).toBeGreaterThan(0);
    expect(missing).toBeLessThan(size);
    accident = () => false;
    expect(await store()).toBe(size - missing);
    await expectStored();
  });

  it('believes no note that claims more than the file has', async () => {
    const note = { source: '/content', etag, missing: [{ start: 5, end: 10 }] };
    await writeFile(`${target()}.part.json`, JSON.stringify(note));
    await writeFile(`${target()}.part`, contents[etag].subarray(0, 1000));
    expect(await store(null)).toBe(995);
    await expectStored();
  });

  it('takes everything from a server that knows no ranges', async () => {
    accident = (_request, response) => {
      sendWhole(response);
      return true;
    };
    await store(null);
    expect(ranges).toHaveLength(1);
    await expectStored();
  });

  it('falls back to one stream when ranges are answered only at first', async () => {
    accident = (_request, response, number) => {
      if (number > 1) sendWhole(response);
      return number > 1;
    };
    await store(null);
    await expectStored();
  });

  it.each(['answers If-Range', 'ignores If-Range'])('is never mixed with its next state: %s', async (how) => {
    accident = (request, _response, number) => {
      if (number === 3) etag = '"two"';
      if (how === 'ignores If-Range') delete request.headers['if-range'];
      return false;
    };
    await store(null);
    expect(etag).toBe('"two"');
    await expectStored();
  });

  it('is not mixed when the next state is answered before the first byte of this one has come', async () => {
    let others = 0;
    accident = (request, response, number) => {
      if (number === 1) {
        const [, , end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '') ?? [];
        const part = contents['"one"'].subarray(0, Number(end) + 1);
        const range = `bytes 0-${end}/${size}`;
        response
          .writeHead(206, { etag, 'content-length': part.length, 'content-range': range })
          .flushHeaders();
        etag = '"two"';
        const hold = setInterval(() => {
          if (others === 0) return;
          clearInterval(hold);
          response.end(part);
        }, 50);
        return true;
      }
      response.once('close', () => others++);
      return false;
    };
    await store(null);
    await expectStored();
  });

  it('is fetched anew once when it is not what was announced, and then not kept', async () => {
    await expect(store('0'.repeat(64))).rejects.toMatchObject({ code: 'file_damaged' });
    expect(ranges.filter((range) => range?.startsWith('bytes=0-')).length).toBe(2);
    expect(await readdir(folder.path)).toEqual([]);
  });
});
