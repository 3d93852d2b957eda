import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Bench, Benchmark, Contender } from '../benchmark.ts';
import { makeLargeFile } from '../folders.ts';
import { measureRate } from '../measure.ts';
import { isInstalled } from '../processes.ts';
import { withReference } from '../reference.ts';
import { publish, startOurs } from '../servers/ours.ts';
import { contendWith } from '../servers/peers.ts';
import { runWrk } from '../wrk.ts';

/** A program of wrk, in Lua. */
const post = `wrk.method = "POST"
wrk.body = "{}"
wrk.headers["Content-Type"] = "application/json"
`;

export const openShare: Benchmark = {
  name: 'open-share',
  title: 'Opening a share',
  unit: 'requests/s',
  note: 'POST, 64 connections of wrk. Ours checks the share, counts a view, returns a token and logs the request; bare Koa answers with a word.',
  goals: [{ ours: 'ours', against: 'bare Koa', atLeast: 0.5 }],
  repetitions: { full: 5, quick: 2 },
  async prepare(bench) {
    if (!isInstalled('wrk')) return [{ name: 'all of them', skipped: 'wrk is not installed' }];
    const seconds = bench.isQuick ? 2 : 4;
    const script = join(bench.memoryFolder, 'post.lua');
    writeFileSync(script, post);
    const folder = join(bench.memoryFolder, 'files');
    const file = await makeLargeFile(join(folder, 'small.bin'), 10_240);
    const makeOurs = async (own: Bench): Promise<Contender[]> => {
      const ours = await startOurs(own, join(own.memoryFolder, 'ours'));
      const { share } = await publish(ours, [file]);
      const url = `${ours.service.url}/api/shares/${share.id}/token`;
      return [{ name: 'ours', run: () => measureRate(ours.meter, () => runWrk(url, { seconds, script })) }];
    };
    return [
      ...(await withReference(bench, makeOurs)),
      await contendWith(
        bench,
        { name: 'bare Koa', peer: 'koa', folder },
        (koa) => () => measureRate(koa.meter, () => runWrk(`${koa.service.url}/`, { seconds, script })),
      ),
    ];
  },
};
