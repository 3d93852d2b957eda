import { join } from 'node:path';
import type { Benchmark, Contender } from '../benchmark.ts';
import { makeLargeFile } from '../folders.ts';
import { measureRate, type Work } from '../measure.ts';
import { isInstalled, runProgram } from '../processes.ts';
import { publish, startOurs } from '../servers/ours.ts';
import { type Peer, startPeer } from '../servers/peers.ts';

const connections = 64;

export const downloadSmall: Benchmark = {
  name: 'download-small',
  title: 'Downloads of a small file',
  unit: 'requests/s',
  note: '10 KiB, 64 connections of wrk. Ours also checks access, looks up the file in the database and logs the request.',
  goals: [{ ours: 'ours', against: 'Koa stream', atLeast: 2 }],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    if (!isInstalled('wrk')) return [{ name: 'all of them', skipped: 'wrk is not installed' }];
    const seconds = bench.isQuick ? 2 : 4;
    const folder = join(bench.memoryFolder, 'files');
    const file = await makeLargeFile(join(folder, 'small.bin'), 10_240);
    const ours = await startOurs(bench, join(bench.memoryFolder, 'ours'));
    const { urls, headers } = await publish(ours, [file]);
    const peers = [
      { name: 'Koa stream', peer: await startPeer(bench, 'koa', folder) },
      { name: 'nginx sendfile', peer: await startPeer(bench, 'nginx', folder) },
    ];
    return [
      makeContender('ours', ours, { url: urls[0] ?? '', headers, seconds }),
      ...peers.map(({ name, peer }) =>
        peer
          ? makeContender(name, peer, { url: `${peer.service.url}/small.bin`, headers: {}, seconds })
          : { name, skipped: 'not installed' },
      ),
    ];
  },
};

interface Target {
  url: string;
  headers: Readonly<Record<string, string>>;
  seconds: number;
}

function makeContender(name: string, { meter }: Pick<Peer, 'meter'>, target: Target): Contender {
  return { name, run: () => measureRate(meter, () => runWrk(target)) };
}

async function runWrk({ url, headers, seconds }: Target): Promise<Work> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const { stdout } = await runProgram('wrk', ['-t1', `-c${connections}`, `-d${seconds}s`, ...lines, url]);
  const done = /(\d+) requests in ([\d.]+)s/.exec(stdout);
  if (!done || stdout.includes('Non-2xx')) throw new Error(stdout);
  return { operations: Number(done[1]), seconds: Number(done[2]) };
}
