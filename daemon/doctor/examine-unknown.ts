import { examine, type Outcome } from './examine.ts';
import { knownBytes } from './invariants/known-bytes.ts';
import type { DoctorContext, Violation } from './types.ts';

/** Crashes leave a few bytes that no share knows. When it is a tenth of all, the database is probably another one. */
const fewUnknown = 10;
const mostUnknown = 0.1;

interface Options {
  repairs: boolean;
  /** Sets bytes aside however many they are. */
  evenIfMany?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onViolation?: (violation: Violation) => void;
}

export interface UnknownOutcome extends Outcome {
  /** The database is probably the wrong or an old one. */
  areMany: boolean;
}

/** Examines the bytes that no share knows (I2). Sets them aside only if the database is probably the right one. */
export async function examineUnknown(
  context: DoctorContext,
  { repairs, evenIfMany = false, signal, onViolation }: Options,
): Promise<UnknownOutcome> {
  const found = await examine(knownBytes, context, { signal });
  const areMany = found.count > fewUnknown && found.count > mostUnknown * (await countBlobs(context));
  if (found.count === 0 || !repairs || (areMany && !evenIfMany)) return { ...found, areMany };
  const outcome = await examine(knownBytes, context, {
    repairs,
    signal,
    ...(onViolation && { onViolation }),
  });
  return { ...outcome, areMany: false };
}

async function countBlobs({ blobs }: DoctorContext): Promise<number> {
  let count = 0;
  const all = blobs.list()[Symbol.asyncIterator]();
  while (!(await all.next()).done) count += 1;
  return count;
}
