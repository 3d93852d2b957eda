import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listener, startServer, type TestServer } from '#sdk/testing/http-server.js';
import type { Resolve } from './connector.ts';
import { createOutbound, OutboundError } from './outbound.ts';

let server: TestServer;
let asked: string[];
let listener: Listener;
beforeEach(async () => {
  asked = [];
  listener = (_request, response) => response.end('{"fine":true}');
  server = await startServer((request, response) => {
    asked.push(request.url ?? '');
    return listener(request, response);
  });
});
afterEach(() => server.close());

const atHome = { allowPrivate: true };

/** Resolves a name to these addresses. */
const leadsTo = (...addresses: string[]): Resolve => {
  const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
  return (_hostname, _options, done) => void setImmediate(done, null, found);
};

const atName = (protocol = 'http') => `${protocol}://server.example.org:${new URL(server.url).port}/`;

async function reasonOf(asking: Promise<unknown>): Promise<string> {
  const error: unknown = await asking.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof OutboundError)) throw new Error(`expected an OutboundError, got ${String(error)}`);
  // The error itself reveals nothing about the network.
  expect(error.message).toBe('another server sent no usable answer');
  return String(error.cause);
}

describe('a server', () => {
  const { fetchJson } = createOutbound(atHome);

  it('is asked for JSON, and not for compressed data', async () => {
    let headers: object = {};
    listener = (request, response) => {
      headers = request.headers;
      response.end('[1]');
    };
    expect(await fetchJson(`${server.url}/latest?x=1`)).toEqual([1]);
    expect(asked).toEqual(['/latest?x=1']);
    expect(headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      'user-agent': 'fileshare',
    });
  });

  it('cannot send elsewhere', async () => {
    listener = (_request, response) => response.writeHead(302, { location: '/other' }).end('{}');
    expect(await reasonOf(fetchJson(server.url))).toContain('status 302');
    expect(asked).toEqual(['/']);
  });

  it('cannot answer with more than 256 KiB', async () => {
    const answerOf = (bytes: number): Listener => {
      return (_request, response) => response.end(JSON.stringify('x'.repeat(bytes - 2)));
    };
    listener = answerOf(256 * 1024);
    expect(await fetchJson(server.url)).toHaveLength(256 * 1024 - 2);
    listener = answerOf(256 * 1024 + 1);
    expect(await reasonOf(fetchJson(server.url))).toContain('more than 262144 bytes');
  });

  it('cannot answer without end', async () => {
    listener = (_request, response) => {
      const fill = () => {
        while (!response.destroyed && response.write('x'.repeat(16_384)));
      };
      response.on('drain', fill);
      fill();
    };
    expect(await reasonOf(fetchJson(server.url))).toContain('more than 262144 bytes');
  });

  it('cannot answer with compressed data', async () => {
    listener = (_request, response) =>
      response.setHeader('content-encoding', 'gzip').end(gzipSync(Buffer.alloc(10_000_000)));
    expect(await reasonOf(fetchJson(server.url))).toContain('compressed');
  });

  it.each<[string, Listener]>([
    ['the answer', () => undefined],
    ['the rest of it', (_request, response) => response.write('{')],
  ])('that never sends %s is not waited for', async (_name, silence) => {
    listener = silence;
    const { fetchJson: fetchSoon } = createOutbound({ ...atHome, timeout: 100 });
    expect(await reasonOf(fetchSoon(server.url))).toContain('timeout');
  });

  it.each([
    ['nonsense', 200, 'SyntaxError'],
    ['{}', 500, 'status 500'],
  ])('that answers %s with %i is of no use', async (text, status, reason) => {
    listener = (_request, response) => response.writeHead(status).end(text);
    expect(await reasonOf(fetchJson(server.url))).toContain(reason);
  });

  it('that is not there is of no use', async () => {
    await server.close();
    expect(await reasonOf(fetchJson(server.url))).toContain('ECONNREFUSED');
  });
});

