import { createServer, type Server } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readClamdAddress } from '#sdk/contract/formats/addresses.js';
import { eicar, eicarSignature, hasClamd, startClamd, type TestClamd } from '../testing/engines/clamd.ts';
import { findFreePort } from '../testing/free-port.ts';
import type { ByteSource } from '../transfer/byte-source.ts';
import { clamd } from './clamd.ts';

const { signal } = new AbortController();

function sourceOf(content: Buffer, size = content.length): ByteSource {
  return {
    size,
    read: async (buffer, position) => content.copy(buffer, 0, position),
    close: async () => undefined,
  };
}

function addressOf(text: string) {
  const address = readClamdAddress(text);
  if (!address) throw new Error(text);
  return address;
}

it.each([
  ['unix:/run/clamav/clamd.ctl', { path: '/run/clamav/clamd.ctl' }],
  ['127.0.0.1:3310', { host: '127.0.0.1', port: 3310 }],
  ['[::1]:3310', { host: '::1', port: 3310 }],
  ['clamav.internal:3310', { host: 'clamav.internal', port: 3310 }],
  ['unix:clamd.ctl', null],
  ['localhost', null],
  ['localhost:0', null],
  ['localhost:65536', null],
  ['tcp://localhost:3310', null],
])('reads the address %s', (text, expected) => {
  expect(readClamdAddress(text)).toEqual(expected);
});

describe.skipIf(!hasClamd)('the real clamd', () => {
  let server: TestClamd;
  beforeAll(async () => (server = await startClamd({ streamMaxLength: '1M' })));
  afterAll(() => server.stop());

  it('answers', async () => {
    await expect(clamd.ping(addressOf(server.address))).resolves.toBeUndefined();
  });

  it.each([
    ['clean bytes', Buffer.from('hello'), { kind: 'clean' }],
    ['more than one chunk', Buffer.alloc(700_000, 'a'), { kind: 'clean' }],
    ['EICAR', Buffer.from(eicar), { kind: 'malware', signature: eicarSignature }],
    ['more than it accepts', Buffer.alloc(5_000_000, 'a'), { kind: 'limit' }],
  ])('judges %s', async (_name, content, expected) => {
    expect(await clamd.scan(addressOf(server.address), sourceOf(content), signal)).toEqual(expected);
  });

  it('is not told that a source which ends early is complete', async () => {
    const short = sourceOf(Buffer.from('abc'), 10);
    await expect(clamd.scan(addressOf(server.address), short, signal)).rejects.toThrow('the source ended');
  });
});

describe('the age of the signatures', () => {
  it.each([
    ['ClamAV 1.0.7/27477/Thu Nov 21 09:41:11 2024', new Date(2024, 10, 21, 9, 41, 11).getTime()],
    ['ClamAV 1.4.3', null],
    ['ClamAV 1.4.3/27477/yesterday', null],
    ['what?', null],
  ])('is read from %s', async (version, expected) => {
    const server = createServer((socket) => socket.on('error', () => undefined).end(`${version}\0`));
    const port = await findFreePort();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    expect(await clamd.signaturesOf(addressOf(`127.0.0.1:${port}`))).toBe(expected);
    server.close();
  });
});

describe('what is no clamd', () => {
  let server: Server;
  let port: number;
  let answer = '';
  beforeAll(async () => {
    port = await findFreePort();
    server = createServer((socket) => socket.on('error', () => undefined).end(answer));
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  });
  afterAll(() => void server.close());

  const scan = (text: string) => {
    answer = text;
    return clamd.scan({ host: '127.0.0.1', port }, sourceOf(Buffer.alloc(2_000_000)), signal);
  };

  it('gives no verdict', async () => {
    await expect(scan('')).rejects.toMatchObject({ name: 'ClamdError', isAboutFile: false });
    await expect(scan('x'.repeat(5000))).rejects.toMatchObject({ isAboutFile: false });
    await expect(scan('HTTP/1.1 400\0')).rejects.toMatchObject({ isAboutFile: true });
    await expect(clamd.ping({ host: '127.0.0.1', port })).rejects.toThrow('it answered');
  });

  it('can be stopped', async () => {
    const silent = createServer((socket) => socket.resume().on('error', () => undefined));
    const other = await findFreePort();
    await new Promise<void>((resolve) => silent.listen(other, '127.0.0.1', resolve));
    const stopped = new AbortController();
    silent.once('connection', () => stopped.abort(new Error('the server stops')));
    const scanned = clamd.scan({ host: '127.0.0.1', port: other }, sourceOf(Buffer.alloc(9)), stopped.signal);
    await expect(scanned).rejects.toThrow('the server stops');
    silent.close();
  });
});
