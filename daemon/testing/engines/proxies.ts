import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Certificate } from './tls-server.ts';

/** Debian's package installs it outside of the `PATH` of users. */
export const nginxProgram = '/usr/sbin/nginx';
const caddyProgram = '/usr/bin/caddy';

export const hasNginx = existsSync(nginxProgram);
export const hasCaddy = existsSync(caddyProgram);

interface ProxyOptions {
  /** For its configuration and whatever it writes. */
  folder: string;
  certificate: Certificate;
  /** Where it listens for HTTPS. */
  port: number;
  /** `host:port` of the server. */
  upstream: string;
}

export interface Proxy {
  stop(): Promise<void>;
}

const guide = new URL('../../../docs/guide/reverse-proxy/', import.meta.url);

/** Replaces texts that the recipe must contain: what is tested is what people copy. */
async function readRecipe(name: string, changes: Readonly<Record<string, string>>): Promise<string> {
  let text = await readFile(new URL(name, guide), 'utf8');
  for (const [from, to] of Object.entries(changes)) {
    if (!text.includes(from)) throw new Error(`${name} no longer contains: ${from}`);
    text = text.replaceAll(from, to);
  }
  return text;
}

/** Starts nginx with the recipe of the guide, on other ports and with another certificate. */
export async function startNginx(options: ProxyOptions): Promise<Proxy> {
  const { folder, port, upstream } = options;
  const { cert, key } = await writeCertificate(options);
  const servers = await readRecipe('nginx.conf', {
    'listen 80;': `listen unix:${folder}/redirect.sock;`,
    'listen 443 ssl;': `listen 127.0.0.1:${port} ssl;`,
    '/etc/letsencrypt/live/files.example.org/fullchain.pem': cert,
    '/etc/letsencrypt/live/files.example.org/privkey.pem': key,
    '127.0.0.1:3000': upstream,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  );
  const text = `daemon off; master_process off; pid ${folder}/nginx.pid; events {}
http { access_log off; ${temporary.join(' ')}\n${servers}\n}`;
  const file = join(folder, 'nginx.conf');
  await writeFile(file, text);
  return start(nginxProgram, ['-p', folder, '-e', join(folder, 'error.log'), '-c', file], options);
}

/** Starts Caddy with the recipe of the guide, on another port and with a certificate of ours. */
export async function startCaddy(options: ProxyOptions): Promise<Proxy> {
  const { folder, port, upstream } = options;
  const { cert, key } = await writeCertificate(options);
  const site = await readRecipe('Caddyfile', {
    'files.example.org {': `https://127.0.0.1:${port} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}`,
    '127.0.0.1:3000': upstream,
  });
  const file = join(folder, 'Caddyfile');
  await writeFile(file, `{\n\tadmin off\n\tauto_https off\n}\n${site}`);
  return start(caddyProgram, ['run', '--config', file, '--adapter', 'caddyfile'], options);
}

async function writeCertificate({
  folder,
  certificate,
}: ProxyOptions): Promise<Record<keyof Certificate, string>> {
  await mkdir(folder, { recursive: true });
  const paths = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
  await writeFile(paths.cert, certificate.cert);
  await writeFile(paths.key, certificate.key);
  return paths;
}

async function start(
  program: string,
  args: readonly string[],
  { folder, port }: ProxyOptions,
): Promise<Proxy> {
  const env = { HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await waitFor(child, port, () => said);
  return {
    async stop() {
      if (child.exitCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function waitFor(child: ChildProcess, port: number, said: () => string): Promise<void> {
  while (!(await isListening(port))) {
    if (child.exitCode !== null) throw new Error(`the proxy has ended: ${said()}`);
    await sleep(20);
  }
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
