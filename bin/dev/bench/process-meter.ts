import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isMissing } from './missing.ts';

/** Ticks of /proc are a hundredth of a second on every Linux that Node supports. */
const ticksPerSecond = 100;

/** Reads the resources that processes and their children use together, from /proc. */
export interface ProcessMeter {
  /** Resets the peak of memory and the CPU time. */
  reset(): void;
  /** Seconds of CPU time since the last reset. */
  cpuSeconds(): number;
  /** Resident bytes now, and at the peak since the last reset. */
  memory(): { now: number; peak: number };
}

export function meterProcess(...pids: readonly number[]): ProcessMeter {
  const sumOf = (read: (pid: number) => number) => pids.reduce((sum, pid) => sum + sumOfTree(pid, read), 0);
  let before = 0;
  return {
    reset() {
      before = sumOf(cpuSecondsOf);
      // 5 resets the peak: man 5 proc_pid_clear_refs
      for (const one of pids.flatMap(treeOf))
        ignoreEnded(() => writeFileSync(`/proc/${one}/clear_refs`, '5'));
    },
    cpuSeconds: () => sumOf(cpuSecondsOf) - before,
    memory: () => ({
      now: sumOf((pid) => statusField(pid, 'VmRSS')),
      peak: sumOf((pid) => statusField(pid, 'VmHWM')),
    }),
  };
}

/** Returns the child processes of this one that run a program. */
export function findChildren(program: string): number[] {
  const commandOf = (pid: number) => ignoreEnded(() => readFileSync(`/proc/${pid}/comm`, 'utf8').trim());
  return treeOf(process.pid).filter((pid) => commandOf(pid) === program);
}

function treeOf(pid: number): number[] {
  const tasks = ignoreEnded(() => readdirSync(`/proc/${pid}/task`)) ?? [];
  const children = tasks
    .flatMap((task) => ignoreEnded(() => readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8')) ?? [])
    .flatMap((list) => list.split(' ').filter(Boolean).map(Number));
  return [pid, ...children.flatMap(treeOf)];
}

function sumOfTree(pid: number, read: (pid: number) => number): number {
  return treeOf(pid).reduce((sum, one) => sum + (ignoreEnded(() => read(one)) ?? 0), 0);
}

/** Returns own time and that of ended children: fields 14 to 17 of man 5 proc_pid_stat. */
function cpuSecondsOf(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
  return ticks / ticksPerSecond;
}

function statusField(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) * 1024;
}

function ignoreEnded<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
