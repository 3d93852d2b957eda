import type { WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { reasonOf } from './webhook-texts.ts';

/** Returns a function that says whether the receiver has accepted an event. */
export function useNotifyOutcome(): (delivery: WebhookDelivery) => void {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  return (delivery) => {
    const { name } = delivery.webhook;
    if (delivery.state === 'delivered') return notify(t('web.admin.webhooks.accepted', { name }), 'success');
    const reason = reasonOf(t, delivery);
    notify(t('web.admin.webhooks.refused', { name, reason }), 'error');
  };
}
