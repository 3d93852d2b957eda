/** Reasons why the certificate of a server is not trusted; the text is under `certificates.<problem>`. */
export const certificateProblems = [
  'self_signed',
  'unknown_authority',
  'expired',
  'not_yet_valid',
  'wrong_host',
  'revoked',
  'invalid',
] as const;

export type CertificateProblem = (typeof certificateProblems)[number];

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

/** Whether a server responded without TLS, from the `code` of Node's error. */
export function isAnsweredWithoutTls(error: Error): boolean {
  return plainAnswers.has(codeOf(error));
}

/** Returns what is wrong with a certificate, from the `code` of Node's error; undefined for every other error. */
export function certificateProblemOf(error: Error): CertificateProblem | undefined {
  const code = codeOf(error);
  return Object.hasOwn(certificateErrors, code) ? certificateErrors[code] : undefined;
}

const codeOf = (error: Error) => ('code' in error && typeof error.code === 'string' ? error.code : '');
