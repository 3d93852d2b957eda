import type { Sample } from './benchmark.ts';
import type { ProcessMeter } from './process-meter.ts';

/** The server, and other programs that take part, by their names in the report. */
export type Meters = ProcessMeter & { others?: Readonly<Record<string, ProcessMeter>> };

/** Measures the throughput of one transfer, and its cost for the server. `work` returns the seconds it took. */
export async function measureTransfer(
  meters: Meters,
  bytes: number,
  work: () => Promise<number>,
): Promise<Sample> {
  resetAll(meters);
  const seconds = await work();
  return { value: bytes / 1e6 / seconds, ...readCost(meters, 1e9 / bytes) };
}

export interface Work {
  operations: number;
  seconds: number;
}

/** Measures operations per second, and the milliseconds of CPU time of one. */
export async function measureRate(meters: Meters, work: () => Promise<Work>): Promise<Sample> {
  resetAll(meters);
  const { operations, seconds } = await work();
  return { value: operations / seconds, ...readCost(meters, 1e3 / operations) };
}

function resetAll(meters: Meters): void {
  for (const meter of [meters, ...Object.values(meters.others ?? {})]) meter.reset();
}

function readCost({ others = {}, ...meter }: Meters, factor: number): Omit<Sample, 'value'> {
  return {
    cpu: meter.cpuSeconds() * factor,
    memory: meter.memory().peak,
    others: Object.fromEntries(
      Object.entries(others).map(([name, other]) => [name, other.cpuSeconds() * factor]),
    ),
  };
}
