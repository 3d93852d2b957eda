import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import {
  type Certificate,
  makeCertificate,
  startTlsServer,
  type TlsServer,
} from '../../daemon/testing/engines/tls-server.ts';
import { type CliResult, readJson, runCli } from './run-cli.ts';

let folder: string;
let server: TlsServer;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fileshare-e2e-'));
});
afterEach(() => server.close());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** An empty list of shares from a server with this certificate. */
async function list(certificate: Certificate, env: NodeJS.ProcessEnv = {}): Promise<CliResult> {
  server = await startTlsServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ shares: [], nextCursor: null }));
  }, certificate);
  return runCli(['list', '--json', '--server', server.url], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C', FILESHARE_TOKEN: 'fsk_key', ...env },
  });
}

async function trust(certificate: Certificate): Promise<NodeJS.ProcessEnv> {
  const file = path.join(folder, 'authority.pem');
  await writeFile(file, certificate.cert);
  return { NODE_EXTRA_CA_CERTS: file };
}

const day = 86_400_000;
const expired = { from: Date.now() - 10 * day, until: Date.now() - day };

it.each([
  ['self-signed', () => makeCertificate(), 'it is self-signed', 'NODE_EXTRA_CA_CERTS'],
  [
    'of an unknown authority',
    async () => makeCertificate({ authority: await makeCertificate({ name: 'Home' }) }),
    'it is signed by an authority that this computer does not know',
    'NODE_EXTRA_CA_CERTS',
  ],
  ['expired', () => makeCertificate(expired), 'it has expired', 'renew'],
])('a certificate that is %s is told as such', async (_name, make, reason, hint) => {
  const result = await list(await make());
  expect(result.exitCode).toBe(10);
  expect(result.stderr).toContain(`The server's certificate can't be trusted: ${reason}.`);
  expect(result.stderr).toContain(hint);
  expect(readJson(result).error).toMatchObject({ code: 'server_certificate' });
});

it('a certificate for another host is told as such, also where it is trusted', async () => {
  const certificate = await makeCertificate({ ip: '127.0.0.2' });
  const result = await list(certificate, await trust(certificate));
  expect(result.exitCode).toBe(10);
  expect(result.stderr).toContain('it is for another host name');
});

it('a certificate that NODE_EXTRA_CA_CERTS names is trusted', async () => {
  const certificate = await makeCertificate();
  expect(await list(certificate, await trust(certificate))).toMatchObject({ exitCode: 0 });
  await server.close();
  const authority = await makeCertificate({ name: 'Home' });
  const signed = await makeCertificate({ authority });
  expect(await list(signed, await trust(authority))).toMatchObject({ exitCode: 0 });
});
