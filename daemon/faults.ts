/** Moments between two steps at which a crash or a failing disk must lose no data: `<part>:<moment>`. */
export type FaultPoint =
  | 'upload:reserved'
  | 'upload:written'
  | 'upload:concatenated'
  | 'join:copied'
  | 'finisher:digested'
  | 'storage:sync'
  | 'finisher:synced'
  | 'finisher:renamed'
  | 'finisher:committed'
  | 'bundle:checked'
  | 'whole:stored'
  | 'share:completing'
  | 'share:completed'
  | 'share:purging'
  | 'archive:building';

/**
 * Does nothing. Only `node --conditions=fileshare-faults` loads `testing/inject-faults.ts` instead of this file; that
 * file is not published.
 */
export const faultPoint: (point: FaultPoint) => void = () => undefined;
