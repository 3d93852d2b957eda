import { join } from 'node:path';
import type { Benchmark } from '../benchmark.ts';
import { executable } from '../paths.ts';
import { runProgram } from '../processes.ts';
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
    const folder = join(bench.diskFolder, 'ours');
    await (await startServer(folder)).stop();
    return [
      {
        name: 'fileshare serve',
        async run() {
          const server = await startServer(folder);
          await server.stop();
          return { value: server.startSeconds * 1000 };
        },
      },
      { name: 'fileshare --version', run: () => timeNode([executable, '--version']) },
      { name: 'node -e 0', run: () => timeNode(['-e', '0']) },
    ];
  },
};

async function timeNode(args: readonly string[]): Promise<{ value: number }> {
  const { seconds } = await runProgram(process.execPath, args);
  return { value: seconds * 1000 };
}
