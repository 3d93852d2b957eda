import { toolVariables } from '#sdk/contract/environment.js';
import type { FaultPoint } from '../faults.ts';

interface Fault {
  point: string;
  /** Number of the pass through the point at which the fault happens. */
  nth: number;
  strike(): void;
}

const actions: Readonly<Record<string, (value: string) => void>> = {
  /** Ends like a power cut: nothing is flushed and nobody is notified. */
  kill: () => process.kill(process.pid, 'SIGKILL'),
  /** Fails like the file system. */
  throw(code) {
    throw Object.assign(new Error(`${code}: injected fault`), { code });
  },
  /** Blocks the whole process, like a machine that is suspended. */
  delay: (milliseconds) =>
    void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(milliseconds)),
};

const planned = (process.env[toolVariables.fault] ?? '').split(',').filter(Boolean).map(parseFault);
const reached = new Map<string, number>();

/** Replaces the function that does nothing; `FILESHARE_FAULT` names the fault and its point. */
export function faultPoint(point: FaultPoint): void {
  const count = (reached.get(point) ?? 0) + 1;
  reached.set(point, count);
  for (const fault of planned) {
    if (fault.point === point && fault.nth === count) fault.strike();
  }
}

/**
 * Parses `<point>:<nth>:<action>`, as in `finisher:renamed:2:kill`, `upload:written:1:throw=ENOSPC`,
 * `share:purging:1:delay=500`.
 */
function parseFault(text: string): Fault {
  const [, point, nth, name = '', value = ''] =
    /^([a-z]+:[a-z]+):([1-9]\d*):([a-z]+)(?:=(\w+))?$/.exec(text) ?? [];
  const action = actions[name];
  if (!point || !action) throw new Error(`FILESHARE_FAULT is not understood: ${text}`);
  return { point, nth: Number(nth), strike: () => action(value) };
}
