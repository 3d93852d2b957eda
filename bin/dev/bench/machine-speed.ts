import { createHash } from 'node:crypto';
import { runProgram } from './processes.ts';
import { show } from './report.ts';
import { spreadOf } from './statistics.ts';

/** How fast the machine is: what figures of different machines, and of different days, can be compared by. */
export interface MachineSpeed {
  /** Milliseconds of `node -e 0`. */
  start: number;
  /** Gigabytes a second that are copied in memory. */
  copy: number;
  /** Gigabytes a second that are hashed. */
  sha256: number;
}

/** The speed at the beginning and at the end of a run. */
export interface RunSpeed {
  begin: MachineSpeed;
  end: MachineSpeed;
}

const figures: readonly { key: keyof MachineSpeed; name: string; unit: string }[] = [
  { key: 'start', name: '`node -e 0`', unit: 'ms' },
  { key: 'copy', name: 'copying in memory', unit: 'GB/s' },
  { key: 'sha256', name: 'SHA-256', unit: 'GB/s' },
];

/** Medians, so that a single interruption does not matter. */
export async function measureMachineSpeed(repetitions = 9): Promise<MachineSpeed> {
  const [source, target] = [Buffer.alloc(2 ** 26, 'x'), Buffer.alloc(2 ** 26)];
  const starts: number[] = [];
  const copies: number[] = [];
  const digests: number[] = [];
  for (let i = 0; i < repetitions; i++) {
    starts.push((await runProgram(process.execPath, ['-e', '0'])).seconds * 1000);
    copies.push(rate(source.length, () => source.copy(target)));
    digests.push(rate(source.length, () => createHash('sha256').update(source).digest()));
  }
  const median = (values: readonly number[]) => spreadOf(values).median;
  return { start: median(starts), copy: median(copies), sha256: median(digests) };
}

function rate(bytes: number, work: () => unknown): number {
  const started = process.hrtime.bigint();
  work();
  return bytes / Number(process.hrtime.bigint() - started);
}

/** Says the speed at the beginning, and a warning if the machine was disturbed. */
export function describeSpeed({ begin, end }: RunSpeed): string {
  const speed = figures.map(({ key, name, unit }) => `${name} ${show(begin[key])} ${unit}`).join(', ');
  const changes = figures
    .filter(({ key }) => differs(begin[key], end[key]))
    .map(({ key, name, unit }) => `${name} ${show(end[key])} ${unit}`);
  if (changes.length === 0) return `${speed}.`;
  return `${speed}. **Disturbed:** at the end, ${changes.join(', ')}.`;
}

/** By more than a fifth of the smaller one. */
function differs(one: number, other: number): boolean {
  return Math.max(one, other) > 1.2 * Math.min(one, other);
}
