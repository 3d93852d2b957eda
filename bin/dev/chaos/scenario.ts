import type { Random } from './random.ts';

/** A test under adverse conditions. */
export interface Scenario {
  name: string;
  /** Its share of the kills of a run; without it, it makes as many as its table has rows. */
  share?: number;
  /** Waits more than it works: runs in parallel with the others. */
  isSlow?: boolean;
  /** @throws when a file differs, an invariant is violated or something does not finish */
  run(chaos: Chaos): Promise<void>;
}

export interface Chaos {
  /** A folder for this scenario. */
  folder: string;
  random: Random;
  /** Number of kills to make. */
  kills: number;
  /** Tests a sample instead of everything. */
  isQuick: boolean;
  tally: Tally;
}

export interface Tally {
  kills: number;
  /** Connections that were cut, reset or frozen. */
  cuts: number;
  /** Files compared with what was sent, in every way they were downloaded. */
  files: number;
  bytes: number;
  notes: string[];
}

/** A scenario, or a part of it, cannot run on this machine. */
export class SkippedError extends Error {
  override readonly name = 'SkippedError';
}
