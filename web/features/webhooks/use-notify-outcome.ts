import type { WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';

/** Returns a function that says whether the receiver has accepted an event. */
export function useNotifyOutcome(): (delivery: WebhookDelivery) => void {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  return ({ state, status, webhook: { name } }) => {
    if (state === 'delivered') return notify(t('web.admin.webhooks.accepted', { name }), 'success');
    const reason = status === null ? t('web.admin.webhooks.reasonNone') : `HTTP ${status}`;
    notify(t('web.admin.webhooks.refused', { name, reason }), 'error');
  };
}