describe('a request', () => {
  const { fetch } = createOutbound(atHome);

  it('can be a form with headers of its own', async () => {
    let seen: object = {};
    listener = async (request, response) => {
      seen = { method: request.method, headers: request.headers, body: await text(request) };
      response.writeHead(201, { 'x-one': '1', 'content-type': 'application/json' }).end('{"a":1}');
    };
    const answer = await fetch(server.url, {
      method: 'POST',
      headers: { authorization: 'Basic YTpi', 'accept-encoding': 'gzip', 'user-agent': 'other' },
      body: 'a=b',
    });
    expect(seen).toMatchObject({
      method: 'POST',
      headers: {
        authorization: 'Basic YTpi',
        accept: 'application/json',
        'accept-encoding': 'identity',
        'user-agent': 'fileshare',
      },
      body: 'a=b',
    });
    expect([answer.status, answer.headers.get('x-one')]).toEqual([201, '1']);
    expect(await answer.json()).toEqual({ a: 1 });
  });

  it.each([
    [204, ''],
    [400, '{"error":"invalid_grant"}'],
    [500, 'broken'],
  ])('is answered with status %i and %j', async (status, body) => {
    listener = (_request, response) => response.writeHead(status).end(body);
    const answer = await fetch(server.url);
    expect([answer.status, await answer.text()]).toEqual([status, body]);
  });

  it.each([301, 302, 303, 307, 308])('is not sent on by status %i', async (status) => {
    listener = (_request, response) => response.writeHead(status, { location: '/other' }).end();
    expect(await reasonOf(fetch(server.url, { method: 'POST', body: 'secret' }))).toContain(
      `status ${status}`,
    );
    expect(asked).toEqual(['/']);
  });

  it('has the same limits', async () => {
    const within = createOutbound({ ...atHome, timeout: 100 });
    listener = () => undefined;
    expect(await reasonOf(within.fetch(server.url))).toContain('timeout');
    listener = (_request, response) => response.writeHead(400).end('x'.repeat(256 * 1024 + 1));
    expect(await reasonOf(fetch(server.url))).toContain('more than 262144 bytes');
    expect(await reasonOf(createOutbound({ allowPrivate: false }).fetch(server.url))).toContain(
      'no address that may be contacted',
    );
  });
});

describe('an address at home', () => {
  const refused = 'no address that may be contacted';

  it.each(['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '2130706433', '0x7f.1'])(
    'as %s is asked only where that is allowed',
    async (host) => {
      const url = `http://${host}:${new URL(server.url).port}/`;
      for (const each of [url, url.replace('http:', 'https:')]) {
        expect(await reasonOf(createOutbound({ allowPrivate: false }).fetchJson(each))).toContain(refused);
      }
      expect(asked).toEqual([]);
    },
  );

  it('is found by its name where that is allowed', async () => {
    const resolve = leadsTo('127.0.0.1');
    expect(await createOutbound({ ...atHome, resolve }).fetchJson(atName())).toEqual({ fine: true });
    const { fetchJson } = createOutbound({ allowPrivate: false, resolve });
    expect(await reasonOf(fetchJson(atName()))).toContain(refused);
    expect(asked).toEqual(['/']);
  });

  it('is looked at where it is connected to: a name leads nowhere else a moment later', async () => {
    const answers = [leadsTo('4000::1'), leadsTo('127.0.0.1')];
    let looked = 0;
    const resolve: Resolve = (...question) => answers[looked++]?.(...question);
    const { fetchJson } = createOutbound({ allowPrivate: false, resolve, timeout: 200 });
    await reasonOf(fetchJson(atName('https')));
    expect(looked).toBe(1);
    expect(await reasonOf(fetchJson(atName('https')))).toContain(refused);
    expect(asked).toEqual([]);
  });
});

describe('an address that is never meant', () => {
  it.each(['169.254.169.254', 'fe80::1', '0.0.0.0', 'fd00:ec2::254'])(
    'such as %s is not asked',
    async (address) => {
      const { fetchJson } = createOutbound({ ...atHome, resolve: leadsTo(address) });
      const literal = address.includes(':') ? `[${address}]` : address;
      for (const url of [atName(), atName('https'), `http://${literal}/latest`]) {
        expect(await reasonOf(fetchJson(url))).toContain('no address that may be contacted');
      }
    },
  );

  it('is left out where there is another', async () => {
    const resolve = leadsTo('169.254.169.254', '127.0.0.1');
    expect(await createOutbound({ ...atHome, resolve }).fetchJson(atName())).toEqual({ fine: true });
  });
});

it('asks strangers by https alone', async () => {
  const { fetchJson } = createOutbound(atHome);
  expect(await reasonOf(fetchJson('http://93.184.215.14/'))).toContain('no address that may be contacted');
  expect(await reasonOf(fetchJson('ftp://93.184.215.14/'))).toMatch(/protocol/i);
});
