import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { admin, executable } from './server.ts';
import { createWorkspace, type Workspace } from './workspace.ts';

let workspace: Workspace;

beforeAll(async () => {
  workspace = await createWorkspace({ FILESHARE_CONFIG_SHARE_CHUNK_SIZE: '2000000' });
});
afterAll(() => workspace.remove());

interface Report {
  isHealthy: boolean;
  checks: { id: string; status: string; findings: { code: string }[] }[];
}

async function examine(
  url: string,
  token: string,
): Promise<{ exitCode: number | null; found: Record<string, string> }> {
  const env = { ...workspace.strangerEnv(), FILESHARE_URL: url, FILESHARE_TOKEN: token };
  const { exitCode, stdout } = await workspace.run(['doctor', '--server', url, '--json'], { env });
  const { checks } = JSON.parse(stdout) as Report;
  return { exitCode, found: Object.fromEntries(checks.map(({ id, status }) => [id, status])) };
}

/** The exit code when nobody reads what it finds, as with `| head`. */
async function examineUnread(url: string, token: string): Promise<number | null> {
  const command = `set -o pipefail; '${process.execPath}' '${executable}' doctor --server '${url}' | true`;
  const env = { ...workspace.strangerEnv(), FILESHARE_URL: url, FILESHARE_TOKEN: token };
  const child = spawn('bash', ['-c', command], { env, stdio: 'ignore' });
  await once(child, 'exit');
  return child.exitCode;
}

/** A proxy as people have it: it refuses large requests, or passes them on when they are complete. */
async function startProxy(
  treat: (req: IncomingMessage, res: ServerResponse, pass: (body: Buffer | null) => void) => void,
): Promise<{ url: string; stop(): void }> {
  const target = new URL(workspace.server.url);
  const proxy = createServer((req, res) => {
    const pass = (body: Buffer | null) => {
      const { method = 'GET', url = '/', headers } = req;
      const onward = request(
        { host: target.hostname, port: target.port, method, path: url, headers },
        (answer) => {
          res.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(res);
        },
      );
      onward.on('error', () => res.destroy());
      if (body) onward.end(body);
      else req.pipe(onward);
    };
    treat(req, res, pass);
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port } = proxy.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => {
      proxy.close();
      proxy.closeAllConnections();
    },
  };
}

describe('fileshare doctor --server', () => {
  it('finds what stands in the way', async () => {
    const create = ['key', 'create', 'doctor', '--scope', 'shares:write,shares:read', '--password-stdin'];
    const key = (await workspace.run(create, { stdin: `${admin.password}\n` })).stdout.trim();

    const direct = await examine(workspace.server.url, key);
    expect(direct.exitCode).toBe(0);
    expect(new Set(Object.values(direct.found))).toEqual(new Set(['ok']));

    const collecting = await startProxy((req, _res, pass) => void buffer(req).then(pass));
    const collected = await examine(collecting.url, key);
    expect(collected).toEqual({ exitCode: 0, found: { ...direct.found, buffering: 'warning' } });
    collecting.stop();

    const refusing = await startProxy((req, res, pass) => {
      if (Number(req.headers['content-length'] ?? 0) <= 1_000_000) return pass(null);
      res.writeHead(413).end('too large');
      req.resume();
    });
    const refused = await examine(refusing.url, key);
    expect(refused.exitCode).toBe(1);
    expect(refused.found).toMatchObject({ bodies: 'problem', buffering: 'skipped', ranges: 'skipped' });
    expect(await examineUnread(refusing.url, key)).toBe(1);
    refusing.stop();

    const { shares } = JSON.parse((await workspace.run(['list', '--json'])).stdout) as { shares: unknown[] };
    expect(shares).toEqual([]);
  });

  it('does not send without an account, and needs a server', async () => {
    const env = workspace.strangerEnv();
    const { exitCode, stdout } = await workspace.run(['doctor', '--server', workspace.server.url], { env });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('- Large requests arrive');
    expect(stdout).toContain('not encrypted, but it does not leave this machine');
    const mixed = await workspace.run(['doctor', '--server', workspace.server.url, '--fix']);
    expect(mixed.exitCode).toBe(2);
  });
});
