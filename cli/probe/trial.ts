import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as requestPlain } from 'node:http';
import { request as requestSecure } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfigValue } from '#sdk/contract/config.js';
import type { Client } from '../context.ts';

/** Bytes of the request that stops in its middle. */
const heldBytes = 1_048_576;
/** Milliseconds for which it rests there, at most: enough for everything that passes bytes on at once. */
const restsFor = 3000;

/** Milliseconds in which the malware scan has checked the file, if it works. */
const scannedWithin = 30_000;

/** An answer to a request of the trial. */
interface Answer {
  status: number;
  /** The code of an error of the server itself; null: there is none, or something before it has answered. */
  error: string | null;
  headers: IncomingMessage['headers'];
  bytes: number;
  seconds: number;
}

interface TrialInit {
  server: string;
  client: Client;
  signal: AbortSignal;
}

/**
 * A share that is made to see how bytes pass, and deleted afterwards. Its requests are made by hand: the client would
 * hide what stands before the server by trying again.
 */
export class Trial {
  readonly #init: TrialInit;
  readonly #id: string;
  readonly #uploadToken: string;
  readonly #url: string;
  /** Bytes of one request, as the administrator chose. */
  readonly partSize: number;

  private constructor(
    init: TrialInit,
    { id, uploadToken, url, partSize }: { id: string; uploadToken: string; url: string; partSize: number },
  ) {
    this.#init = init;
    this.#id = id;
    this.#uploadToken = uploadToken;
    this.#url = url;
    this.partSize = partSize;
  }

  /** @throws AppError when the caller may not upload */
  static async open(init: TrialInit): Promise<Trial> {
    const { client, server, signal } = init;
    const variables = await client.configs.list({}, { signal });
    const valueOf = (key: 'share.chunkSize' | 'share.maxSize') =>
      readConfigValue(key, variables.find((variable) => variable.key === key)?.value);
    const maxSize = valueOf('share.maxSize') || Number.POSITIVE_INFINITY;
    const partSize = Math.min(valueOf('share.chunkSize'), Math.max(1, maxSize - heldBytes));
    const files = { count: 1, size: partSize + heldBytes };
    const { share, uploadToken } = await client.shares.create(
      { body: { expiration: '1-hour', name: 'fileshare doctor', files } },
      { signal },
    );
    const created = await send({ ...init, method: 'POST', url: `${server}/api/uploads` }, null, {
      ...tusHeaders(uploadToken),
      'upload-length': String(files.size),
      'upload-metadata': `shareId ${encode(share.id)},filename ${encode('doctor.bin')}`,
    });
    const url = new URL(created.headers.location ?? '/', server).href;
    return new Trial(init, { id: share.id, uploadToken, url, partSize });
  }

  /** Sends as much in one request as uploads do. */
  sendPart(): Promise<Answer> {
    return this.#append(0, randomBytes(this.partSize));
  }

  /** Sends half of a request and rests: true if the server has it before the other half is sent. */
  async arrivesAtOnce(): Promise<boolean> {
    const half = randomBytes(heldBytes / 2);
    const offset = await this.#offset();
    const request = open(
      { ...this.#init, method: 'PATCH', url: this.#url },
      {
        ...this.#appendHeaders(offset),
        'content-length': String(heldBytes),
      },
    );
    const answering = read(request).catch(() => undefined);
    request.write(half);
    const until = performance.now() + restsFor;
    let hasArrived = false;
    while (!hasArrived && performance.now() < until) {
      await sleep(300);
      hasArrived = (await this.#offset()) > offset;
    }
    if (!request.destroyed) request.end(half);
    await answering;
    return hasArrived;
  }

  /** Sends what is missing, publishes, and downloads from the second byte on. */
  async downloadRest(): Promise<Answer> {
    const { client, server } = this.#init;
    const size = this.partSize + heldBytes;
    const offset = await this.#offset();
    if (offset < size) await this.#append(offset, randomBytes(size - offset));
    await client.shares.complete({ params: { id: this.#id } }, { token: this.#uploadToken });
    const ask = () =>
      send({ ...this.#init, method: 'GET', url: `${server}/d/${this.#id}` }, null, { range: 'bytes=1-' });
    let answer = await ask();
    for (const until = performance.now() + scannedWithin; isScanning(answer) && performance.now() < until; ) {
      await sleep(1000);
      answer = await ask();
    }
    return answer;
  }

  /** Deletes the share; that of a stranger expires. */
  async close(): Promise<void> {
    await this.#init.client.shares.remove({ params: { id: this.#id } }).catch(() => undefined);
  }

  #append(offset: number, body: Uint8Array): Promise<Answer> {
    return send({ ...this.#init, method: 'PATCH', url: this.#url }, body, this.#appendHeaders(offset));
  }

  #appendHeaders(offset: number): Record<string, string> {
    return {
      ...tusHeaders(this.#uploadToken),
      'content-type': 'application/offset+octet-stream',
      'upload-offset': String(offset),
    };
  }

  async #offset(): Promise<number> {
    const request = { ...this.#init, method: 'HEAD', url: this.#url };
    const { headers } = await send(request, null, tusHeaders(this.#uploadToken));
    return Number(headers['upload-offset'] ?? 0);
  }
}

function tusHeaders(uploadToken: string): Record<string, string> {
  return { 'tus-resumable': '1.0.0', authorization: `Bearer ${uploadToken}` };
}

const encode = (text: string) => Buffer.from(text).toString('base64');

interface Target {
  method: string;
  url: string;
  signal: AbortSignal;
}

function open({ method, url, signal }: Target, headers: Record<string, string>): ClientRequest {
  const request = url.startsWith('https:') ? requestSecure : requestPlain;
  return request(url, { method, headers, signal });
}

async function send(
  target: Target,
  body: Uint8Array | null,
  headers: Record<string, string>,
): Promise<Answer> {
  const request = open(target, { ...headers, 'content-length': String(body?.length ?? 0) });
  const answer = read(request);
  request.end(body ?? undefined);
  return answer;
}

/** Reads an answer to its end; one that comes before the whole request was sent counts, too. */
async function read(request: ClientRequest): Promise<Answer> {
  const startedAt = performance.now();
  const [response]: [IncomingMessage] = (await once(request, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, headers } = response;
  const isRefusal = status >= 400;
  const refusal: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of response) {
    bytes += (chunk as Buffer).length;
    if (isRefusal) refusal.push(chunk as Buffer);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { status, error: readErrorCode(Buffer.concat(refusal).toString()), headers, bytes, seconds };
}

function readErrorCode(text: string): string | null {
  try {
    const { error } = JSON.parse(text) as { error?: unknown };
    return typeof error === 'string' ? error : null;
  } catch {
    return null;
  }
}

const isScanning = ({ error }: Answer) => error === 'file_scanning';
