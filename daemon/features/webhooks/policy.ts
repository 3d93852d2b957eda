/** The job that sends what is due. */
export const deliverJob = 'webhooks.deliver';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
export const day = 24 * hour;

/** No webhook has more deliveries waiting: a receiver that is away must not fill the database. */
export const mostWaiting = 10_000;

export const mostWebhooks = 50;

/** A receiver that has failed for this long is away for good. */
const disableAfter = 3 * day;

/** Deliveries are kept for this long. */
export const retention = 30 * day;

/**
 * Pauses after each failure, three days in all, as the Standard Webhooks specification suggests:
 * https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md#retries
 */
const pauses = [
  5 * second,
  5 * minute,
  30 * minute,
  2 * hour,
  5 * hour,
  10 * hour,
  14 * hour,
  20 * hour,
  24 * hour,
] as const;

/** Returns when to try again after the given number of failures; null: no more. */
export function nextTry(failures: number, now: number): number | null {
  const pause = pauses[failures - 1];
  return pause === undefined ? null : now + pause;
}

interface Failure {
  status: number | null;
  failingSince: number | null;
  now: number;
}

/** Whether a failed attempt is a reason to turn the webhook off. 410 is a receiver that wants no more. */
export function mustDisable({ status, failingSince, now }: Failure): boolean {
  return status === 410 || (failingSince !== null && now - failingSince >= disableAfter);
}
