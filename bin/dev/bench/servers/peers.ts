import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Contender, Skipped } from '../benchmark.ts';
import { programPath } from '../paths.ts';
import { meterProcess, type ProcessMeter } from '../process-meter.ts';
import { isInstalled, type Service, startService } from '../processes.ts';
import { copypartyMissing, startCopyparty } from './copyparty.ts';

export interface Peer {
  service: Service;
  meter: ProcessMeter;
}

interface PeerRow {
  /** Why the peer cannot be started here; it is skipped then. */
  missing(): string | undefined;
  start(folder: string): Promise<Service>;
}

const needs = (program: string) => () => (isInstalled(program) ? undefined : 'not installed');

const quietRclone = ['--config', '/dev/null', '--log-level', 'ERROR'];

/** Servers to compare with. Each serves the files of one folder, and accepts files if it can. */
const peers = {
  stock: { missing: needs('node'), start: (folder) => startNodeProgram('stock-server', folder) },
  koa: { missing: needs('node'), start: (folder) => startNodeProgram('koa-server', folder) },
  archiver: { missing: needs('node'), start: (folder) => startNodeProgram('archiver-server', folder) },
  zip: { missing: needs('zip'), start: (folder) => startNodeProgram('zip-server', folder) },
  nginx: { missing: needs('nginx'), start: (folder) => startNginx(folder) },
  rclone: {
    missing: needs('rclone'),
    start: (folder) =>
      startService('rclone', (port) =>
        ['serve', 'webdav', folder, '--addr', `127.0.0.1:${port}`].concat(quietRclone),
      ),
  },
  caddy: {
    missing: needs('caddy'),
    start: (folder) =>
      startService('caddy', (port) => ['file-server', '--listen', `127.0.0.1:${port}`, '--root', folder], {
        env: { ...process.env, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
      }),
  },
  copyparty: { missing: copypartyMissing, start: startCopyparty },
} satisfies Record<string, PeerRow>;

export type PeerName = keyof typeof peers;

/** Starts a peer for the time of the benchmark, or returns why it is skipped. */
export async function startPeer(
  bench: Bench,
  name: PeerName,
  folder: string,
): Promise<Peer | Pick<Skipped, 'skipped'>> {
  const { missing, start } = peers[name];
  const skipped = missing();
  if (skipped !== undefined) return { skipped };
  mkdirSync(folder, { recursive: true });
  const service = await start(folder);
  bench.defer(() => service.stop());
  return { service, meter: meterProcess(service.pid) };
}

/** Makes a contender of a peer, unless it is skipped. */
export async function contendWith(
  bench: Bench,
  { name, peer, folder }: { name: string; peer: PeerName; folder: string },
  makeRun: (started: Peer) => Contender['run'],
): Promise<Contender | Skipped> {
  const started = await startPeer(bench, peer, folder);
  return 'skipped' in started ? { name, ...started } : { name, run: makeRun(started) };
}

function startNodeProgram(name: string, folder: string): Promise<Service> {
  return startService(process.execPath, (port) => [programPath(name), String(port), folder]);
}

/** Starts nginx in front of other servers; undefined without nginx. */
export async function startProxy(
  bench: Bench,
  folder: string,
  blocks: NginxBlocks,
): Promise<Service | undefined> {
  if (!isInstalled('nginx')) return undefined;
  mkdirSync(folder, { recursive: true });
  const service = await startNginx(folder, blocks);
  bench.defer(() => service.stop());
  return service;
}

interface NginxBlocks {
  /** Added to the server block. */
  locations: string;
  /** Servers under a name, before the server block. */
  upstream?: string;
}

async function startNginx(folder: string, blocks: NginxBlocks = { locations: '' }): Promise<Service> {
  const own = join(folder, '.nginx');
  mkdirSync(own, { recursive: true });
  const config = join(own, 'nginx.conf');
  return startService('nginx', (port) => {
    writeFileSync(config, nginxConfig({ folder, own, port, ...blocks }));
    return ['-p', own, '-c', config, '-e', 'stderr'];
  });
}

function nginxConfig(options: NginxBlocks & { folder: string; own: string; port: number }): string {
  const { folder, own, port, locations, upstream = '' } = options;
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${own}/${name};`)
    .join('\n  ');
  return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
worker_processes auto;
pid ${own}/pid;
events { worker_connections 1024; }
http {
  access_log off;
  sendfile on;
  tcp_nopush on;
  keepalive_requests 1000000;
  client_max_body_size 0;
  ${temporary}
  ${upstream}
  server {
    listen 127.0.0.1:${port};
    root ${folder};
    dav_methods PUT DELETE;
    ${locations}
  }
}
`;
}
