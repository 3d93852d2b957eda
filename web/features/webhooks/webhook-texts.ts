import type { WebhookDelivery, WebhookKind } from '#sdk/contract/webhooks/api.js';
import type { Translator } from '#sdk/i18n/translate.js';

/** The names of services, which are the same in every language. */
const brands = {
  ntfy: 'ntfy',
  matrix: 'Matrix',
  telegram: 'Telegram',
  discord: 'Discord',
  slack: 'Slack',
  gotify: 'Gotify',
} as const satisfies Record<Exclude<WebhookKind, 'standard'>, string>;

export function kindName(t: Translator['t'], kind: WebhookKind): string {
  return kind === 'standard' ? t('web.admin.webhooks.kindStandard') : brands[kind];
}

/** Why an event was not accepted. */
export function reasonOf(t: Translator['t'], { status, problem }: WebhookDelivery): string {
  if (status !== null) return `HTTP ${status}`;
  return problem === null ? t('web.admin.webhooks.reasonNone') : t(`outbound.${problem}`);
}

/** What the URL of each service looks like. */
export const sampleUrls = {
  standard: 'https://crm.example.org/hooks/files',
  ntfy: 'https://ntfy.sh/my-topic',
  matrix: 'https://matrix.example.org',
  telegram: 'https://api.telegram.org',
  discord: 'https://discord.com/api/webhooks/…',
  slack: 'https://hooks.slack.com/services/…',
  gotify: 'https://gotify.example.org',
} as const satisfies Record<WebhookKind, string>;
