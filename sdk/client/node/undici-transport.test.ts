import { text } from 'node:stream/consumers';
import { Agent } from 'undici';
import { afterEach, describe, expect, it } from 'vitest';
import { answerForm } from '../../testing/answer-form.ts';
import { type Listener, startServer } from '../../testing/http-server.ts';
import { NetworkError } from '../core/transport.ts';
import { createUndiciTransport } from './undici-transport.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function connectTo(listener: Listener) {
  const server = await startServer(listener);
  const agent = new Agent();
  cleanUps.push(
    () => agent.destroy(),
    () => server.close(),
  );
  return createUndiciTransport({ baseUrl: server.url, dispatcher: agent });
}

describe('the transport', () => {
  it('sends a file as the part of a form, in the name of no foreign page', async () => {
    const transport = await connectTo(answerForm);
    const response = await transport.send({
      method: 'POST',
      path: '/api/x',
      file: new Blob([Buffer.from([0, 255, 13, 10, 45, 45])]),
    });
    expect(await response.json()).toEqual({ by: 'fileshare', name: 'file', content: '\u0000\u00ff\r\n--' });
  });

  it('sends what it is given and answers every status', async () => {
    const transport = await connectTo(async (request, response) => {
      const { method, url, headers } = request;
      const { accept, authorization, 'content-type': type, 'x-requested-with': by } = headers;
      response.writeHead(404, { 'X-Two': ['a', 'b'] });
      response.end(
        JSON.stringify({ method, url, accept, authorization, type, by, body: await text(request) }),
      );
    });
    const response = await transport.send({
      method: 'POST',
      path: '/api/x?y=1',
      headers: { authorization: 'Bearer t' },
      body: { a: 'ä' },
    });
    expect(response.status).toBe(404);
    expect(response.header('x-two')).toBe('a, b');
    expect(response.header('X-Three')).toBe(null);
    const answer = {
      method: 'POST',
      url: '/api/x?y=1',
      authorization: 'Bearer t',
      type: 'application/json',
      by: 'fileshare',
      body: '{"a":"ä"}',
    };
    expect(await response.json()).toEqual(answer);
    expect(await response.json()).toEqual(answer);
  });

  it.each(['', '<html>'])('finds no JSON in %j', async (body) => {
    const transport = await connectTo((_request, response) => response.end(body));
    expect(await (await transport.send({ method: 'GET', path: '/' })).json()).toBeUndefined();
  });

  it('streams', async () => {
    const transport = await connectTo((_request, response) => response.end('x'.repeat(1_000_000)));
    const response = await transport.send({ method: 'GET', path: '/' });
    expect(await text(response.stream())).toHaveLength(1_000_000);
  });

  it('lets a body go that is not wanted', async () => {
    const transport = await connectTo((_request, response) => response.end('x'.repeat(1_000_000)));
    await (await transport.send({ method: 'GET', path: '/' })).stream().cancel();
    expect((await transport.send({ method: 'GET', path: '/' })).status).toBe(200);
  });

  it('tells that nobody is there', async () => {
    const server = await startServer(() => {});
    await server.close();
    const transport = createUndiciTransport({ baseUrl: server.url, dispatcher: new Agent() });
    await expect(transport.send({ method: 'GET', path: '/' })).rejects.toThrow(NetworkError);
  });

  it('tells that the connection broke in the middle', async () => {
    const transport = await connectTo((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('12345', () => response.destroy());
    });
    const response = await transport.send({ method: 'GET', path: '/' });
    await expect(response.json()).rejects.toThrow(NetworkError);
  });

  it('stops with the reason of the signal, before and after the answer began', async () => {
    const reason = new Error('enough');
    const stop = new AbortController();
    const transport = await connectTo((request, response) => {
      if (request.url === '/silent') stop.abort(reason);
      else response.write('12345');
    });
    const silent = transport.send({ method: 'GET', path: '/silent', signal: stop.signal });
    await expect(silent).rejects.toBe(reason);

    const later = new AbortController();
    const response = await transport.send({ method: 'GET', path: '/', signal: later.signal });
    later.abort(reason);
    await expect(text(response.chunks())).rejects.toBe(reason);
  });
});
