import { afterEach, expect, it } from 'vitest';
import type { PublicAddress } from '#sdk/contract/formats/public-address.js';
import type { Listener } from '#sdk/testing/http-server.js';
import { createApp } from '../../app/app.ts';
import { newToken, tokenPrefixes } from '../../crypto/tokens.ts';
import { createOutbound } from '../../outbound/outbound.ts';
import { createCaller } from '../../testing/browser.ts';
import { makeCertificate, startTlsServer, type TlsServer } from '../../testing/engines/tls-server.ts';
import { createFakeClock } from '../../testing/fake-clock.ts';
import { signInAs } from '../../testing/members.ts';
import { startApp, type TestApp } from '../../testing/start-app.ts';

let app: TestApp;
let proxy: TlsServer;
afterEach(async () => {
  await app.stop();
  await proxy.close();
});

/** Starts an instance whose public address is that of a TLS proxy before it. */
async function start() {
  const host = 'files.example.org';
  const answers: Listener[] = [];
  let asked = 0;
  const passOn: Listener = async (request, response) => {
    const answer = await fetch(`${app.url}${request.url}`);
    response.writeHead(answer.status).end(await answer.text());
  };
  const certificate = await makeCertificate({ host });
  proxy = await startTlsServer((request, response) => {
    asked += 1;
    return (answers.shift() ?? passOn)(request, response);
  }, certificate);
  const url = `https://${host}:${new URL(proxy.url).port}`;
  const clock = createFakeClock();
  const outbound = createOutbound({
    allowPrivate: true,
    ca: certificate.cert,
    resolve: (_host, _options, done) => setImmediate(done, null, [{ address: '127.0.0.1', family: 4 }]),
  });
  const lines: string[] = [];
  app = await startApp({
    clock,
    env: { FILESHARE_CONFIG_GENERAL_APP_URL: url, FILESHARE_LOG_LEVEL: 'warn', FILESHARE_LOG_FORMAT: 'json' },
    logDestination: { write: (line: string) => void lines.push(line) },
    outbound,
  });
  const { headers } = await signInAs(app, app.admin);
  const read = async (): Promise<PublicAddress> => {
    const { body } = await createCaller(app.url)('/publicAddress', { headers });
    return body as PublicAddress;
  };
  return { url, clock, answers, read, outbound, lines, asked: () => asked };
}

it('looks at its own address from outside, and finds itself there after a restart too', async () => {
  const { url, read } = await start();
  expect(await read()).toMatchObject({ url, isChecked: true, problem: null });
  app = await app.restart();
  const { headers } = await signInAs(app, app.admin);
  const { body } = await createCaller(app.url)('/publicAddress', { headers });
  expect(body).toMatchObject({ problem: null });
});

it('leaves what a failed connection said in the log', async () => {
  const { url, answers, read, lines } = await start();
  answers.push((request) => request.socket.destroy());
  const { problem, reason } = await read();
  expect({ problem, reason }).toEqual({ problem: 'unreachable', reason: 'connection' });
  const line = lines.find((each) => each.includes('problem of the public address'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    url,
    reason: expect.stringMatching(/socket|closed/) as string,
  });
});

it('finds its server there in a command beside it', async () => {
  const { outbound } = await start();
  const hostToken = newToken(tokenPrefixes.host);
  const env = { ...app.app.core.env, port: 0 };
  const command = await createApp(env, { hostToken, outbound });
  await command.start();
  try {
    const headers = { authorization: `Bearer ${hostToken}` };
    expect((await createCaller(command.url)('/publicAddress', { headers })).body).toMatchObject({
      isChecked: true,
      problem: null,
    });
  } finally {
    await command.stop();
  }
});

it('asks again only after a while, and sooner where something is wrong', async () => {
  const { clock, answers, read, asked } = await start();
  answers.push((_request, response) => response.writeHead(502).end());
  expect(await Promise.all([read(), read()])).toMatchObject([
    { problem: 'server_error', status: 502 },
    { problem: 'server_error', status: 502 },
  ]);
  expect(asked()).toBe(1);
  clock.advance(61_000);
  expect(await read()).toMatchObject({ problem: null });
  clock.advance(61_000);
  await read();
  expect(asked()).toBe(2);
  clock.advance(600_000);
  await read();
  expect(asked()).toBe(3);
});
