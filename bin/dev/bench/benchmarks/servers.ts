import { join } from 'node:path';
import type { Benchmark, Contender, Goal, Sample } from '../benchmark.ts';
import { curlDownload, curlUpload, headerArgs } from '../curl.ts';
import { makeLargeFile } from '../folders.ts';
import { type Meters, measureRate, measureTransfer } from '../measure.ts';
import { meterProcess } from '../process-meter.ts';
import { runProgram } from '../processes.ts';
import { type Cluster, startCluster } from '../servers/cluster.ts';
import { publish } from '../servers/ours.ts';
import { appendHeaders, createTusUpload } from '../tus.ts';

const counts = [1, 2, 3] as const;
const clients = 4;
const where =
  'Behind nginx, with one PostgreSQL and one bucket (Ceph, in memory), all on this machine: its processor is what they share, so more servers cannot be faster than one that fills it. The ratios show what sharing costs.';

export const servers: Benchmark = {
  name: 'servers',
  title: 'One to three servers of an instance',
  unit: 'MB/s',
  note: `Four clients (curl) at once, 32 MiB each. ${where}`,
  goals: [...compare('upload'), ...compare('download')],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const cluster = await startCluster(bench, counts);
    if ('skipped' in cluster) return [cluster];
    const size = 2 ** 25;
    const file = await makeLargeFile(join(bench.memoryFolder, 'large.bin'), size);
    const { urls, headers } = await publish(cluster.ours, [file]);
    const { pathname } = new URL(urls[0] ?? '');
    const measure = (proxy: Proxy, work: () => Promise<unknown>): Promise<Sample> =>
      measureTransfer(metersOf(cluster, proxy), clients * size, () => time(work));
    const uploads = cluster.proxies.map(
      (proxy): Contender => ({
        name: nameOf('upload', proxy.servers),
        async run() {
          const uploadTo = await createUploads(cluster, proxy.url, size);
          return measure(proxy, () => Promise.all(uploadTo.map((upload) => upload(file))));
        },
      }),
    );
    const downloads = cluster.proxies.map(
      (proxy): Contender => ({
        name: nameOf('download', proxy.servers),
        run: () => measure(proxy, () => together(() => curlDownload(`${proxy.url}${pathname}`, headers))),
      }),
    );
    return [...uploads, ...downloads];
  },
};

export const serversOpen: Benchmark = {
  name: 'servers-open',
  title: 'Opening a share on one to three servers',
  unit: 'requests/s',
  note: `Sixteen requests at once (curl). Each checks the share, counts a view and returns a token. ${where}`,
  goals: compare('open'),
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const cluster = await startCluster(bench, counts);
    if ('skipped' in cluster) return [cluster];
    const file = await makeLargeFile(join(bench.memoryFolder, 'small.bin'), 10_240);
    const { share } = await publish(cluster.ours, [file]);
    const operations = bench.isQuick ? 500 : 1500;
    return cluster.proxies.map(
      (proxy): Contender => ({
        name: nameOf('open', proxy.servers),
        run: () =>
          measureRate(metersOf(cluster, proxy), async () => ({
            operations,
            seconds: await openOften(`${proxy.url}/api/shares/${share.id}/token`, operations),
          })),
      }),
    );
  },
};

type Proxy = Cluster['proxies'][number];

function nameOf(work: string, count: number): string {
  return `${work}, ${count} ${count === 1 ? 'server' : 'servers'}`;
}

function compare(work: string): Goal[] {
  const [, ...more] = counts;
  return more.map((count) => ({ ours: nameOf(work, count), against: nameOf(work, 1), atLeast: 0.9 }));
}

function metersOf({ meter, engines }: Cluster, { pid }: Proxy): Meters {
  return { ...meter, others: { ...engines, nginx: meterProcess(pid) } };
}

const together = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: clients }, work));

async function time(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}

/** All uploads are created first, so that the proxy distributes only the requests with the bytes. */
async function createUploads(
  { ours }: Cluster,
  proxyUrl: string,
  size: number,
): Promise<((file: string) => Promise<number>)[]> {
  const { share, uploadToken } = await ours.createDraft();
  const headers = { Authorization: `Bearer ${uploadToken}` };
  const uploads: ((file: string) => Promise<number>)[] = [];
  for (let i = 0; i < clients; i++) {
    const metadata = { shareId: share.id, filename: `${i}.bin` };
    const created = await createTusUpload(`${proxyUrl}/api/uploads`, { size, metadata, headers });
    const url = `${proxyUrl}${new URL(created).pathname}`;
    uploads.push((file) =>
      curlUpload(url, file, { method: 'PATCH', headers: { ...appendHeaders, ...headers } }),
    );
  }
  return uploads;
}

/** curl repeats a request with the numbers in brackets; a fragment is not sent. */
async function openOften(url: string, count: number): Promise<number> {
  const args = ['--silent', '--show-error', '--fail', '--noproxy', '*', '--output', '/dev/null'];
  const post = ['--request', 'POST', '--data', '{}', ...headerArgs({ 'Content-Type': 'application/json' })];
  const { seconds } = await runProgram('curl', [
    ...args,
    '--parallel',
    '--parallel-max',
    '16',
    ...post,
    `${url}#[1-${count}]`,
  ]);
  return seconds;
}
