import { join } from 'node:path';
import type { Bench, Skipped } from '../benchmark.ts';
import { meterProcess, type ProcessMeter } from '../process-meter.ts';
import { postgresMissing, s3Missing, startBucket, startDatabase } from './engines.ts';
import { type Ours, startOurs, startServer } from './ours.ts';
import { startProxy } from './peers.ts';

/** Servers of one instance, behind nginx. */
export interface Cluster {
  /** The first server, reached without a proxy. */
  ours: Ours;
  /** Of all servers together. */
  meter: ProcessMeter;
  engines: Readonly<Record<string, ProcessMeter>>;
  /** One for each requested number of servers. */
  proxies: readonly { servers: number; url: string; pid: number }[];
}

/** Starts as many servers as the last count asks for, and a proxy that uses the first of them for each count. */
export async function startCluster(bench: Bench, counts: readonly number[]): Promise<Cluster | Skipped> {
  const name = 'all of them';
  const database = await startDatabase(bench);
  if (!database) return { name, skipped: postgresMissing };
  const bucket = await startBucket(bench);
  if (!bucket) return { name, skipped: s3Missing };
  const env = {
    ...database.env,
    ...bucket.env,
    FILESHARE_SECRET_KEY: 'a'.repeat(64),
    FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
  };
  const ours = await startOurs(bench, join(bench.diskFolder, 'server-1'), env);
  const services = [ours.service];
  while (services.length < Math.max(...counts)) {
    const service = await startServer(bench, join(bench.diskFolder, `server-${services.length + 1}`), env);
    bench.defer(() => service.stop());
    services.push(service);
  }
  const proxies: Cluster['proxies'][number][] = [];
  for (const servers of counts) {
    const addresses = services.slice(0, servers).map(({ url }) => new URL(url).host);
    const proxy = await startProxy(bench, join(bench.diskFolder, `proxy-${servers}`), {
      locations,
      upstream: upstreamOf(addresses),
    });
    if (!proxy) return { name, skipped: 'nginx is not installed' };
    proxies.push({ servers, url: proxy.url, pid: proxy.pid });
  }
  return {
    ours,
    meter: meterProcess(...services.map(({ pid }) => pid)),
    engines: { PostgreSQL: database.meter, 'S3 server': bucket.meter },
    proxies,
  };
}

/** As in docs/guide/scale-out/nginx.conf. */
const locations = `location /api/ {
      proxy_pass http://fileshare;
      proxy_request_buffering off;
      proxy_buffering off;
      proxy_http_version 1.1;
      proxy_set_header Connection "";
      proxy_set_header X-Forwarded-For $remote_addr;
    }`;

/** The workers share a zone: otherwise, each of them begins with the first server. */
function upstreamOf(addresses: readonly string[]): string {
  const lines = addresses.map((address) => `server ${address};`).join(' ');
  return `upstream fileshare { zone fileshare 64k; ${lines} keepalive 64; }`;
}
