import { join } from 'node:path';
import type { Bench, Benchmark, Contender } from '../benchmark.ts';
import { curlUpload } from '../curl.ts';
import { makeLargeFile } from '../folders.ts';
import { meterProcess } from '../process-meter.ts';
import { withReference } from '../reference.ts';
import { type Ours, publish, startOurs, startServer } from '../servers/ours.ts';
import { runSink } from '../sink.ts';
import { appendHeaders, createTusUpload } from '../tus.ts';

export const memory: Benchmark = {
  name: 'memory',
  title: 'Memory',
  unit: 'MB',
  note: 'Resident memory of an instance that exists, five seconds after the start, when its first jobs have run; and how much higher the peak of simultaneous transfers of 128 MiB is than that of a single transfer before them. Each is measured on a separate server.',
  goals: [
    { ours: 'idle', atMost: 110 },
    { ours: 'ten uploads', atMost: 32 },
    { ours: 'ten downloads', atMost: 32 },
    { ours: 'ten archives', atMost: 32 },
  ],
  repetitions: { full: 3, quick: 1 },
  async prepare(bench) {
    const size = 2 ** 27;
    const file = await makeLargeFile(join(bench.memoryFolder, 'large.bin'), size);
    const upload = (ours: Ours, count: number) => uploadTogether(ours, file, { size, count });
    return withReference(bench, async (own) => [
      await defineIdle(own),
      defineGrowth(own, 'ten uploads', async (ours) => (count) => upload(ours, count)),
      defineGrowth(own, 'twenty uploads', async (ours) => (count) => upload(ours, count * 2)),
      defineGrowth(own, 'ten downloads', async (ours) => {
        const { urls, headers } = await publish(ours, [file]);
        return (connections) => runSink({ url: urls[0] ?? '', headers, connections });
      }),
      defineGrowth(own, 'ten archives', async (ours) => {
        const { archiveUrl: url, headers } = await publish(ours, [file]);
        return (connections) => runSink({ url, headers, connections });
      }),
    ]);
  },
};

type Transfer = (count: number) => Promise<unknown>;

function defineGrowth(bench: Bench, name: string, prepare: (ours: Ours) => Promise<Transfer>): Contender {
  const measure = async (ours: Ours): Promise<number> => {
    const transfer = await prepare(ours);
    ours.meter.reset();
    await transfer(1);
    const before = ours.meter.memory().peak;
    ours.meter.reset();
    await transfer(10);
    return Math.max(0, ours.meter.memory().peak - before);
  };
  return { name, run: () => withServer(bench, measure) };
}

/** A start that sets up an instance takes memory that later starts do not: it migrates and hashes a password. */
async function defineIdle(bench: Bench): Promise<Contender> {
  const start = () => startServer(bench, join(bench.memoryFolder, 'idle'));
  const setUp = await start();
  await setUp.stop();
  return {
    name: 'idle',
    async run() {
      const server = await start();
      await new Promise((resolve) => setTimeout(resolve, 5000));
      const { now } = meterProcess(server.pid).memory();
      await server.stop();
      return { value: now / 1e6 };
    },
  };
}

async function uploadTogether(
  ours: Ours,
  file: string,
  { size, count }: { size: number; count: number },
): Promise<void> {
  const { share, uploadToken } = await ours.createDraft();
  const headers = { Authorization: `Bearer ${uploadToken}` };
  const upload = async (filename: string) => {
    const metadata = { shareId: share.id, filename };
    const url = await createTusUpload(`${ours.service.url}/api/uploads`, { size, metadata, headers });
    await curlUpload(url, file, { method: 'PATCH', headers: { ...appendHeaders, ...headers } });
  };
  await Promise.all(Array.from({ length: count }, (_, i) => upload(`${i}.bin`)));
  await ours.remove(share);
}

/** Measures every figure on a fresh server: a heap that has grown hides later effects. */
async function withServer(bench: Bench, read: (ours: Ours) => Promise<number>): Promise<{ value: number }> {
  const cleanUps: (() => unknown)[] = [];
  const own = { ...bench, defer: (cleanUp: () => unknown) => cleanUps.unshift(cleanUp) };
  try {
    return { value: (await read(await startOurs(own, join(bench.memoryFolder, 'ours')))) / 1e6 };
  } finally {
    for (const cleanUp of cleanUps) await cleanUp();
  }
}
