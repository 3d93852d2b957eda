import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/**
 * What happens to a request: it passes, gets an answer 503, gets none, or is cut after so many bytes of its body or its
 * answer.
 */
export type Fate = 'pass' | 'unavailable' | 'silent' | { cutBodyAfter: number } | { cutAfter: number };

export interface FailingProxy {
  endpoint: string;
  /** Methods and URLs of all requests. */
  requests: string[];
  stop(): Promise<void>;
}

/** Stands between the store and its S3 server, and makes requests fail. */
export async function startFailingProxy(
  endpoint: string,
  fateOf: (method: string, url: string) => Fate,
): Promise<FailingProxy> {
  const requests: string[] = [];
  const server = createServer((req, res) => {
    const { method = '', url = '' } = req;
    requests.push(`${method} ${url}`);
    const fate = fateOf(method, url);
    if (fate === 'silent') return void req.resume();
    if (fate !== 'unavailable') return forward(req, res, fate);
    req.resume();
    res.writeHead(503, { connection: 'close' }).end('<Error><Code>SlowDown</Code></Error>');
  });

  function forward(
    req: IncomingMessage,
    res: ServerResponse,
    fate: Exclude<Fate, 'unavailable' | 'silent'>,
  ): void {
    const { method, headers } = req;
    const onward = request(
      new URL(req.url ?? '', endpoint),
      { method: method ?? 'GET', headers },
      (answer) => {
        res.writeHead(answer.statusCode ?? 500, answer.headers);
        if (fate === 'pass' || 'cutBodyAfter' in fate) return void answer.pipe(res);
        let left = fate.cutAfter;
        answer.on('data', (chunk: Buffer) => {
          res.write(chunk.subarray(0, left), () => left <= 0 && res.destroy());
          left -= Math.min(left, chunk.length);
        });
        answer.on('end', () => res.end());
      },
    );
    onward.on('error', () => res.destroy());
    req.pipe(onward);
    if (fate === 'pass' || !('cutBodyAfter' in fate)) return;
    let passed = 0;
    req.on('data', (chunk: Buffer) => {
      passed += chunk.length;
      if (passed < fate.cutBodyAfter) return;
      onward.destroy();
      req.destroy();
    });
  }

  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    requests,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
