import { afterEach, expect, it } from 'vitest';
import {
  type Certificate,
  makeCertificate,
  startTlsServer,
} from '../../daemon/testing/engines/tls-server.ts';
import { createClient, filesFromPaths, type NodeClient } from '../index.ts';
import { startServer } from '../testing/http-server.ts';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const day = 86_400_000;
let requests = 0;

async function connectTo(certificate: Certificate): Promise<NodeClient> {
  requests = 0;
  const server = await startTlsServer((_request, response) => {
    requests += 1;
    response.end();
  }, certificate);
  return use(server.url, server.close);
}

function use(baseUrl: string, close: () => Promise<void>): NodeClient {
  const client = createClient({ baseUrl });
  ends.push(() => client.close(), close);
  return client;
}

it.each([
  ['self_signed', () => makeCertificate()],
  ['unknown_authority', async () => makeCertificate({ authority: await makeCertificate({ name: 'Home' }) })],
  ['expired', () => makeCertificate({ from: Date.now() - 10 * day, until: Date.now() - day })],
])('says of a certificate that it is %s, whatever is done', async (problem, make) => {
  const client = await connectTo(await make());
  const works = [
    () => client.configs.list(),
    async () => client.uploadFiles(await filesFromPaths([import.meta.filename])),
    () => client.downloadShare('abcdefgh', { directory: 'never' }),
  ];
  for (const work of works) {
    await expect(work()).rejects.toMatchObject({ code: 'server_certificate', params: { problem } });
  }
  expect(requests).toBe(0);
});

it('says of a server without TLS that it is one', async () => {
  const server = await startServer((_request, response) => response.end());
  const client = use(server.url.replace('http:', 'https:'), server.close);
  await expect(client.configs.list()).rejects.toMatchObject({ code: 'server_not_https' });
});
