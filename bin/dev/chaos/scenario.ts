import type { Random } from './random.ts';

/** One way of making life hard. */
export interface Scenario {
  name: string;
  /** Its part of the kills of a run; without, it makes as many as its table has rows. */
  share?: number;
  /** Waits more than it works: runs beside the others. */
  isSlow?: boolean;
  /** @throws when a file differs, an invariant is broken or something does not come to its end */
  run(chaos: Chaos): Promise<void>;
}

export interface Chaos {
  /** A folder of its own. */
  folder: string;
  random: Random;
  /** How many kills to make. */
  kills: number;
  /** A look at everything instead of all of it. */
  isQuick: boolean;
  tally: Tally;
}

export interface Tally {
  kills: number;
  /** Connections that were cut, reset or frozen. */
  cuts: number;
  /** Files compared with what was sent, in every way they were fetched. */
  files: number;
  bytes: number;
  notes: string[];
}

/** Says that a scenario, or a part of it, cannot run here. */
export class SkippedError extends Error {
  override readonly name = 'SkippedError';
}
