import type { Sample } from './benchmark.ts';
import type { ProcessMeter } from './process-meter.ts';

/** Measures the throughput of one transfer, and its cost for the server. `work` returns the seconds it took. */
export async function measureTransfer(
  meter: ProcessMeter,
  bytes: number,
  work: () => Promise<number>,
): Promise<Sample> {
  meter.reset();
  const seconds = await work();
  const cpu = (meter.cpuSeconds() / bytes) * 1e9;
  return { value: bytes / 1e6 / seconds, cpu, memory: meter.memory().peak };
}

export interface Work {
  operations: number;
  seconds: number;
}

/** Measures operations per second, and the milliseconds of CPU time of one. */
export async function measureRate(meter: ProcessMeter, work: () => Promise<Work>): Promise<Sample> {
  meter.reset();
  const { operations, seconds } = await work();
  const cpu = (meter.cpuSeconds() / operations) * 1e3;
  return { value: operations / seconds, cpu, memory: meter.memory().peak };
}
