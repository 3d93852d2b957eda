import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Benchmark, Contender, Skipped } from '../benchmark.ts';
import { makeLargeFile } from '../folders.ts';
import { measureTransfer } from '../measure.ts';
import { withReference } from '../reference.ts';
import { type Ours, readLink, startOurs } from '../servers/ours.ts';
import { contendWith } from '../servers/peers.ts';
import { runStockClient } from '../stock-client.ts';

const stockName = 'stock client → stock tus';

export const uploadClient: Benchmark = {
  name: 'upload-client',
  title: 'Upload of one large file, client and server',
  unit: 'MB/s',
  note: '1 GiB in a memory file system, from the start of the client process to its end. The stock client is tus-js-client with a file stream.',
  goals: [{ ours: 'our CLI → ours', against: stockName, atLeast: 1.3 }],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const size = bench.isQuick ? 2 ** 28 : 2 ** 30;
    const file = await makeLargeFile(join(bench.memoryFolder, 'large.bin'), size);
    return [
      ...(await withReference(bench, (own) => makeOurs(own, file, size))),
      await makeStockToStock(bench, file, size),
    ];
  },
};

async function makeOurs(bench: Bench, file: string, size: number): Promise<(Contender | Skipped)[]> {
  const ours = await startOurs(bench, join(bench.memoryFolder, 'ours'));
  return [makeCliToOurs(ours, file, size), makeStockToOurs(ours, file, size)];
}

function makeCliToOurs(ours: Ours, file: string, size: number): Contender {
  return {
    name: 'our CLI → ours',
    async run() {
      let printed = '';
      const sample = await measureTransfer(ours.meter, size, async () => {
        const { seconds, stdout } = await ours.cli(['upload', file, '--no-resume']);
        printed = stdout;
        return seconds;
      });
      await ours.remove(readLink(printed));
      return sample;
    },
  };
}

function makeStockToOurs(ours: Ours, file: string, size: number): Contender {
  return {
    name: 'stock client → ours',
    async run() {
      const { share, uploadToken } = await ours.createDraft();
      const order = {
        endpoint: `${ours.service.url}/api/uploads`,
        headers: { Authorization: `Bearer ${uploadToken}` },
        metadata: { shareId: share.id },
        files: [file],
        parallel: 1,
      };
      const sample = await measureTransfer(ours.meter, size, () => runStockClient(order));
      await ours.remove(share);
      return sample;
    },
  };
}

function makeStockToStock(bench: Bench, file: string, size: number): Promise<Contender | Skipped> {
  const folder = join(bench.memoryFolder, 'stock');
  return contendWith(bench, { name: stockName, peer: 'stock', folder }, ({ service, meter }) => async () => {
    const endpoint = `${service.url}/files`;
    const order = { endpoint, headers: {}, metadata: {}, files: [file], parallel: 1 };
    const sample = await measureTransfer(meter, size, () => runStockClient(order));
    for (const stored of readdirSync(folder)) rmSync(join(folder, stored));
    return sample;
  });
}
