import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, buildConnector, request } from 'undici';
import { afterEach, expect, it } from 'vitest';
import { parsingToTheEnd } from './paused-parser.ts';

let server: Server;
let agent: Agent;
afterEach(async () => {
  await agent.destroy();
  server.close();
});

async function start(head: string, body: string): Promise<string> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => {
      socket.write(`HTTP/1.1 200 OK\r\nConnection: close\r\n${head}\r\n\r\n`);
      socket.end(body);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  agent = new Agent({ connect: parsingToTheEnd(buildConnector({})) });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** As much as is received before the parser waits for the reader. */
const long = 'a'.repeat(64 * 1024);

it.each([
  ['a length', 'Content-Length: 65536', long],
  ['chunks', 'Transfer-Encoding: chunked', `${long.length.toString(16)}\r\n${long}\r\n0\r\n\r\n`],
])('reads all of a body with %s late, although the server has closed', async (_name, head, body) => {
  const url = await start(head, body);
  const response = await request(url, { dispatcher: agent });
  // The server closes the connection before the body is read.
  await sleep(300);
  expect((await response.body.text()).length).toBe(long.length);
});

it.each([
  ['is too short', 'Content-Length: 65537'],
  ['may be too short', 'X-Length: unknown'],
])('fails when a body %s', async (_name, head) => {
  const url = await start(head, long);
  const response = await request(url, { dispatcher: agent });
  await sleep(300);
  await expect(response.body.text()).rejects.toThrow('closed');
});

it('lets nobody crash who never reads the body', async () => {
  const url = await start('Content-Length: 65536', long);
  const { statusCode } = await request(url, { dispatcher: agent });
  await sleep(300);
  expect(statusCode).toBe(200);
});
