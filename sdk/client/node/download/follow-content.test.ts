import type { IncomingHttpHeaders } from 'node:http';
import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Listener, startServer, type TestServer } from '../../../testing/http-server.ts';
import { createUndiciTransport } from '../undici-transport.ts';
import { followingContent } from './follow-content.ts';

let agent: Agent;
const servers: TestServer[] = [];
beforeEach(() => {
  agent = new Agent();
});
afterEach(async () => {
  await agent.destroy();
  for (const server of servers.splice(0)) await server.close();
});

async function start(listener: Listener): Promise<string> {
  const server = await startServer(listener);
  servers.push(server);
  return server.url;
}

function connect(baseUrl: string) {
  const sendTo = (origin: string) => createUndiciTransport({ baseUrl: origin, dispatcher: agent });
  return followingContent(sendTo(baseUrl), { baseUrl, sendTo });
}

const redirectTo =
  (location: string): Listener =>
  (_request, response) =>
    response.writeHead(307, { location }).end();

describe('content on an origin of its own', () => {
  it('is fetched there, with its range and without anything secret', async () => {
    const seen: { url: string | undefined; headers: IncomingHttpHeaders }[] = [];
    const contents = await start(({ url, headers }, response) => {
      seen.push({ url, headers });
      response.writeHead(206, { etag: '"x"' }).end('bytes');
    });
    const server = await start(redirectTo(`${contents}/api/shares/abcd/files/1?grant=g`));
    const headers = {
      range: 'bytes=5-',
      'if-range': '"x"',
      cookie: 'a=b',
      authorization: 'Bearer t',
      'x-share-token': 'fsv_1',
    };
    const response = await connect(server).send({ method: 'GET', path: '/api/shares/abcd/files/1', headers });
    expect(response.status).toBe(206);
    expect(await text(response.chunks())).toBe('bytes');
    expect(seen).toMatchObject([
      { url: '/api/shares/abcd/files/1?grant=g', headers: { range: 'bytes=5-', 'if-range': '"x"' } },
    ]);
    for (const name of ['cookie', 'authorization', 'x-share-token']) {
      expect(seen[0]?.headers[name]).toBeUndefined();
    }
  });

  it('is not looked for further than one step', async () => {
    const third = await start((_request, response) => response.end('never'));
    const second = await start(redirectTo(`${third}/x`));
    const server = await start(redirectTo(`${second}/x`));
    expect((await connect(server).send({ method: 'GET', path: '/x' })).status).toBe(307);
  });

  it.each<[string, 'GET' | 'POST', (server: string, contents: string) => string]>([
    ['after a request that writes', 'POST', (_server, contents) => `${contents}/x`],
    ['on the server itself', 'GET', (server) => `${server}/y`],
    ['at an address of another kind', 'GET', () => 'ftp://contents.test/x'],
  ])('is not looked for %s', async (_name, method, locate) => {
    let isAsked = false;
    const contents = await start((_request, response) => {
      isAsked = true;
      response.end();
    });
    const server: string = await start((request, response) =>
      redirectTo(locate(`http://${request.headers.host}`, contents))(request, response),
    );
    expect((await connect(server).send({ method, path: '/x' })).status).toBe(307);
    expect(isAsked).toBe(false);
  });
});
