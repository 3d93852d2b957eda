import { createReadStream } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { GetObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3';

/**
 * Stores and sends files with the SDK alone: no access check, no digests but the one that is signed, no database. `PUT
 * /name` stores what is received, `POST /name?path` a local file, `GET /name` sends it. Arguments: port, piece size,
 * bucket settings as for the server.
 */
const [port, pieceSize] = process.argv.slice(2).map(Number);
const setting = (name: string) => process.env[`FILESHARE_S3_${name}`] ?? '';
const Bucket = setting('BUCKET');
const client = new S3Client({
  endpoint: setting('ENDPOINT'),
  region: 'us-east-1',
  forcePathStyle: true,
  credentials: { accessKeyId: setting('ACCESS_KEY_ID'), secretAccessKey: setting('SECRET_ACCESS_KEY') },
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
});
const maxFlights = 2;
/** Sizes of the pieces of each file. */
const stored = new Map<string, number[]>();

const handlers: Record<
  string,
  (name: string, request: IncomingMessage, response: ServerResponse) => unknown
> = {
  async PUT(name, request, response) {
    await store(name, request);
    response.end();
  },
  async POST(name, request, response) {
    const path = new URL(request.url ?? '', 'http://localhost').searchParams.get('path') ?? '';
    await store(name, createReadStream(path, { highWaterMark: 1024 * 1024 }));
    response.end();
  },
  async GET(name, _, response) {
    const sizes = stored.get(name) ?? [];
    response.setHeader(
      'Content-Length',
      sizes.reduce((sum, size) => sum + size, 0),
    );
    let next = sizes.length > 0 ? open(name, 0) : undefined;
    for (let piece = 1; next; piece++) {
      const body = await next;
      // Asked for ahead, so that the receiver does not wait for an answer between two pieces.
      next = piece < sizes.length ? open(name, piece) : undefined;
      await pipeline(body, response, { end: false });
    }
    response.end();
  },
};

createServer((request, response) => {
  const name = new URL(request.url ?? '', 'http://localhost').pathname.slice(1);
  void Promise.resolve(handlers[request.method ?? '']?.(name, request, response)).catch((error: unknown) => {
    console.error(error);
    response.destroy();
  });
}).listen(port, '127.0.0.1');

async function store(name: string, source: Readable): Promise<void> {
  const sizes: number[] = [];
  const flights = new Set<Promise<unknown>>();
  let chunks: Buffer[] = [];
  let held = 0;
  const send = async () => {
    const Body = Buffer.concat(chunks);
    chunks = [];
    held = 0;
    while (flights.size >= maxFlights) await Promise.race(flights);
    const Key = keyOf(name, sizes.push(Body.length) - 1);
    const flight = client.send(new PutObjectCommand({ Bucket, Key, Body })).finally(() => {
      flights.delete(flight);
    });
    flights.add(flight);
  };
  for await (const chunk of source as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    held += chunk.length;
    if (held >= (pieceSize ?? 0)) await send();
  }
  if (held > 0) await send();
  await Promise.all(flights);
  stored.set(name, sizes);
}

async function open(name: string, piece: number): Promise<Readable> {
  const { Body } = await client.send(new GetObjectCommand({ Bucket, Key: keyOf(name, piece) }));
  return Body as Readable;
}

const keyOf = (name: string, piece: number) => `relay/${name}/${piece}`;
