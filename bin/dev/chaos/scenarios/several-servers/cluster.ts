import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type MailServer, startMailServer } from '../../../../../daemon/testing/engines/mail-server.ts';
import {
  findPostgres,
  type PostgresServer,
  startPostgres,
} from '../../../../../daemon/testing/engines/postgres-server.ts';
import { hasS3Server } from '../../../../../daemon/testing/engines/s3-programs.ts';
import {
  type OwnS3Server,
  startS3Server,
  variablesOf,
} from '../../../../../daemon/testing/engines/s3-server.ts';
import { findFreePort } from '../../../../../daemon/testing/free-port.ts';
import { ServerProcess } from '../../processes.ts';
import { SkippedError } from '../../scenario.ts';

/** Three servers of one instance behind a load balancer, with everything they need. */
export interface Cluster {
  /** The address of the load balancer. */
  url: string;
  servers: readonly [ServerProcess, ServerProcess, ServerProcess];
  postgres: PostgresServer;
  s3: OwnS3Server;
  mail: MailServer;
  stop(): Promise<void>;
}

const nginx = '/usr/sbin/nginx';

export async function startCluster(folder: string): Promise<Cluster> {
  if (!hasS3Server || findPostgres() === null || !existsSync(nginx)) {
    throw new SkippedError('needs PostgreSQL, Ceph and nginx');
  }
  const stops: (() => Promise<unknown>)[] = [];
  const stop = async () => {
    for (const end of stops.splice(0).reverse()) await end();
  };
  try {
    const postgres = await startPostgres({ isDurable: true });
    stops.push(postgres.stop);
    const s3 = await startS3Server();
    stops.push(s3.stop);
    const mail = await startMailServer();
    stops.push(mail.close);
    const port = await findFreePort();
    const url = `http://127.0.0.1:${port}`;
    const env = {
      ...variablesOf(await s3.createBucket()),
      ...mail.env,
      FILESHARE_DATABASE_URL: postgres.url,
      FILESHARE_SECRET_KEY: randomBytes(32).toString('hex'),
      FILESHARE_CONFIG_GENERAL_APP_URL: url,
      FILESHARE_CONFIG_EMAIL_ENABLE_SHARE_EMAIL_RECIPIENTS: 'true',
      FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
    };
    const start = async (name: string) => {
      const server = await ServerProcess.create(path.join(folder, name), env);
      stops.push(() => server.kill());
      await server.start();
      return server;
    };
    const servers = [await start('a'), await start('b'), await start('c')] as const;
    const balancer = await startNginx(path.join(folder, 'nginx'), { port, servers });
    stops.push(balancer);
    return { url, servers, postgres, s3, mail, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Starts nginx with the configuration of the guide. Returns what ends it. */
async function startNginx(
  folder: string,
  { port, servers }: { port: number; servers: readonly ServerProcess[] },
): Promise<() => Promise<unknown>> {
  await mkdir(folder);
  const ofGuide = await readFile('docs/guide/scale-out/nginx.conf', 'utf8');
  const upstreams = servers.map((server) => `server 127.0.0.1:${server.port} max_fails=0;`);
  const site = ofGuide
    .replace(/server one:.*\n\s*server two:.*\n/, () => `${upstreams.join('\n')}\n`)
    .replace('listen 80;', `listen 127.0.0.1:${port};`);
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${name};`,
  );
  const configuration = `
daemon off;
master_process off;
pid nginx.pid;
error_log error.log;
events { worker_connections 1024; }
http {
access_log off;
${places.join('\n')}
${site}
}
`;
  await writeFile(path.join(folder, 'nginx.conf'), configuration);
  const args = ['-p', folder, '-c', path.join(folder, 'nginx.conf'), '-e', path.join(folder, 'error.log')];
  const child: ChildProcess = spawn(nginx, args, { stdio: 'ignore' });
  const ended = once(child, 'exit');
  for (let tries = 0; ; tries += 1) {
    const isThere = await fetch(`http://127.0.0.1:${port}/api/health`).then(
      () => true,
      () => false,
    );
    if (isThere) break;
    if (tries === 100) throw new Error(await readFile(path.join(folder, 'error.log'), 'utf8'));
    await sleep(100);
  }
  return () => {
    child.kill('SIGKILL');
    return ended;
  };
}
