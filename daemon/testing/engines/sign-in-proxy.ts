import { createServer, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The address that requests of the proxy come from: another one than that of everyone else on this machine. */
export const proxyAddress = '127.0.0.2';

/** A proxy that signs people in, like Authelia: it removes headers of visitors, and adds those of `person`. */
export interface SignInProxy {
  url: string;
  /** Headers of the person who is signed in at the proxy; null: nobody is. */
  person: Readonly<Record<string, string>> | null;
  close(): Promise<void>;
}

/** Starts a proxy in front of a server. */
export async function startSignInProxy(target: string): Promise<SignInProxy> {
  const server = createServer((request, response) => {
    const visitor = Object.entries(request.headers).filter(([name]) => !name.startsWith('remote-'));
    const headers = { ...Object.fromEntries(visitor), 'x-forwarded-for': '203.0.113.7', ...proxy.person };
    const { method } = request;
    const forwarded = send(
      new URL(request.url ?? '/', target),
      { method, headers, localAddress: proxyAddress },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(response);
      },
    );
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const proxy: SignInProxy = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    person: null,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return proxy;
}
