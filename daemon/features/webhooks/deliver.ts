import type { OutboundProblem } from '#sdk/contract/formats/outbound-problems.js';
import type { WebhookDeliveryId, WebhookId } from '#sdk/contract/formats/primitives.js';
import type { Translator } from '#sdk/i18n/translate.js';
import type { Clock } from '../../crypto/clock.ts';
import type { Seal } from '../../crypto/seal.ts';
import { sealPurposes } from '../../crypto/seal-purposes.ts';
import type { Lock } from '../../db/locks.ts';
import type { AfterCommit, UnitOfWork } from '../../db/unit-of-work.ts';
import type { Logger } from '../../logger.ts';
import type { Outbound, OutboundError } from '../../outbound/outbound.ts';
import type { AuditLog } from '../audit/log.ts';
import type { AuditRepo } from '../audit/repo.ts';
import type { AuditCause } from '../audit/types.ts';
import { readEvent } from './announce.ts';
import type { DeliveryRepo } from './delivery-repo.ts';
import { describeEvent } from './message.ts';
import { mustDisable, nextTry } from './policy.ts';
import type { WebhookRepo } from './repo.ts';
import { requestsOf } from './requests.ts';
import type { ClaimedDelivery, Destination, WebhookRecord } from './types.ts';

/** Nobody asked for it. */
const byServer: AuditCause = { user: null, apiKey: null, ip: null, requestId: null };

export interface DeliverRepos {
  lock: Lock;
  webhooks: WebhookRepo;
  webhookDeliveries: DeliveryRepo;
  audit: AuditRepo;
}

export interface DeliverDeps<Repos extends DeliverRepos> {
  uow: UnitOfWork<Repos>;
  clock: Clock;
  seal: Seal;
  audit: Pick<AuditLog, 'note'>;
  logger: Logger;
  outbound: Pick<Outbound, 'fetch'>;
  /** The language and the name of the instance. */
  translator(): Translator;
  appName(): string;
  quote(text: string, maxLength: number): string;
  /** Mails the administrators that a webhook was turned off, within the transaction that does so. */
  tellAdministrators(tx: { repos: Repos; afterCommit: AfterCommit }, webhook: WebhookRecord): Promise<void>;
}

export interface Deliverer {
  /** Sends what is due for a webhook, until an attempt fails or some time has passed; true: there may be more. */
  sendDue(id: WebhookId, signal: AbortSignal): Promise<boolean>;
  /** Sends one delivery now, unless it is being sent. */
  sendNow(id: WebhookDeliveryId): Promise<void>;
}

/**
 * A server that has claimed a delivery and not recorded an attempt after this time was killed or is frozen: another one
 * sends it. Longer than a request can take.
 */
const claimLifetime = 60_000;

/** One webhook with many deliveries must not keep the others waiting. */
const turnLength = 20_000;

const maxAnswerLength = 300;

interface Outcome {
  isAccepted: boolean;
  /** null: there was no usable answer. */
  status: number | null;
  problem: OutboundProblem | null;
  answer: string | null;
}

export function createDeliverer<Repos extends DeliverRepos>(deps: DeliverDeps<Repos>): Deliverer {
  const { uow, clock } = deps;

  return {
    async sendDue(id, signal) {
      const end = clock.monotonic() + turnLength;
      while (!signal.aborted && clock.monotonic() < end) {
        const delivery = await uow.transaction(({ webhookDeliveries }) =>
          webhookDeliveries.claimDue(id, { at: clock.now(), lifetime: claimLifetime }),
        );
        // After a failure the rest waits for the next run: the next request would fail, too.
        if (!delivery || !(await attempt(deps, delivery))) return false;
      }
      return !signal.aborted;
    },

    async sendNow(id) {
      const delivery = await uow.transaction(({ webhookDeliveries }) =>
        webhookDeliveries.claimById(id, claimLifetime),
      );
      if (delivery) await attempt(deps, delivery);
    },
  };
}

/** Returns whether the receiver has accepted it. */
async function attempt<Repos extends DeliverRepos>(
  deps: DeliverDeps<Repos>,
  delivery: ClaimedDelivery,
): Promise<boolean> {
  const webhook = await deps.uow.read.webhooks.findById(delivery.webhookId);
  if (!webhook) return false;
  const outcome = await send(deps, webhook, delivery);
  await record(deps, { webhook, delivery, outcome });
  return outcome.isAccepted;
}

