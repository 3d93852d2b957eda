import type { Sample } from './benchmark.ts';
import type { ProcessMeter } from './process-meter.ts';

/** Meters of programs other than the server, by their names in the report. */
export type OtherMeters = Readonly<Record<string, ProcessMeter>>;

/** Measures the throughput of one transfer, and its cost for the server. `work` returns the seconds it took. */
export async function measureTransfer(
  meter: ProcessMeter,
  bytes: number,
  work: () => Promise<number>,
  others: OtherMeters = {},
): Promise<Sample> {
  resetAll(meter, others);
  const seconds = await work();
  return { value: bytes / 1e6 / seconds, ...readCost(meter, others, 1e9 / bytes) };
}

export interface Work {
  operations: number;
  seconds: number;
}

/** Measures operations per second, and the milliseconds of CPU time of one. */
export async function measureRate(
  meter: ProcessMeter,
  work: () => Promise<Work>,
  others: OtherMeters = {},
): Promise<Sample> {
  resetAll(meter, others);
  const { operations, seconds } = await work();
  return { value: operations / seconds, ...readCost(meter, others, 1e3 / operations) };
}

function resetAll(meter: ProcessMeter, others: OtherMeters): void {
  for (const one of [meter, ...Object.values(others)]) one.reset();
}

function readCost(meter: ProcessMeter, others: OtherMeters, factor: number): Omit<Sample, 'value'> {
  return {
    cpu: meter.cpuSeconds() * factor,
    memory: meter.memory().peak,
    others: Object.fromEntries(
      Object.entries(others).map(([name, other]) => [name, other.cpuSeconds() * factor]),
    ),
  };
}
