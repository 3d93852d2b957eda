import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Bench, type Benchmark, type Contender, type Skipped } from '../benchmark.ts';
import { curlUpload } from '../curl.ts';
import { makeLargeFile } from '../folders.ts';
import { measureTransfer } from '../measure.ts';
import { withReference } from '../reference.ts';
import { startOurs } from '../servers/ours.ts';
import { contendWith, type PeerName } from '../servers/peers.ts';
import { appendHeaders, createTusUpload } from '../tus.ts';

export const uploadLarge: Benchmark = {
  name: 'upload-large',
  title: 'Upload of one large file with curl',
  unit: 'MB/s',
  note: 'One request, 1 GiB, in a memory file system. Ours also checks access, computes SHA-256 and CRC-32, syncs the file and records it; copyparty computes SHA-512.',
  goals: [
    { ours: 'ours', against: 'stock tus', atLeast: 1.6 },
    { ours: 'ours', against: 'nginx DAV', atLeast: 0.9 },
    { ours: 'ours', against: 'stock tus', metric: 'cpu', atMost: 0.6 },
  ],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const size = bench.isQuick ? 2 ** 28 : 2 ** 30;
    const file = await makeLargeFile(join(bench.memoryFolder, 'large.bin'), size);
    return [
      ...(await withReference(bench, async (own) => [await makeOurs(own, file, size)])),
      await makeStock(bench, file, size),
      await makePut(bench, { name: 'nginx DAV', peer: 'nginx', file, size }),
      await makePut(bench, { name: 'rclone WebDAV', peer: 'rclone', file, size }),
      await makePut(bench, { name: 'copyparty', peer: 'copyparty', file, size }),
    ];
  },
};

async function makeOurs(bench: Bench, file: string, size: number): Promise<Contender | Skipped> {
  const ours = await startOurs(bench, join(bench.memoryFolder, 'ours'));
  return {
    name: 'ours',
    async run() {
      const { share, uploadToken } = await ours.createDraft();
      const headers = { Authorization: `Bearer ${uploadToken}` };
      const metadata = { shareId: share.id, filename: 'large.bin' };
      const url = await createTusUpload(`${ours.service.url}/api/uploads`, { size, metadata, headers });
      const sample = await measureTransfer(ours.meter, size, () =>
        curlUpload(url, file, { method: 'PATCH', headers: { ...appendHeaders, ...headers } }),
      );
      await ours.client.shares.complete({ params: { id: share.id } });
      await ours.remove(share);
      return sample;
    },
  };
}

function makeStock(bench: Bench, file: string, size: number): Promise<Contender | Skipped> {
  const folder = join(bench.memoryFolder, 'stock');
  return contendWith(bench, { name: 'stock tus', peer: 'stock', folder }, (peer) => async () => {
    const url = await createTusUpload(`${peer.service.url}/files`, {
      size,
      metadata: { filename: 'large.bin' },
    });
    const sample = await measureTransfer(peer.meter, size, () =>
      curlUpload(url, file, { method: 'PATCH', headers: appendHeaders }),
    );
    rmSync(join(folder, new URL(url).pathname.split('/').at(-1) ?? ''));
    return sample;
  });
}

function makePut(
  bench: Bench,
  { name, peer, file, size }: { name: string; peer: PeerName; file: string; size: number },
): Promise<Contender | Skipped> {
  const folder = join(bench.memoryFolder, peer);
  let runs = 0;
  return contendWith(bench, { name, peer, folder }, ({ service, meter }) => async () => {
    const target = `upload-${runs++}.bin`;
    const sample = await measureTransfer(meter, size, () => curlUpload(`${service.url}/${target}`, file));
    rmSync(join(folder, target));
    return sample;
  });
}
