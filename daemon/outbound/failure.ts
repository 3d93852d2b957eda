import { certificateProblemOf, isAnsweredWithoutTls } from '#sdk/contract/formats/certificate-problems.js';
import type { OutboundProblem } from '#sdk/contract/formats/outbound-problems.js';
import type { publicAddressReasons } from '#sdk/contract/formats/public-address.js';
import { AddressRefusedError } from './connector.ts';

/** A server answered, but what it sent cannot be used; a cause of `OutboundError`. */
export class UnusableAnswerError extends Error {
  readonly status: number;

  constructor(message: string, status: number) {
    super(message);
    this.status = status;
  }
}

/** What kind of failure it is: all that the page tells administrators about this network. */
export function problemOf(cause: unknown): OutboundProblem {
  const error = firstOf(cause);
  if (error instanceof AddressRefusedError) return 'address_refused';
  if (error instanceof UnusableAnswerError) return isRedirect(error.status) ? 'redirect' : 'unusable';
  if (!(error instanceof Error)) return 'connection';
  if (certificateProblemOf(error)) return 'certificate';
  return isAnsweredWithoutTls(error) ? 'not_https' : connectionProblemOf(error);
}

/** A name with several addresses fails with one error for each of them. */
export function firstOf(cause: unknown): unknown {
  return cause instanceof AggregateError ? cause.errors[0] : cause;
}

const isRedirect = (status: number) => status >= 300 && status < 400;

type ConnectionProblem = (typeof publicAddressReasons)[number];

/** By Node's error code, that of undici, or the name of the error of `AbortSignal.timeout`. */
const problems: Readonly<Record<string, ConnectionProblem>> = {
  ENOTFOUND: 'dns',
  ENODATA: 'dns',
  EAI_AGAIN: 'dns',
  EAI_FAIL: 'dns',
  EAI_NODATA: 'dns',
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'timeout',
  UND_ERR_CONNECT_TIMEOUT: 'timeout',
  TimeoutError: 'timeout',
};

export function connectionProblemOf(error: Error): ConnectionProblem {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : error.name;
  return problems[code] ?? 'connection';
}
