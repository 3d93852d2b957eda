import { errors } from 'undici';
import { AppError } from '../../contract/errors.ts';
import type { CertificateProblem } from '../../contract/formats/certificate-problems.ts';
import { NetworkError } from '../core/transport.ts';

/**
 * Converts the error of a failed request. Everything is a broken connection, except programming errors, an abort by the
 * caller, and problems that a retry cannot solve.
 *
 * @throws the reason of the signal when it was aborted
 */
export function toTransportError(error: unknown, signal: AbortSignal | undefined): Error {
  signal?.throwIfAborted();
  if (!(error instanceof Error)) return new NetworkError(String(error));
  if (error instanceof NetworkError || error instanceof errors.InvalidArgumentError) return error;
  return explainTls(error) ?? new NetworkError(readMessage(error), { cause: error });
}

/** Certificate problems by Node's error code (https://nodejs.org/api/tls.html#x509-certificate-error-codes). */
const certificateErrors: Readonly<Record<string, CertificateProblem>> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: 'self_signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT: 'unknown_authority',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'unknown_authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'unknown_authority',
  CERT_UNTRUSTED: 'unknown_authority',
  CERT_HAS_EXPIRED: 'expired',
  CERT_NOT_YET_VALID: 'not_yet_valid',
  ERR_TLS_CERT_ALTNAME_INVALID: 'wrong_host',
  HOSTNAME_MISMATCH: 'wrong_host',
  CERT_REVOKED: 'revoked',
  CERT_SIGNATURE_FAILURE: 'invalid',
  CERT_REJECTED: 'invalid',
  CERT_CHAIN_TOO_LONG: 'invalid',
  INVALID_CA: 'invalid',
  INVALID_PURPOSE: 'invalid',
  PATH_LENGTH_EXCEEDED: 'invalid',
  EE_KEY_TOO_SMALL: 'invalid',
  CA_KEY_TOO_SMALL: 'invalid',
  CA_MD_TOO_WEAK: 'invalid',
};

/** OpenSSL's error codes for a server that responds without TLS; the code depends on the first bytes. */
const plainAnswers: ReadonlySet<string> = new Set([
  'ERR_SSL_WRONG_VERSION_NUMBER',
  'ERR_SSL_PACKET_LENGTH_TOO_LONG',
  'ERR_SSL_HTTP_REQUEST',
  'ERR_SSL_UNKNOWN_PROTOCOL',
]);

/** Explains TLS errors that a retry cannot solve, because somebody has to fix their cause. */
function explainTls(error: Error): AppError | undefined {
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const problem = Object.hasOwn(certificateErrors, code) ? certificateErrors[code] : undefined;
  if (problem) return new AppError('server_certificate', { problem }, { cause: error });
  if (plainAnswers.has(code)) return new AppError('server_not_https', undefined, { cause: error });
  return undefined;
}

/** Reads the message of an error. A host with several addresses fails with one error per address and no message. */
function readMessage(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : undefined;
  return error.message || (first instanceof Error ? first.message : error.name);
}
