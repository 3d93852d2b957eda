import type { RequestListener } from 'node:http';
import { afterEach, expect, it } from 'vitest';
import { AppError } from '#sdk/contract/errors.js';
import { startServer } from '#sdk/testing/http-server.js';
import { HintedError, SeveralErrors } from './cli-error.ts';
import { explainOtherServer } from './explain-other-server.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

const answering =
  (status: number, type: string, body: string): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { 'content-type': type, connection: 'close' }).end(body);
  };
const network = Object.assign(new Error('gone'), { name: 'NetworkError' });
const { signal } = new AbortController();

async function explain(listener: RequestListener, error: unknown) {
  const server = await startServer(listener);
  cleanUps.push(() => server.close());
  return { explained: await explainOtherServer(error, { server: server.url, signal }), server: server.url };
}

it.each([
  ['a web page', answering(200, 'text/html', '<p>hello'), network],
  ['a page that is not found', answering(404, 'text/html', '<p>no'), new AppError('not_found')],
  ['a refusing page', answering(403, 'text/html', '<p>no'), new AppError('forbidden')],
  [
    'a page that an upload would meet',
    answering(404, 'text/html', '<p>no'),
    new HintedError(new AppError('not_found'), undefined),
  ],
  [
    'a page that a dry run meets',
    answering(404, 'text/html', '<p>no'),
    new SeveralErrors([new AppError('share_empty'), new AppError('not_found')]),
  ],
  ['another API', answering(200, 'application/json', '{"shares":0}'), new TypeError('not iterable')],
])('says that %s is no fileshare server', async (_name, listener, error) => {
  const { explained, server } = await explain(listener, error);
  expect(explained).toMatchObject({
    exit: 'notFound',
    text: { key: 'cli.errors.other_server', params: { server } },
    cause: error,
  });
});

const redirecting =
  (location: string): RequestListener =>
  (_request, response) => {
    response.writeHead(302, { location, connection: 'close' }).end();
  };

it.each([
  ['https://files.example.org', '_away'],
  ['https://127.0.0.1:8443', ''],
])('names the server that the address redirects to: %s', async (address, hint) => {
  const { explained, server } = await explain(redirecting(`${address}/api/health`), network);
  expect(explained).toMatchObject({
    exit: 'notFound',
    text: { key: 'cli.errors.server_redirects', params: { server, address } },
    hint: { key: `cli.hints.server_redirects${hint}`, params: { address } },
    cause: network,
  });
});

it('takes a page that sends everybody to its sign-in for another server', async () => {
  const { explained } = await explain(redirecting('/login'), network);
  expect(explained).toMatchObject({ text: { key: 'cli.errors.other_server' } });
});

const healthy = answering(200, 'application/json', '{"status":"ok","version":"1.0.0"}');

it.each([
  ['its own refusals', healthy, new AppError('not_found', undefined, { requestId: 'r1' })],
  ['a broken connection', healthy, network],
  ['a gateway without a server', answering(502, 'text/html', '<p>bad gateway'), network],
  [
    'an upload that can be resumed',
    answering(200, 'text/html', '<p>sign in to this network'),
    new HintedError(network, { key: 'cli.hints.resume_download' }),
  ],
  ['what was found here', answering(200, 'text/html', '<p>hello'), new AppError('share_empty')],
])('leaves %s as it is', async (_name, listener, error) => {
  expect((await explain(listener, error)).explained).toBe(error);
});

it('leaves the error of a server that is down as it is', async () => {
  const server = await startServer(healthy);
  await server.close();
  expect(await explainOtherServer(network, { server: server.url, signal })).toBe(network);
});