async function send<Repos extends DeliverRepos>(
  { clock, seal, outbound, translator, appName, quote, logger }: DeliverDeps<Repos>,
  { id: webhookId, kind, destination }: WebhookRecord,
  { id, payload }: ClaimedDelivery,
): Promise<Outcome> {
  const title = appName();
  const { url, ...request } = requestsOf[kind]({
    id,
    timestamp: Math.floor(clock.now() / 1000),
    payload,
    text: describeEvent(readEvent(payload), { translator: translator(), appName: title, quote }),
    title,
    destination: openDestination(seal, { id: webhookId, destination }),
  });
  try {
    const response = await outbound.fetch(url, request);
    const answer = toLine(await response.text());
    return { isAccepted: response.ok, status: response.status, problem: null, answer };
  } catch (error) {
    if (!isOutboundError(error)) throw error;
    logger.warn({ webhook: webhookId, delivery: id, err: error.cause }, 'webhook could not be reached');
    return { isAccepted: false, status: null, problem: error.problem, answer: null };
  }
}

const isOutboundError = (error: unknown): error is OutboundError =>
  error instanceof Error && error.name === 'OutboundError';

export function openDestination(
  seal: Seal,
  { id, destination }: Pick<WebhookRecord, 'id' | 'destination'>,
): Destination {
  return JSON.parse(seal.open(destination, sealPurposes.webhook(id))) as Destination;
}

function toLine(text: string): string {
  return text
    .slice(0, 4 * maxAnswerLength)
    .replaceAll(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, maxAnswerLength);
}

async function record<Repos extends DeliverRepos>(
  deps: DeliverDeps<Repos>,
  { webhook, delivery, outcome }: { webhook: WebhookRecord; delivery: ClaimedDelivery; outcome: Outcome },
): Promise<void> {
  const { uow, clock, logger } = deps;
  const { isAccepted, ...result } = outcome;
  const { status } = result;
  const now = clock.now();
  const isTest = delivery.event === 'webhook.test';
  const retryAt = isTest || !webhook.isEnabled ? null : nextTry(delivery.attempts + 1, now);
  const failedState = retryAt === null ? 'failed' : 'queued';
  await uow.transaction(async (repos, afterCommit) => {
    await repos.lock('webhooks');
    const isOurs = await repos.webhookDeliveries.record(delivery, {
      state: isAccepted ? 'delivered' : failedState,
      dueAt: isAccepted || retryAt === null ? delivery.dueAt : retryAt,
      triedAt: now,
      ...result,
    });
    if (!isOurs) return;
    if (isAccepted) await repos.webhooks.noteSuccess(webhook.id);
    else if (!isTest) await noteFailure(deps, { repos, afterCommit }, { id: webhook.id, status });
  });
  const entry = { webhook: webhook.id, delivery: delivery.id, event: delivery.event, status };
  if (isAccepted) logger.info(entry, 'webhook delivered');
  else logger.warn({ ...entry, attempts: delivery.attempts + 1 }, 'webhook not delivered');
}

async function noteFailure<Repos extends DeliverRepos>(
  { clock, audit, tellAdministrators, logger }: DeliverDeps<Repos>,
  tx: { repos: Repos; afterCommit: AfterCommit },
  { id, status }: { id: WebhookId; status: number | null },
): Promise<void> {
  const { webhooks, webhookDeliveries, audit: rows } = tx.repos;
  const now = clock.now();
  await webhooks.noteFailure(id, now);
  const webhook = await webhooks.findById(id);
  if (!webhook?.isEnabled || !mustDisable({ status, failingSince: webhook.failingSince, now })) return;
  await webhooks.replace({ ...webhook, isEnabled: false });
  await webhookDeliveries.giveUp(id);
  await audit.note(rows, byServer, {
    action: 'webhook.disable',
    subject: { id, name: webhook.name },
    details: status === null ? {} : { status },
  });
  await tellAdministrators(tx, webhook);
  logger.error({ webhook: id, status }, 'webhook turned off: it has failed for too long');
}
