import type { JobSpec } from '../jobs/job.ts';
import type { Throttle } from './throttle.ts';

/** Windows that are over count nothing; their rows go once an hour. */
export function createThrottleSweep(throttle: Throttle): JobSpec {
  return { name: 'throttle.sweep', everyMs: 3_600_000, run: (signal) => throttle.removePast(signal) };
}
