import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { generate } from 'selfsigned';
import type { Listener, TestServer } from '#sdk/testing/http-server.js';

export interface TlsServer extends TestServer {
  /** The certificate (PEM) that clients of this server must trust. */
  certificate: string;
}

interface CertificateInit {
  /** Its own name; default: its address. */
  name?: string;
  /** The address it is for. */
  ip?: string;
  /** The host name it is for, instead of an address. */
  host?: string;
  /** Validity in milliseconds since 1970; default: one year from now. */
  from?: number;
  until?: number;
  /** The certificate that signs it; default: itself. */
  authority?: Certificate;
}

export interface Certificate {
  key: string;
  cert: string;
}

export async function makeCertificate(init: CertificateInit = {}): Promise<Certificate> {
  const { ip = '127.0.0.1', host, name = host ?? ip, from, until, authority } = init;
  const { private: key, cert } = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: authority === undefined },
      { name: 'subjectAltName', altNames: [host === undefined ? { type: 7, ip } : { type: 2, value: host }] },
    ],
    ...(from !== undefined && { notBeforeDate: new Date(from) }),
    ...(until !== undefined && { notAfterDate: new Date(until) }),
    ...(authority && { ca: authority }),
  });
  return { key, cert };
}

/** Starts a TLS server on a free port of this machine, by default with a new certificate. */
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
