import { programPath } from './paths.ts';
import { runProgram } from './processes.ts';
import type { SinkOrder, SinkResult } from './programs/sink.ts';

/** Downloads into a process that only counts; returns the seconds from its first connection to the last byte. */
export async function runSink({ url, headers, connections }: SinkOrder): Promise<number> {
  const order = JSON.stringify({ url, headers, connections });
  const { stdout } = await runProgram(process.execPath, [programPath('sink'), order]);
  return (JSON.parse(stdout) as SinkResult).seconds;
}
