import { join } from 'node:path';
import type { Bench, Benchmark, Contender } from '../benchmark.ts';
import { curl, curlDownload, curlUpload } from '../curl.ts';
import { makeLargeFile } from '../folders.ts';
import { measureTransfer } from '../measure.ts';
import { programPath } from '../paths.ts';
import { meterProcess } from '../process-meter.ts';
import { startService } from '../processes.ts';
import { type Engine, s3Missing, startBucket } from '../servers/engines.ts';
import { publish, startOurs } from '../servers/ours.ts';
import { appendHeaders, createTusUpload } from '../tus.ts';

/** As the server sends them. */
const pieceBytes = 16 * 2 ** 20;

export const s3: Benchmark = {
  name: 's3',
  title: 'One large file in a bucket',
  unit: 'MB/s',
  note: '128 MiB with curl, in objects of 16 MiB, two at a time; Ceph keeps them in memory. The relay is a bare HTTP server that only calls aws-sdk; `aws-sdk alone` is the same process reading the file itself, so curl takes no part. Ours also checks access, computes SHA-256 and CRC-32 of every object and of the whole, and records them.',
  goals: [
    { ours: 'upload, ours', against: 'upload, aws-sdk alone', atLeast: 0.8 },
    { ours: 'upload, ours', against: 'upload, aws-sdk relay', atLeast: 0.8 },
    { ours: 'download, ours', against: 'download, aws-sdk relay', atLeast: 0.85 },
  ],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    const bucket = await startBucket(bench);
    if (!bucket) return [{ name: 'all of them', skipped: s3Missing }];
    const size = 2 ** 27;
    const file = await makeLargeFile(join(bench.memoryFolder, 'large.bin'), size);
    const work = { file, size, bucket };
    const ours = await makeOurs(bench, work);
    const relay = await makeRelay(bench, work);
    return [ours.upload, ...relay.uploads, ours.download, relay.download];
  },
};

interface Work {
  file: string;
  size: number;
  bucket: Engine;
}

async function makeOurs(
  bench: Bench,
  { file, size, bucket }: Work,
): Promise<{ upload: Contender; download: Contender }> {
  const ours = await startOurs(bench, join(bench.diskFolder, 'ours'), bucket.env);
  const published = await publish(ours, [file]);
  const measure = (work: () => Promise<number>) =>
    measureTransfer({ ...ours.meter, others: { 'S3 server': bucket.meter } }, size, work);
  return {
    upload: {
      name: 'upload, ours',
      async run() {
        const { share, uploadToken } = await ours.createDraft();
        const headers = { Authorization: `Bearer ${uploadToken}` };
        const metadata = { shareId: share.id, filename: 'large.bin' };
        const url = await createTusUpload(`${ours.service.url}/api/uploads`, { size, metadata, headers });
        return measure(() =>
          curlUpload(url, file, { method: 'PATCH', headers: { ...appendHeaders, ...headers } }),
        );
      },
    },
    download: {
      name: 'download, ours',
      run: () => measure(() => curlDownload(published.urls[0] ?? '', published.headers)),
    },
  };
}

async function makeRelay(
  bench: Bench,
  { file, size, bucket }: Work,
): Promise<{ uploads: Contender[]; download: Contender }> {
  const service = await startService(
    process.execPath,
    (port) => [programPath('s3-relay'), String(port), String(pieceBytes)],
    { env: { ...process.env, ...bucket.env } },
  );
  bench.defer(() => service.stop());
  const url = `${service.url}/large`;
  const direct = `${url}?path=${encodeURIComponent(file)}`;
  await curlUpload(url, file);
  const meters = { ...meterProcess(service.pid), others: { 'S3 server': bucket.meter } };
  const define = (name: string, work: () => Promise<number>): Contender => ({
    name,
    run: () => measureTransfer(meters, size, work),
  });
  return {
    uploads: [
      define('upload, aws-sdk alone', () => curl(direct, ['--request', 'POST'])),
      define('upload, aws-sdk relay', () => curlUpload(url, file)),
    ],
    download: define('download, aws-sdk relay', () => curlDownload(url, {})),
  };
}
