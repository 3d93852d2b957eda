import * as z from 'zod/mini';
import { Timestamp } from './primitives.ts';

/** Days before its end at which a certificate should have been renewed: ACME clients renew it earlier than that. */
export const certificateWarningDays = 14;

/** What can be in the way of visitors at the public address. */
export const publicAddressProblems = [
  /** Nothing answers, or only a proxy that does not reach the server; `reason` says why. */
  'unreachable',
  /** Another program or another instance answers. */
  'other_instance',
  /** The address begins with `https`, but the answer is not encrypted. */
  'not_https',
  'certificate_expired',
  /** The certificate expires within 14 days. */
  'certificate_expiring',
  /** The certificate is for other names. */
  'certificate_other_host',
  /** Browsers do not trust the certificate; `reason` says why. */
  'certificate_untrusted',
] as const;

export type PublicAddressProblem = (typeof publicAddressProblems)[number];

/** What the server saw when it last requested its own public address. */
export const PublicAddress = z.strictObject({
  /** The address that links begin with. */
  url: z.string(),
  /** False: the server may not request this address, because it is private or unencrypted. */
  isChecked: z.boolean(),
  /** null: none. */
  problem: z.nullable(z.enum(publicAddressProblems)),
  /** What the connection or the other server said, in English; often empty. */
  reason: z.string(),
  /** When the certificate expires; null: it is not known. */
  expiresAt: z.nullable(Timestamp),
});
export type PublicAddress = z.output<typeof PublicAddress>;
