/** Why another server gave no usable answer to a request of this one; the text is under `outbound.<problem>`. */
export const outboundProblems = [
  /** This server may not contact it: it is in a private network, or not encrypted. */
  'address_refused',
  /** Its name has no address. */
  'dns',
  'refused',
  'timeout',
  /** Its certificate is not trusted, has expired or is for another name. */
  'certificate',
  /** It answers without TLS. */
  'not_https',
  'redirect',
  /** The answer is too long, or compressed. */
  'unusable',
  'connection',
] as const;

export type OutboundProblem = (typeof outboundProblems)[number];
