import { join } from 'node:path';
import type { Bench, Benchmark, Contender } from '../benchmark.ts';
import { makeLargeFile } from '../folders.ts';
import { measureRate } from '../measure.ts';
import { isInstalled } from '../processes.ts';
import { withReference } from '../reference.ts';
import { publish, startOurs } from '../servers/ours.ts';
import { contendWith, type PeerName } from '../servers/peers.ts';
import { runWrk } from '../wrk.ts';

export const downloadSmall: Benchmark = {
  name: 'download-small',
  title: 'Downloads of a small file',
  unit: 'requests/s',
  note: '10 KiB, 64 connections of wrk. Ours also checks access, looks up the file in the database and logs the request.',
  goals: [{ ours: 'ours', against: 'Koa stream', atLeast: 1 }],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    if (!isInstalled('wrk')) return [{ name: 'all of them', skipped: 'wrk is not installed' }];
    const seconds = bench.isQuick ? 2 : 4;
    const folder = join(bench.memoryFolder, 'files');
    const file = await makeLargeFile(join(folder, 'small.bin'), 10_240);
    const contend = (name: string, peer: PeerName) =>
      contendWith(bench, { name, peer, folder }, ({ service, meter }) => () => {
        const url = `${service.url}/small.bin`;
        return measureRate(meter, () => runWrk(url, { seconds }));
      });
    return [
      ...(await withReference(bench, async (own) => [await makeOurs(own, file, seconds)])),
      await contend('Koa stream', 'koa'),
      await contend('nginx sendfile', 'nginx'),
      await contend('copyparty', 'copyparty'),
    ];
  },
};

async function makeOurs(bench: Bench, file: string, seconds: number): Promise<Contender> {
  const ours = await startOurs(bench, join(bench.memoryFolder, 'ours'));
  const { urls, headers } = await publish(ours, [file]);
  return {
    name: 'ours',
    run: () => measureRate(ours.meter, () => runWrk(urls[0] ?? '', { seconds, headers })),
  };
}
