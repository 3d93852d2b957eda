/** One measured run of a contender. */
export interface Sample {
  /** In the unit of the benchmark. */
  value: number;
  /** CPU time of the server: seconds for each 10^9 bytes, or milliseconds for each file or request. */
  cpu?: number;
  /** Bytes of memory the server held at its peak. */
  memory?: number;
}

export interface Contender {
  name: string;
  run(): Promise<Sample>;
}

export interface Skipped {
  name: string;
  /** Why it did not take part. */
  skipped: string;
}

/** Against another contender a ratio of the same round, else the figure itself. */
export interface Goal {
  ours: string;
  against?: string;
  metric?: 'value' | 'cpu';
  atLeast?: number;
  atMost?: number;
}

export interface Benchmark {
  name: string;
  title: string;
  unit: Unit;
  /** What one has to know to read the figures. */
  note: string;
  goals: readonly Goal[];
  repetitions: { full: number; quick: number };
  /** What it starts and makes is registered with the bench, which ends it after the last round. */
  prepare(bench: Bench): Promise<(Contender | Skipped)[]>;
}

/** Measured once and without a peer: what has no ratio. */
export interface Observation {
  name: string;
  title: string;
  note: string;
  run(): Promise<Readonly<Record<string, number | string>>>;
}

/** Of the value, and with it that of the CPU time. */
export type Unit = 'MB/s' | 'files/s' | 'requests/s' | 'ms' | 'MB' | 'kB';

/** What a benchmark runs in. */
export interface Bench {
  isQuick: boolean;
  /** Folder in memory, for throughput without a disk. Emptied after each benchmark. */
  memoryFolder: string;
  /** Folder on a disk, for what a file costs. Emptied after each benchmark. */
  diskFolder: string;
  /** Called in reverse order after the benchmark, also when it fails or is interrupted. */
  defer(cleanUp: () => unknown): void;
}

export interface Series {
  name: string;
  samples: readonly Sample[];
}

/** One after the other, round by round, so that what disturbs the machine disturbs all of them. */
export async function runRounds(
  contenders: readonly Contender[],
  rounds: number,
  onSample: (name: string, sample: Sample) => void,
): Promise<Series[]> {
  const series = contenders.map(({ name }) => ({ name, samples: [] as Sample[] }));
  for (let round = 0; round < rounds; round++) {
    for (const [i, contender] of contenders.entries()) {
      const sample = await contender.run();
      series[i]?.samples.push(sample);
      onSample(contender.name, sample);
    }
  }
  return series;
}

export function isSkipped(contender: Contender | Skipped): contender is Skipped {
  return 'skipped' in contender;
}
