import type { Sample } from './benchmark.ts';
import type { ProcessMeter } from './process-meter.ts';

/** The throughput of one transfer, and what it cost the server. `work` answers the seconds it took. */
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

/** Operations each second, and the milliseconds of CPU time for one. */
export async function measureRate(meter: ProcessMeter, work: () => Promise<Work>): Promise<Sample> {
  meter.reset();
  const { operations, seconds } = await work();
  const cpu = (meter.cpuSeconds() / operations) * 1e3;
  return { value: operations / seconds, cpu, memory: meter.memory().peak };
}
