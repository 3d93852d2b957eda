import { join } from 'node:path';
import type { FileSource } from '#sdk/index.js';
import type { Benchmark, Goal } from '../benchmark.ts';
import { type Ours, startOurs } from '../servers/ours.ts';
import { runSink } from '../sink.ts';

const steps = [
  'upload',
  'complete',
  'open',
  'first page of the list',
  'last page of the list',
  'whole list',
  'archive',
  'delete',
] as const;

type Step = (typeof steps)[number];

const nameOf = (step: Step, count: number) => `${step}, ${count.toLocaleString('en')} files`;

export const growth: Benchmark = {
  name: 'growth',
  title: 'Growth with the number of files in a share',
  unit: 'ms',
  note: 'Files of ten bytes, sent in bundles, on a disk. Ten times the files may take ten times as long. A page of the list may take no longer than before (up to twice as long is treated as noise).',
  goals: steps.map((step): Goal => {
    const isPage = step === 'open' || step.includes('page');
    return { ours: nameOf(step, 100_000), against: nameOf(step, 10_000), atMost: isPage ? 2 : 10 };
  }),
  repetitions: { full: 2, quick: 1 },
  async prepare(bench) {
    const counts = bench.isQuick ? [1_000, 10_000] : [1_000, 10_000, 100_000];
    const ours = await startOurs(bench, join(bench.diskFolder, 'ours'));
    return counts.flatMap((count) => {
      // The steps belong to one share: the first of a round measures them all.
      let times: ReadonlyMap<Step, number> = new Map();
      return steps.map((step, index) => ({
        name: nameOf(step, count),
        async run() {
          if (index === 0) times = await walkThrough(ours, count);
          return { value: times.get(step) ?? Number.NaN };
        },
      }));
    });
  },
};

async function walkThrough(ours: Ours, count: number): Promise<Map<Step, number>> {
  const { client } = ours;
  const times = new Map<Step, number>();
  const time = async <T>(step: Step, work: () => Promise<T>): Promise<T> => {
    const started = performance.now();
    const result = await work();
    times.set(step, performance.now() - started);
    return result;
  };

  let publishing = 0;
  const { share } = await time('upload', () =>
    client.uploadFiles(makeSources(count), {
      onProgress: ({ phase }) => {
        if (phase === 'publishing' && publishing === 0) publishing = performance.now();
      },
    }),
  );
  times.set('complete', performance.now() - publishing);

  const params = { id: share.id };
  const headers = await time('open', () => ours.openShare(share.id));
  await client.openShare(share.id);
  const readPage = (cursor?: string) =>
    client.files.list({ params, query: { limit: '1000', ...(cursor !== undefined && { cursor }) } });
  await time('first page of the list', () => readPage());
  const last = await time('whole list', async () => {
    let cursor: string | undefined;
    for (;;) {
      const { nextCursor } = await readPage(cursor);
      if (nextCursor === null) return cursor;
      cursor = nextCursor;
    }
  });
  await time('last page of the list', () => readPage(last));
  await time('archive', () => runSink({ url: client.archiveUrl(share.id), headers, connections: 1 }));
  await time('delete', () => ours.remove(share));
  return times;
}

function makeSources(count: number): FileSource[] {
  const content = new TextEncoder().encode('ten bytes.');
  return Array.from({ length: count }, (_, i) => ({
    path: `folder-${Math.floor(i / 1000)}/file-${i}.txt`,
    size: content.length,
    fingerprint: String(i),
    async *open(start, end) {
      yield content.subarray(start, end);
    },
  }));
}
