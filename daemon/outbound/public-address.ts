import * as z from 'zod/mini';
import { certificateProblemOf, isAnsweredWithoutTls } from '#sdk/contract/formats/certificate-problems.js';
import { isoTime } from '#sdk/contract/formats/iso-time.js';
import {
  certificateWarningDays,
  type PublicAddress,
  type PublicAddressProblem,
} from '#sdk/contract/formats/public-address.js';
import type { Clock } from '../crypto/clock.ts';
import { AddressRefusedError } from './connector.ts';
import { type Outbound, OutboundError } from './outbound.ts';

interface Question {
  outbound: Pick<Outbound, 'fetch'>;
  /** ID that our servers answer with; null: not known, so that any server of this program is accepted. */
  instance: string | null;
  clock: Pick<Clock, 'now'>;
}

type Answer = Pick<PublicAddress, 'problem' | 'reason'>;

const day = 86_400_000;

const fine: Answer = { problem: null, reason: '' };

/** Requests `/api/health` at the public address, as visitors reach it: through DNS, TLS and the reverse proxy. */
export async function askPublicAddress(
  url: string,
  { outbound, instance, clock }: Question,
): Promise<PublicAddress> {
  const state = { url, isChecked: true, expiresAt: null };
  let validTo = Number.NaN;
  try {
    const response = await outbound.fetch(new URL('/api/health', url).href, {
      onCertificate: (certificate) => (validTo = Date.parse(certificate.valid_to)),
    });
    const answer = await judge(response, instance);
    const expiresAt = isoTime(Number.isNaN(validTo) ? null : validTo);
    const isExpiring = validTo - clock.now() < certificateWarningDays * day;
    if (answer.problem !== null || !isExpiring) return { ...state, ...answer, expiresAt };
    return { ...state, ...fine, problem: 'certificate_expiring', expiresAt };
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { cause } = error;
    if (cause instanceof AddressRefusedError) return { ...state, ...fine, isChecked: false };
    return { ...state, ...explain(cause) };
  }
}

const Health = z.object({ status: z.literal('ok'), version: z.string(), instance: z.optional(z.string()) });

async function judge(response: Response, instance: string | null): Promise<Answer> {
  const { status } = response;
  // A proxy that does not reach the server answers with one of these.
  if (status >= 500) return { problem: 'unreachable', reason: `it answered with status ${status}` };
  const health = z.safeParse(Health, await response.json().catch(() => null));
  if (status !== 200 || !health.success) {
    return {
      problem: 'other_instance',
      reason: `it answered with status ${status}, but not as fileshare does`,
    };
  }
  const isOurs = instance === null || health.data.instance === instance;
  return isOurs ? fine : { problem: 'other_instance', reason: 'another instance of fileshare' };
}

const certificateProblems: Readonly<Record<string, PublicAddressProblem>> = {
  expired: 'certificate_expired',
  wrong_host: 'certificate_other_host',
};

function explain(cause: unknown): Answer {
  // A name with several addresses fails with one error for each of them.
  const error: unknown = cause instanceof AggregateError ? cause.errors[0] : cause;
  if (!(error instanceof Error)) return { problem: 'unreachable', reason: String(error) };
  const reason = error.message;
  const problem = certificateProblemOf(error);
  if (problem) return { problem: certificateProblems[problem] ?? 'certificate_untrusted', reason };
  return { problem: isAnsweredWithoutTls(error) ? 'not_https' : 'unreachable', reason };
}
