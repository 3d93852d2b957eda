import { AppError } from '#sdk/contract/errors.js';
import type { Webhook, WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import type { Client, Context } from '../../../context.ts';
import { CliError } from '../../../errors/cli-error.ts';
import { forTerminal } from '../../../io/output.ts';

/**
 * Finds a webhook by id, or by a name that only one has.
 *
 * @throws AppError `webhook_not_found`; CliError
 */
export async function findWebhook(client: Client, reference: string): Promise<Webhook> {
  return chooseWebhook(await client.webhooks.list(), reference);
}

export function chooseWebhook(all: readonly Webhook[], reference: string): Webhook {
  const byId = all.find(({ id }) => id === reference);
  if (byId) return byId;
  const [only, ...others] = all.filter(({ name }) => name === reference);
  if (!only) throw new AppError('webhook_not_found');
  if (others.length === 0) return only;
  throw new CliError({
    exit: 'usage',
    key: 'cli.errors.webhook_ambiguous',
    params: { name: reference },
    hint: { key: 'cli.hints.webhook_ambiguous' },
  });
}

/** @throws CliError unless the receiver has accepted it */
export function requireDelivered({ translator: { t } }: Context, delivery: WebhookDelivery): WebhookDelivery {
  const { state, status, problem, answer } = delivery;
  if (state === 'delivered') return delivery;
  const noAnswer = problem ? t(`outbound.${problem}`) : t('cli.webhooks.no_answer');
  const reason = status === null ? noAnswer : `${status} ${answer ?? ''}`.trim();
  throw new CliError({
    exit: 'unavailable',
    key: 'cli.errors.webhook_undelivered',
    params: { reason: forTerminal(reason) },
  });
}

/** The status and the beginning of an answer. */
export function answerLine({ status, answer }: WebhookDelivery): string {
  return forTerminal(`${status ?? ''} ${answer ?? ''}`.trim());
}
