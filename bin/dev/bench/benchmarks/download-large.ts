import { join } from 'node:path';
import type { Bench, Benchmark, Contender, Skipped } from '../benchmark.ts';
import { curlDownload } from '../curl.ts';
import { makeLargeFile } from '../folders.ts';
import { measureTransfer } from '../measure.ts';
import { meterProcess } from '../process-meter.ts';
import { withReference } from '../reference.ts';
import { publish, startOurs } from '../servers/ours.ts';
import { type Peer, type PeerName, startPeer, startProxy } from '../servers/peers.ts';
import { runSink } from '../sink.ts';

const note =
  'In a memory file system. Ours also checks access and looks up the file. The sink is a receiver that only counts bytes.';

const offloadedName = 'ours behind nginx, X-Accel-Redirect';

interface Source {
  name: string;
  peer: Pick<Peer, 'meter'>;
  url: string;
  headers: Readonly<Record<string, string>>;
}

type Receive = (source: Source) => Promise<number>;

const receivers = {
  curl: ({ url, headers }) => curlDownload(url, headers),
  sink: (source) => runSink({ ...source, connections: 1 }),
} satisfies Record<string, Receive>;

export const downloadCurl = defineDownload({
  name: 'download-curl',
  title: 'Download of one large file with curl',
  receive: receivers.curl,
  streams: 1,
});

export const downloadSink = defineDownload({
  name: 'download-sink',
  title: 'Download of one large file into a sink',
  receive: receivers.sink,
  streams: 1,
});

export const downloadEight = defineDownload({
  name: 'download-eight',
  title: 'Eight simultaneous downloads of one large file into a sink',
  receive: (source) => runSink({ ...source, connections: 8 }),
  streams: 8,
});

function defineDownload(options: {
  name: string;
  title: string;
  receive: Receive;
  streams: number;
}): Benchmark {
  const { name, title, receive, streams } = options;
  return {
    name,
    title,
    unit: 'MB/s',
    note: `${streams === 1 ? '1 GiB' : '256 MiB each'}. ${note}`,
    goals: [
      { ours: 'ours', against: 'Koa stream', atLeast: 1.6 },
      { ours: 'ours', against: 'nginx sendfile', atLeast: 0.85 },
      { ours: offloadedName, against: 'nginx sendfile', atLeast: 0.95 },
    ],
    repetitions: { full: 5, quick: 2 },
    async prepare(bench) {
      const size = bench.isQuick || streams > 1 ? 2 ** 28 : 2 ** 30;
      const folder = join(bench.memoryFolder, 'files');
      const sources = await startSources(bench, folder, size);
      return sources.map((source): Contender | Skipped => {
        if ('skipped' in source) return source;
        const bytes = size * streams;
        return {
          name: source.name,
          run: () => measureTransfer(source.peer.meter, bytes, () => receive(source)),
        };
      });
    },
  };
}

async function startSources(bench: Bench, folder: string, size: number): Promise<(Source | Skipped)[]> {
  const file = await makeLargeFile(join(folder, 'large.bin'), size);
  return [
    ...(await withReference(bench, async (own) => [
      await startOurSource(own, file),
      await startOffloaded(own, file),
    ])),
    await startPeerSource(bench, folder, { name: 'Koa stream', peer: 'koa' }),
    await startPeerSource(bench, folder, { name: 'nginx sendfile', peer: 'nginx' }),
    await startPeerSource(bench, folder, { name: 'Caddy', peer: 'caddy' }),
    await startPeerSource(bench, folder, { name: 'copyparty', peer: 'copyparty' }),
  ];
}

async function startOurSource(bench: Bench, file: string): Promise<Source> {
  const ours = await startOurs(bench, join(bench.memoryFolder, 'ours'));
  const { urls, headers } = await publish(ours, [file]);
  return { name: 'ours', peer: ours, url: urls[0] ?? '', headers };
}

/** Set up as described in docs/guide/reverse-proxy.md. */
async function startOffloaded(bench: Bench, file: string): Promise<Source | Skipped> {
  const data = join(bench.memoryFolder, 'offloaded');
  const ours = await startOurs(bench, data, {
    FILESHARE_SENDFILE: 'x-accel-redirect',
    FILESHARE_TRUSTED_PROXIES: '127.0.0.1',
  });
  const { urls, headers } = await publish(ours, [file]);
  const proxy = await startProxy(bench, join(bench.memoryFolder, 'proxy'), {
    locations: `location /api/ { proxy_pass ${ours.service.url}; proxy_set_header X-Forwarded-For $remote_addr; }
    location /internal/blobs/ { internal; alias ${data}/blobs/; }`,
  });
  if (!proxy) return { name: offloadedName, skipped: 'nginx is not installed' };
  const meter = meterProcess(ours.service.pid, proxy.pid);
  const { pathname } = new URL(urls[0] ?? '');
  return { name: offloadedName, peer: { meter }, url: `${proxy.url}${pathname}`, headers };
}

async function startPeerSource(
  bench: Bench,
  folder: string,
  { name, peer }: { name: string; peer: PeerName },
): Promise<Source | Skipped> {
  const started = await startPeer(bench, peer, folder);
  if ('skipped' in started) return { name, ...started };
  return { name, peer: started, url: `${started.service.url}/large.bin`, headers: {} };
}
