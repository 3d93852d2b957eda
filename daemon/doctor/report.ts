import type { Finding } from './types.ts';

/** In the order of the report. */
export const checkIds = [
  'database',
  'schema',
  'integrity',
  'storage',
  'space',
  'address',
  'clock',
  'I1',
  'I2',
  'I3',
  'I4',
  'I5',
  'I6',
  'content',
] as const;

export type CheckId = (typeof checkIds)[number];

/** `warning`: worth knowing, and not wrong. `skipped`: what comes before it has to be put right first. */
export type CheckStatus = 'ok' | 'warning' | 'repaired' | 'problem' | 'skipped';

export interface CheckReport {
  id: CheckId;
  status: CheckStatus;
  /** How many findings there are; `findings` has the first of them. */
  count: number;
  findings: Finding[];
}

export interface DoctorReport {
  /** Nothing is wrong, or nothing any more. */
  isHealthy: boolean;
  checks: CheckReport[];
}

export function makeReport(checks: CheckReport[]): DoctorReport {
  return { isHealthy: checks.every(({ status }) => status !== 'problem' && status !== 'skipped'), checks };
}
