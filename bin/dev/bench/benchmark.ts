/** One measured run of a contender. */
export interface Sample {
  /** In the unit of the benchmark. */
  value: number;
  /** CPU time of the server: seconds per 10^9 bytes, or milliseconds per file or request. */
  cpu?: number;
  /** Peak memory of the server in bytes. */
  memory?: number;
  /** CPU time of other programs that took part, in the same unit. */
  others?: Readonly<Record<string, number>>;
}

export interface Contender {
  name: string;
  run(): Promise<Sample>;
}

export interface Skipped {
  name: string;
  /** Why the contender was skipped. */
  skipped: string;
}

/** A ratio to another contender of the same round, otherwise the figure itself. */
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
  /** Facts that are needed to read the figures. */
  note: string;
  goals: readonly Goal[];
  repetitions: { full: number; quick: number };
  /**
   * Starts the contenders. Everything it starts and creates is registered with the bench, which ends it after the last
   * round.
   */
  prepare(bench: Bench): Promise<(Contender | Skipped)[]>;
}

/** Figures without a peer, and so without a ratio, that are measured once. */
export interface Observation {
  name: string;
  title: string;
  note: string;
  run(): Promise<Readonly<Record<string, number | string>>>;
}

/** Unit of the value, which also determines that of the CPU time. */
export type Unit = 'MB/s' | 'files/s' | 'requests/s' | 'ms' | 'MB' | 'kB';

/** An earlier commit, built to be compared with this checkout. */
export interface Reference {
  /** As it was named on the command line. */
  name: string;
  root: string;
}

/** The environment of a benchmark. */
export interface Bench {
  isQuick: boolean;
  /** The checkout whose program is measured, server and client. */
  root: string;
  reference?: Reference;
  /** Folder in memory, for throughput without a disk. Emptied after each benchmark. */
  memoryFolder: string;
  /** Folder on a disk, for the cost of a file. Emptied after each benchmark. */
  diskFolder: string;
  /** Called in reverse order after the benchmark, also when it fails or is interrupted. */
  defer(cleanUp: () => unknown): void;
}

export interface Series {
  name: string;
  samples: readonly Sample[];
}

/** Runs contenders one after the other, round by round, so that disturbances of the machine affect all of them. */
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
