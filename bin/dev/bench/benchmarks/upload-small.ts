import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Bench, Benchmark, Contender, Skipped } from '../benchmark.ts';
import { makeSmallFiles } from '../folders.ts';
import { measureRate } from '../measure.ts';
import { programPath, sdkOf } from '../paths.ts';
import { runProgram } from '../processes.ts';
import type { OurClientOrder } from '../programs/our-client.ts';
import { withReference } from '../reference.ts';
import { readLink, startOurs } from '../servers/ours.ts';
import { contendWith } from '../servers/peers.ts';
import { runStockClient } from '../stock-client.ts';

const parallel = 4;
const size = 10_240;
const stockName = 'stock client → stock tus';

export const uploadSmall: Benchmark = {
  name: 'upload-small',
  title: 'Upload of many small files, client and server',
  unit: 'files/s',
  note: '2,000 files of 10 KiB on a disk, four at a time, from the start of the client process to its end. The stock client sends each file in one request. `commit` and `off` are values of FILESHARE_FSYNC; the stock server syncs nothing.',
  goals: [
    { ours: 'ours, one request per file, off', against: stockName, atLeast: 1.6 },
    { ours: 'ours, one request per file, commit', against: stockName, atLeast: 1.2 },
    { ours: 'our CLI (bundles), commit', against: stockName, atLeast: 3 },
  ],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const count = bench.isQuick ? 500 : 2000;
    const folder = makeSmallFiles(join(bench.diskFolder, 'source'), count, size);
    return [
      ...(await withReference(bench, async (own) => [
        await makeCli(own, folder, count),
        await makeSingle(own, { folder, count, fsync: 'off' }),
        await makeSingle(own, { folder, count, fsync: 'commit' }),
      ])),
      await makeStock(bench, folder, count),
    ];
  },
};

async function makeCli(bench: Bench, folder: string, count: number): Promise<Contender> {
  const ours = await startOurs(bench, join(bench.diskFolder, 'ours-bundles'));
  return {
    name: 'our CLI (bundles), commit',
    async run() {
      let printed = '';
      const sample = await measureRate(ours.meter, async () => {
        const { seconds, stdout } = await ours.cli([
          'upload',
          folder,
          '--no-resume',
          '--parallel',
          String(parallel),
        ]);
        printed = stdout;
        return { operations: count, seconds };
      });
      await ours.remove(readLink(printed));
      return sample;
    },
  };
}

async function makeSingle(
  bench: Bench,
  { folder, count, fsync }: { folder: string; count: number; fsync: 'off' | 'commit' },
): Promise<Contender> {
  const ours = await startOurs(bench, join(bench.diskFolder, `ours-${fsync}`), { FILESHARE_FSYNC: fsync });
  return {
    name: `ours, one request per file, ${fsync}`,
    async run() {
      const token = await ours.getToken();
      const order: OurClientOrder = {
        sdk: pathToFileURL(sdkOf(ours.root)).href,
        baseUrl: ours.service.url,
        token,
        folder,
        bundles: false,
        parallel,
      };
      let id = '';
      const sample = await measureRate(ours.meter, async () => {
        const client = [programPath('our-client'), JSON.stringify(order)];
        const { seconds, stdout } = await runProgram(process.execPath, client);
        id = stdout;
        return { operations: count, seconds };
      });
      await ours.remove({ id });
      return sample;
    },
  };
}

function makeStock(bench: Bench, source: string, count: number): Promise<Contender | Skipped> {
  const folder = join(bench.diskFolder, 'stock');
  const files = readdirSync(source, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  return contendWith(bench, { name: stockName, peer: 'stock', folder }, ({ service, meter }) => async () => {
    const endpoint = `${service.url}/files`;
    const sample = await measureRate(meter, async () => {
      const seconds = await runStockClient({ endpoint, headers: {}, metadata: {}, files, parallel });
      return { operations: count, seconds };
    });
    for (const stored of readdirSync(folder)) rmSync(join(folder, stored));
    return sample;
  });
}
