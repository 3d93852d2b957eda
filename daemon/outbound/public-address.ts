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
import { connectionProblemOf, firstOf, UnusableAnswerError } from './failure.ts';
import { type Outbound, OutboundError } from './outbound.ts';

interface Question {
  outbound: Pick<Outbound, 'fetch'>;
  /** ID that our servers answer with; null: not known, so that any server of this program is accepted. */
  instance: string | null;
  clock: Pick<Clock, 'now'>;
}

/** What was found there. */
export interface FoundAddress {
  answer: PublicAddress;
  /** What the connection or the other server said, for the host alone: it would reveal details of this network. */
  detail: string;
}

type Verdict = Partial<Pick<PublicAddress, 'problem' | 'reason' | 'status'>> & { detail?: string };

const day = 86_400_000;

/** Requests `/api/health` at the public address, as visitors reach it: through DNS, TLS and the reverse proxy. */
export async function askPublicAddress(
  url: string,
  { outbound, instance, clock }: Question,
): Promise<FoundAddress> {
  const validity: Validity = { from: Number.NaN, until: Number.NaN };
  const conclude = ({ detail = '', ...verdict }: Verdict, isChecked = true): FoundAddress => {
    const expiresAt = isoTime(Number.isNaN(validity.until) ? null : validity.until);
    const answer = { url, isChecked, problem: null, reason: null, status: null, expiresAt, ...verdict };
    return { answer, detail };
  };
  try {
    const response = await outbound.fetch(new URL('/api/health', url).href, {
      onCertificate(certificate) {
        validity.from = Date.parse(certificate.valid_from);
        validity.until = Date.parse(certificate.valid_to);
      },
    });
    const verdict = await judge(response, instance);
    const isFine = verdict.problem === undefined;
    return conclude(
      isFine && isExpiring(validity, clock.now()) ? { ...verdict, problem: 'certificate_expiring' } : verdict,
    );
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error;
    const { cause } = error;
    return cause instanceof AddressRefusedError ? conclude({}, false) : conclude(explain(cause));
  }
}

interface Validity {
  from: number;
  until: number;
}

/** Some authorities issue certificates for a few days: those are renewed later than others. */
const isExpiring = ({ from, until }: Validity, now: number) =>
  until - now < Math.min(certificateWarningDays * day, (until - from) / 3);

const Health = z.object({ status: z.literal('ok'), version: z.string(), instance: z.optional(z.string()) });

async function judge(response: Response, instance: string | null): Promise<Verdict> {
  const { status } = response;
  const answered = `it answered with status ${status}`;
  if (status >= 500) return { problem: 'server_error', status, detail: answered };
  const health = z.safeParse(Health, await response.json().catch(() => null));
  if (status !== 200 || !health.success) {
    return { problem: 'other_instance', status, detail: `${answered}, but not as fileshare does` };
  }
  const isOurs = instance === null || health.data.instance === instance;
  return isOurs ? { status } : { problem: 'other_instance', status, detail: 'another instance of fileshare' };
}

const certificateProblems: Readonly<Record<string, PublicAddressProblem>> = {
  expired: 'certificate_expired',
  wrong_host: 'certificate_other_host',
};

function explain(cause: unknown): Verdict {
  const error = firstOf(cause);
  if (!(error instanceof Error))
    return { problem: 'unreachable', reason: 'connection', detail: String(error) };
  const detail = error.message;
  if (error instanceof UnusableAnswerError)
    return { problem: 'other_instance', status: error.status, detail };
  const problem = certificateProblemOf(error);
  if (problem) return { problem: certificateProblems[problem] ?? 'certificate_untrusted', detail };
  if (isAnsweredWithoutTls(error)) return { problem: 'not_https', detail };
  return { problem: 'unreachable', reason: connectionProblemOf(error), detail };
}
