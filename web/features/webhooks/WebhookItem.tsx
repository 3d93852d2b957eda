import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { Webhook as webhookIcon } from 'lucide';
import type { Webhook } from '#sdk/contract/webhooks/api.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { Item } from '../../ui/lists/ItemList.tsx';
import { useNotifyOutcome } from './use-notify-outcome.ts';
import { useTestWebhook, useUpdateWebhook } from './use-webhooks.ts';
import { kindName } from './webhook-texts.ts';

interface Props {
  webhook: Webhook;
  onEdit(): void;
  onDelete(): void;
}

export function WebhookItem({ webhook, onEdit, onDelete }: Props) {
  const { t, locale } = useTranslator();
  const { id, name, kind, server, target, events, isEnabled } = webhook;
  const { notifyError } = useNotifier();
  const notifyOutcome = useNotifyOutcome();
  const test = useTestWebhook();
  const update = useUpdateWebhook();
  const names = new Intl.ListFormat(locale).format(
    events.map((event) => t(`web.admin.webhooks.eventNames.${event}`)),
  );
  const turn = t(isEnabled ? 'web.admin.webhooks.turnOff' : 'web.admin.webhooks.turnOn');

  return (
    <Item
      icon={webhookIcon}
      title={name}
      facts={
        <>
          <Box>{names}</Box>
          <WebhookState webhook={webhook} />
          {['', kindName(t, kind), server, ...(target === null ? [] : [target])].join(' · ')}
        </>
      }
      action={
        <Box sx={{ display: 'flex', flexWrap: 'wrap', gap: 1 }}>
          <Button
            variant="outlined"
            loading={test.isPending}
            aria-label={`${t('web.admin.webhooks.test')}: ${name}`}
            onClick={() => test.mutate(id, { onSuccess: notifyOutcome, onError: notifyError })}
          >
            {t('web.admin.webhooks.test')}
          </Button>
          <Button variant="outlined" aria-label={`${t('web.admin.webhooks.edit')}: ${name}`} onClick={onEdit}>
            {t('web.admin.webhooks.edit')}
          </Button>
          <Button
            variant="outlined"
            loading={update.isPending}
            aria-label={`${turn}: ${name}`}
            onClick={() => update.mutate({ id, isEnabled: !isEnabled }, { onError: notifyError })}
          >
            {turn}
          </Button>
          <Button
            variant="outlined"
            aria-label={`${t('web.admin.webhooks.delete')}: ${name}`}
            onClick={onDelete}
          >
            {t('web.admin.webhooks.delete')}
          </Button>
        </Box>
      }
    />
  );
}

function WebhookState({ webhook: { isEnabled, failingSince } }: { webhook: Webhook }) {
  const { t } = useTranslator();
  const format = useFormat();
  if (!isEnabled) return <StateLabel color="text.disabled">{t('web.admin.webhooks.off')}</StateLabel>;
  if (failingSince === null) {
    return <StateLabel color="success.main">{t('web.admin.webhooks.on')}</StateLabel>;
  }
  return (
    <StateLabel color="error.main">
      {t('web.admin.webhooks.failing', { when: format.dateTime(failingSince) })}
    </StateLabel>
  );
}
