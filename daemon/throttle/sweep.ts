import type { JobSpec } from '../jobs/job.ts';
import type { Throttle } from './throttle.ts';

/** Windows that have ended count nothing; their rows are deleted once an hour. */
export function createThrottleSweep(throttle: Throttle): JobSpec {
  return { name: 'throttle.sweep', everyMs: 3_600_000, run: (signal) => throttle.removePast(signal) };
}
