import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { collect } from '#sdk/index.js';
import type { Bench, Benchmark, Contender, Skipped } from '../benchmark.ts';
import { runProgram } from '../processes.ts';
import { type Ours, readLink, startOurs } from '../servers/ours.ts';
import { startPeer } from '../servers/peers.ts';

/** The steps of a contender with one folder, in this order; times are in milliseconds. */
type Walk = () => Promise<ReadonlyMap<string, number>>;

const ourSteps = ['create', 'list', 'open', 'edit', 'delete', 'delete, files gone'] as const;
const peerSteps = ['create', 'list', 'delete'] as const;

const ours = (step: (typeof ourSteps)[number]) => `our CLI → ours: ${step}`;
const peer = (step: (typeof peerSteps)[number]) => `rclone → rclone WebDAV: ${step}`;

export const manyFiles: Benchmark = {
  name: 'many-files',
  title: 'A share of 10,000 files',
  unit: 'ms',
  note: 'Files of ten bytes in one folder on a disk, four at a time: `create` from the start of the client process to its end, `list` all of them, `edit` the name, password and expiry. Ours responds to a deletion when the link is gone, rclone when the files are. rclone neither checks nor stores digests.',
  goals: [
    { ours: ours('create'), against: peer('create'), atMost: 1 },
    { ours: ours('list'), against: peer('list'), atMost: 1 },
    { ours: ours('delete, files gone'), against: peer('delete'), atMost: 1 },
  ],
  // rclone takes more than five minutes for each.
  repetitions: { full: 1, quick: 1 },
  async prepare(bench) {
    const count = bench.isQuick ? 1000 : 10_000;
    const folder = makeFiles(join(bench.diskFolder, 'source'), count);
    const server = await startOurs(bench, join(bench.diskFolder, 'ours'));
    return [
      ...stepsOf(ourSteps.map(ours), () => walkOurs(server, folder, count)),
      ...(await preparePeer(bench, folder, count)),
    ];
  },
};

async function preparePeer(bench: Bench, source: string, count: number): Promise<(Contender | Skipped)[]> {
  const rclone = await startPeer(bench, 'rclone', join(bench.diskFolder, 'rclone'));
  if ('skipped' in rclone) return [{ name: 'rclone WebDAV', ...rclone }];
  return stepsOf(peerSteps.map(peer), () => walkPeer(rclone.service.url, source, count));
}

/** The first step of a round measures the times of all. */
function stepsOf(names: readonly string[], walk: Walk): Contender[] {
  let times: ReadonlyMap<string, number> = new Map();
  return names.map((name, index) => ({
    name,
    async run() {
      if (index === 0) times = await walk();
      return { value: times.get(name) ?? Number.NaN };
    },
  }));
}

async function walkOurs({ client, cli }: Ours, folder: string, count: number) {
  const { times, time } = createTimes();
  const args = ['upload', folder, '--no-resume', '--parallel', '4'];
  const { stdout } = await time(ours('create'), () => cli(args));
  const params = { id: readLink(stdout).id };
  await time(ours('list'), async () => {
    requireAll((await collect(client.listAllFiles(params.id))).length, count);
  });
  await time(ours('open'), () => client.shares.open({ params, body: {} }));
  const body = { name: 'Edited', password: 'open, sesame', expiration: '30-days' };
  await time(ours('edit'), () => client.shares.update({ params, body }));
  const started = performance.now();
  await time(ours('delete'), () => client.shares.remove({ params }));
  await client.jobs.run({ params: { name: 'shares.purge' } });
  times.set(ours('delete, files gone'), performance.now() - started);
  return times;
}

async function walkPeer(url: string, source: string, count: number) {
  const { times, time } = createTimes();
  const folder = `${url}/share/`;
  const copy = ['copy', source, ':webdav:share', '--webdav-url', url, '--transfers', '4'];
  await time(peer('create'), () => runProgram('rclone', [...copy, '--config', '/dev/null']));
  await time(peer('list'), async () => {
    const response = await fetch(folder, { method: 'PROPFIND', headers: { depth: '1' } });
    // The folder itself is one of them.
    requireAll((await response.text()).split('<D:response>').length - 2, count);
  });
  await time(peer('delete'), async () => {
    const { ok } = await fetch(folder, { method: 'DELETE' });
    if (!ok) throw new Error('the folder could not be deleted');
  });
  return times;
}

function createTimes() {
  const times = new Map<string, number>();
  async function time<T>(name: string, work: () => Promise<T>): Promise<T> {
    const started = performance.now();
    const result = await work();
    times.set(name, performance.now() - started);
    return result;
  }
  return { times, time };
}

function requireAll(seen: number, count: number): void {
  if (seen !== count) throw new Error(`${seen} of ${count} files were listed`);
}

function makeFiles(folder: string, count: number): string {
  mkdirSync(folder, { recursive: true });
  for (let i = 0; i < count; i++) writeFileSync(join(folder, `file-${i}.txt`), 'ten bytes.');
  return folder;
}
