import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Listener, TestServer } from '#sdk/testing/http-server.js';

export interface TlsServer extends TestServer {
  /** What somebody has to trust who asks this server (PEM). */
  certificate: string;
}

interface CertificateInit {
  /** Its own; the address it is for unless told. */
  name?: string;
  /** The address it is for. */
  ip?: string;
  /** Milliseconds since 1970; a year from now on unless told. */
  from?: number;
  until?: number;
  /** Who signs it; itself unless told. */
  authority?: Certificate;
}

export interface Certificate {
  key: string;
  cert: string;
}

export async function makeCertificate(init: CertificateInit = {}): Promise<Certificate> {
  const { ip = '127.0.0.1', name = ip, from, until, authority } = init;
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: authority === undefined },
      { name: 'subjectAltName', altNames: [{ type: 7, ip }] },
    ],
    ...(from !== undefined && { notBeforeDate: new Date(from) }),
    ...(until !== undefined && { notAfterDate: new Date(until) }),
    ...(authority && { ca: authority }),
  });
  return { key, cert };
}

/** A server that speaks TLS, on a free port of this machine, with a certificate of its own unless told. */
export async function startTlsServer(listener: Listener, certificate?: Certificate): Promise<TlsServer> {
  const { key, cert } = certificate ?? (await makeCertificate());
  const server = createServer({ key, cert }, (request, response) => void listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `https://127.0.0.1:${port}`,
    certificate: cert,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
