import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Benchmark, Contender, Goal, Skipped } from '../benchmark.ts';
import { makeLargeFile, makeSmallFiles } from '../folders.ts';
import { measureTransfer } from '../measure.ts';
import { withReference } from '../reference.ts';
import { publish, startOurs } from '../servers/ours.ts';
import { contendWith, type PeerName } from '../servers/peers.ts';
import { runSink } from '../sink.ts';

interface Work {
  name: string;
  title: string;
  note: string;
  goals: readonly Goal[];
  /** Fills the folder; returns the number of bytes in it. */
  makeFiles(bench: Bench, folder: string): Promise<number>;
  /** Whether the files are sent in bundles, like by our clients, or one by one; both if it matters. */
  variants: readonly { name: string; bundles: boolean }[];
  /** Whether the archive is compared with one file of the same size. */
  isLikeOneFile: boolean;
}

const singleName = 'ours, one file of that size';

const note = 'In a memory file system, into a receiver that only counts bytes. Ours also checks access.';

export const archiveLarge = defineArchive({
  name: 'archive-large',
  title: 'All files as one ZIP: ten large files',
  note: `10 files, 1 GiB together. ${note}`,
  goals: [
    { ours: 'ours', against: 'archiver, store', atLeast: 5 },
    { ours: 'ours', against: singleName, atLeast: 0.9 },
    { ours: 'ours', against: 'copyparty', atLeast: 1 },
  ],
  async makeFiles(bench, folder) {
    const size = (bench.isQuick ? 2 ** 28 : 2 ** 30) / 16;
    for (let i = 0; i < 10; i++) await makeLargeFile(join(folder, `large-${i}.bin`), size);
    return 10 * size;
  },
  variants: [{ name: 'ours', bundles: true }],
  isLikeOneFile: true,
});

export const archiveSmall = defineArchive({
  name: 'archive-small',
  title: 'All files as one ZIP: many small files',
  note: `5,000 files of 10 KiB. ${note}`,
  goals: [
    { ours: 'ours', against: 'archiver, store', atLeast: 8 },
    { ours: 'ours, files sent one by one', against: 'archiver, store', atLeast: 8 },
    { ours: 'ours', against: 'copyparty', atLeast: 2 },
  ],
  async makeFiles(bench, folder) {
    const count = bench.isQuick ? 1000 : 5000;
    makeSmallFiles(folder, count, 10_240);
    return count * 10_240;
  },
  variants: [
    { name: 'ours', bundles: true },
    { name: 'ours, files sent one by one', bundles: false },
  ],
  isLikeOneFile: false,
});

function defineArchive({ makeFiles, variants, isLikeOneFile, ...texts }: Work): Benchmark {
  return {
    ...texts,
    unit: 'MB/s',
    repetitions: { full: 5, quick: 2 },
    async prepare(bench) {
      const folder = join(bench.memoryFolder, 'files');
      const bytes = await makeFiles(bench, folder);
      return [
        ...(await withReference(bench, (own) => makeOurs(own, folder, { bytes, variants, isLikeOneFile }))),
        await makePeer(bench, folder, { name: 'archiver, store', peer: 'archiver', bytes }),
        await makePeer(bench, folder, { name: 'zip -0 in a pipe', peer: 'zip', bytes }),
        await makePeer(bench, folder, { name: 'copyparty', peer: 'copyparty', bytes }),
      ];
    },
  };
}

async function makeOurs(
  bench: Bench,
  folder: string,
  { bytes, variants, isLikeOneFile }: Pick<Work, 'variants' | 'isLikeOneFile'> & { bytes: number },
): Promise<(Contender | Skipped)[]> {
  const ours = await startOurs(bench, join(bench.memoryFolder, 'ours'), { FILESHARE_FSYNC: 'off' });
  const contenders: Contender[] = [];
  const add = (name: string, url: string, headers: Record<string, string>) => {
    const run = () => measureTransfer(ours.meter, bytes, () => runSink({ url, headers, connections: 1 }));
    contenders.push({ name, run });
  };
  for (const { name, bundles } of variants) {
    const { archiveUrl, headers } = await publish(ours, [folder], { bundles });
    add(name, archiveUrl, headers);
  }
  if (isLikeOneFile) {
    const file = await makeLargeFile(join(bench.memoryFolder, 'single.bin'), bytes);
    const { urls, headers } = await publish(ours, [file]);
    rmSync(file);
    add(singleName, urls[0] ?? '', headers);
  }
  return contenders;
}

function makePeer(
  bench: Bench,
  folder: string,
  { name, peer, bytes }: { name: string; peer: PeerName; bytes: number },
): Promise<Contender | Skipped> {
  const path = peer === 'copyparty' ? '/?zip' : '/archive.zip';
  return contendWith(bench, { name, peer, folder }, ({ service, meter }) => {
    const order = { url: `${service.url}${path}`, headers: {}, connections: 1 };
    return () => measureTransfer(meter, bytes, () => runSink(order));
  });
}
