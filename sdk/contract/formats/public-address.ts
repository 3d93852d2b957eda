import * as z from 'zod/mini';
import { Timestamp } from './primitives.ts';

/**
 * Days before its end at which a certificate should have been renewed: ACME clients renew it earlier than that. It is a
 * third of the lifetime for those that are issued for less than six weeks.
 */
export const certificateWarningDays = 14;

/** What can be in the way of visitors at the public address. */
export const publicAddressProblems = [
  /** The server gets no connection; `reason` says why. Visitors may get one: many routers have no way back inside. */
  'unreachable',
  /** Status 500 or higher, as from a reverse proxy that does not reach the server. */
  'server_error',
  /** Another program or another instance answers. */
  'other_instance',
  /** The address begins with `https`, but the answer is not encrypted. */
  'not_https',
  'certificate_expired',
  /** The certificate expires within 14 days, or within a third of its lifetime if that is less. */
  'certificate_expiring',
  /** The certificate is for other names. */
  'certificate_other_host',
  /** Browsers do not trust the certificate. */
  'certificate_untrusted',
] as const;

export type PublicAddressProblem = (typeof publicAddressProblems)[number];

/** Why there is no connection. */
export const publicAddressReasons = ['dns', 'refused', 'timeout', 'connection'] as const;

/** What the server saw when it last requested its own public address. */
export const PublicAddress = z.strictObject({
  /** The address that links begin with. */
  url: z.string(),
  /** False: the server may not request this address, because it is private or unencrypted. */
  isChecked: z.boolean(),
  /** null: none. */
  problem: z.nullable(z.enum(publicAddressProblems)),
  /** Why the address is `unreachable`; null for everything else. Details are only in the server's log. */
  reason: z.nullable(z.enum(publicAddressReasons)),
  /** HTTP status of the answer; null: none. */
  status: z.nullable(z.int()),
  /** When the certificate expires; null: it is not known. */
  expiresAt: z.nullable(Timestamp),
});
export type PublicAddress = z.output<typeof PublicAddress>;

/** Whether visitors have the problem too; false if only the server itself is known not to reach the address. */
export const isProblemOfVisitors = (problem: PublicAddressProblem | null): boolean =>
  problem !== null && problem !== 'unreachable';
