import { afterEach, expect, it } from 'vitest';
import { type Listener, startServer, type TestServer } from '#sdk/testing/http-server.js';
import { systemClock } from '../crypto/clock.ts';
import { type Certificate, makeCertificate, startTlsServer } from '../testing/engines/tls-server.ts';
import type { Resolve } from './connector.ts';
import { createOutbound, OutboundError } from './outbound.ts';
import { askPublicAddress } from './public-address.ts';

const host = 'files.example.org';
const day = 86_400_000;

let server: TestServer | undefined;
afterEach(async () => {
  await server?.close();
  server = undefined;
});

const here: Resolve = (_host, _options, done) =>
  setImmediate(done, null, [{ address: '127.0.0.1', family: 4 }]);

const health = (instance?: string): Listener => {
  const body = JSON.stringify({ status: 'ok', version: '1.0.0', instance });
  return (request, response) => response.writeHead(request.url === '/api/health' ? 200 : 404).end(body);
};

interface Setting {
  listener?: Listener;
  certificate?: Certificate;
  /** Whether the client knows the authority of the certificate. */
  isTrusted?: boolean;
  allowPrivate?: boolean;
  instance?: string | null;
}

/** Asks an instance at `https://files.example.org`, which is really on this machine. */
async function ask(setting: Setting = {}) {
  const { listener = health('ours'), isTrusted = true, allowPrivate = true, instance = 'ours' } = setting;
  const certificate = setting.certificate ?? (await makeCertificate({ host }));
  const started = await startTlsServer(listener, certificate);
  server = started;
  const outbound = createOutbound({
    allowPrivate,
    resolve: here,
    ...(isTrusted && { ca: certificate.cert }),
  });
  const url = `https://${host}:${new URL(started.url).port}`;
  const { answer, detail } = await askPublicAddress(url, { outbound, instance, clock: systemClock });
  return { ...answer, detail };
}

it('is satisfied with an answer of this instance under a valid certificate', async () => {
  const found = await ask();
  expect(found).toMatchObject({ isChecked: true, problem: null, reason: null, status: 200, detail: '' });
  expect(Date.parse(found.expiresAt ?? '')).toBeGreaterThan(Date.now() + 360 * day);
});

it.each([
  ['a certificate for 90 days', 90, 15, 13],
  // Those for an IP address, for example, are issued for no longer.
  ['a certificate for six days', 6, 3, 1],
])('warns before %s expires', async (_what, lifetime, daysBefore, daysAfter) => {
  const leaving = async (daysLeft: number) => {
    const until = Math.ceil(Date.now() / 1000) * 1000 + daysLeft * day;
    const certificate = await makeCertificate({ host, from: until - lifetime * day, until });
    return { until, ...(await ask({ certificate })) };
  };
  expect((await leaving(daysBefore)).problem).toBeNull();
  await server?.close();
  const { until, ...found } = await leaving(daysAfter);
  expect(found).toMatchObject({
    problem: 'certificate_expiring',
    expiresAt: new Date(until).toISOString(),
  });
});

it('says that the certificate has expired', async () => {
  const certificate = await makeCertificate({ host, from: Date.now() - 10 * day, until: Date.now() - day });
  expect(await ask({ certificate })).toMatchObject({ problem: 'certificate_expired' });
});

it('says that the certificate is for another name', async () => {
  const certificate = await makeCertificate({ host: 'other.example.org' });
  expect(await ask({ certificate })).toMatchObject({ problem: 'certificate_other_host' });
});

it('says that nobody trusts the certificate', async () => {
  const found = await ask({ isTrusted: false });
  expect(found).toMatchObject({ problem: 'certificate_untrusted', reason: null });
  expect(found.detail).toContain('self-signed');
});

it('says that there is no TLS where https is announced', async () => {
  server = await startServer(health('ours'));
  const outbound = createOutbound({ allowPrivate: true, resolve: here });
  const url = server.url.replace('http:', 'https:');
  const found = await askPublicAddress(url, { outbound, instance: 'ours', clock: systemClock });
  expect(found.answer).toMatchObject({ problem: 'not_https', reason: null });
});

it.each<[string, Listener]>([
  ['another instance', health('theirs')],
  ['an older version, which has no ID', health()],
  ['a page', (_request, response) => response.end('<h1>Welcome to nginx!</h1>')],
  ['a sign-in wall', (_request, response) => response.writeHead(401).end('{}')],
  [
    'a redirect',
    (_request, response) => response.writeHead(302, { location: 'https://login.example.org/?secret' }).end(),
  ],
  ['an endless page', (_request, response) => response.end('x'.repeat(300_000))],
])('says that %s answers', async (_what, listener) => {
  expect(await ask({ listener })).toMatchObject({ problem: 'other_instance' });
});

it('takes any instance for its own while its ID is not known', async () => {
  expect(await ask({ listener: health('new'), instance: null })).toMatchObject({ problem: null });
});

it('says with which status a proxy without its server answers', async () => {
  const found = await ask({ listener: (_request, response) => response.writeHead(502).end() });
  expect(found).toMatchObject({
    problem: 'server_error',
    status: 502,
    detail: 'it answered with status 502',
  });
});

it('says that the connection breaks', async () => {
  const found = await ask({ listener: (request) => request.socket.destroy() });
  expect(found).toMatchObject({ problem: 'unreachable', reason: 'connection', status: null });
});

it.each([
  ['dns', Object.assign(new Error('getaddrinfo ENOTFOUND files.lan'), { code: 'ENOTFOUND' })],
  ['refused', Object.assign(new Error('connect ECONNREFUSED 10.0.0.7:443'), { code: 'ECONNREFUSED' })],
  ['timeout', Object.assign(new Error('connect ETIMEDOUT 10.0.0.7:443'), { code: 'ETIMEDOUT' })],
  ['timeout', new DOMException('The operation was aborted due to timeout', 'TimeoutError')],
  ['connection', Object.assign(new Error('connect ENETUNREACH 10.0.0.7'), { code: 'ENETUNREACH' })],
])('says by a code that nothing answers (%s), and the details only to the host', async (reason, cause) => {
  const fetch = () => Promise.reject(new OutboundError('no usable answer', { cause }));
  const question = { outbound: { fetch }, instance: 'ours', clock: systemClock };
  const { answer, detail } = await askPublicAddress(`https://${host}`, question);
  expect(answer).toMatchObject({ problem: 'unreachable', reason });
  expect(JSON.stringify(answer)).not.toContain(cause.message);
  expect(detail).toBe(cause.message);
});

it('says why no connection is made', async () => {
  const question = { instance: 'ours', clock: systemClock };
  const outbound = createOutbound({ allowPrivate: true, resolve: here });
  const closed = await startServer(() => undefined);
  await closed.close();
  const url = closed.url.replace('http:', 'https:');
  const refused = await askPublicAddress(url, { ...question, outbound });
  expect(refused.answer.reason).toBe('refused');
  expect(refused.detail).toContain('ECONNREFUSED');
});

it('does not ask what the server may not request', async () => {
  expect(await ask({ allowPrivate: false })).toMatchObject({ isChecked: false, problem: null });
});
