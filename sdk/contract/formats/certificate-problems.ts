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
