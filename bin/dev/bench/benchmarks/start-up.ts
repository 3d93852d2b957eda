import { join } from 'node:path';
import type { Bench, Benchmark, Contender } from '../benchmark.ts';
import { executableOf } from '../paths.ts';
import { runProgram } from '../processes.ts';
import { withReference } from '../reference.ts';
import { startServer } from '../servers/ours.ts';

export const startUp: Benchmark = {
  name: 'start-up',
  title: 'Start-up',
  unit: 'ms',
  note: '`serve` is measured from the start of the process to its first response, with existing data; the others until they end.',
  goals: [
    { ours: 'fileshare serve', atMost: 600 },
    { ours: 'fileshare serve', against: 'node -e 0', atMost: 7 },
    { ours: 'fileshare --version', against: 'node -e 0', atMost: 1.5 },
  ],
  repetitions: { full: 15, quick: 5 },
  async prepare(bench) {
    return [
      ...(await withReference(bench, makeOurs)),
      { name: 'node -e 0', run: () => timeNode(['-e', '0']) },
    ];
  },
};

async function makeOurs(bench: Bench): Promise<Contender[]> {
  const folder = join(bench.diskFolder, 'ours');
  await (await startServer(bench, folder)).stop();
  return [
    {
      name: 'fileshare serve',
      async run() {
        const server = await startServer(bench, folder);
        await server.stop();
        return { value: server.startSeconds * 1000 };
      },
    },
    { name: 'fileshare --version', run: () => timeNode([executableOf(bench.root), '--version']) },
  ];
}

async function timeNode(args: readonly string[]): Promise<{ value: number }> {
  const { seconds } = await runProgram(process.execPath, args);
  return { value: seconds * 1000 };
}
