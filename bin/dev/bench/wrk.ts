import type { Work } from './measure.ts';
import { runProgram } from './processes.ts';

const connections = 64;

/** Requests one URL as often as possible. */
export async function runWrk(
  url: string,
  {
    seconds,
    headers = {},
    script,
  }: { seconds: number; headers?: Readonly<Record<string, string>>; script?: string },
): Promise<Work> {
  const lines = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const scripted = script === undefined ? [] : ['-s', script];
  const args = ['-t1', `-c${connections}`, `-d${seconds}s`, ...lines, ...scripted, url];
  const { stdout } = await runProgram('wrk', args);
  const done = /(\d+) requests in ([\d.]+)s/.exec(stdout);
  if (!done || stdout.includes('Non-2xx')) throw new Error(stdout);
  return { operations: Number(done[1]), seconds: Number(done[2]) };
}
