import { setImmediate, setTimeout } from 'node:timers/promises';
import type { Finding } from '#sdk/contract/host/doctor.js';
import type { DoctorContext, Invariant, Violation } from './types.ts';

interface Options {
  repairs?: boolean;
  signal?: AbortSignal | undefined;
  /** Called for every violation, repaired or not. */
  onViolation?: (violation: Violation, isRepaired: boolean) => void;
}

export interface Outcome {
  /** Number of violations found. */
  count: number;
  repaired: number;
  /** The first of the violations, at most `maxFindings`. */
  findings: Finding[];
}

/** A share with countless violations must not fill the memory. */
const maxFindings = 100;

/**
 * Milliseconds that a running server gets to finish what looks wrong, such as a moved file whose row does not exist
 * yet.
 */
const secondLook = 250;

/** Examines everything that an invariant covers, page by page. */
export async function examine(
  invariant: Invariant,
  context: DoctorContext,
  { repairs = false, signal, onViolation }: Options = {},
): Promise<Outcome> {
  const outcome: Outcome = { count: 0, repaired: 0, findings: [] };
  for await (const page of invariant.pages(context)) {
    signal?.throwIfAborted();
    await setImmediate();
    const violations = await confirm(invariant, context, page);
    const open = repairs ? await repair(invariant, context, violations) : violations;
    const openKeys = new Set(open.map(({ key }) => key));
    outcome.count += violations.length;
    outcome.repaired += violations.length - open.length;
    for (const violation of violations) {
      onViolation?.(violation, !openKeys.has(violation.key));
      if (outcome.findings.length < maxFindings) {
        outcome.findings.push({ code: violation.code, params: violation.params });
      }
    }
  }
  return outcome;
}

async function confirm(invariant: Invariant, context: DoctorContext, page: string[]): Promise<Violation[]> {
  const suspects = await invariant.examine(context, page);
  if (suspects.length === 0) return [];
  await setTimeout(secondLook);
  return invariant.examine(context, keysOf(suspects));
}

/** Returns the violations that remain. */
async function repair(
  invariant: Invariant,
  context: DoctorContext,
  violations: Violation[],
): Promise<Violation[]> {
  if (!invariant.repair || violations.length === 0) return violations;
  const keys = keysOf(violations);
  await invariant.repair(context, keys);
  return invariant.examine(context, keys);
}

const keysOf = (violations: readonly Violation[]) => violations.map(({ key }) => key);
