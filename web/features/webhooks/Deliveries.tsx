import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import type { DeliveryState, WebhookDelivery } from '#sdk/contract/webhooks/api.js';
import type { Translator } from '#sdk/i18n/translate.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { StateLabel } from '../../ui/feedback/StateLabel.tsx';
import { type Column, DataTable } from '../../ui/lists/DataTable.tsx';
import { MoreButton } from '../../ui/lists/MoreButton.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { useNotifyOutcome } from './use-notify-outcome.ts';
import { useDeliveries, useRedeliver } from './use-webhooks.ts';
import { reasonOf } from './webhook-texts.ts';

const columns: readonly Column[] = [
  { label: 'web.admin.webhooks.columnEvent' },
  { label: 'web.admin.webhooks.title' },
  { label: 'web.admin.mails.columnState' },
  { label: 'web.admin.webhooks.columnAttempts', isNumeric: true },
  { label: 'web.admin.mails.columnCreated' },
  { label: 'web.admin.mails.columnNext' },
];

/** What was sent to the webhooks, waits or has failed. */
export function Deliveries() {
  const { t } = useTranslator();
  const list = useDeliveries();
  const deliveries = list.data?.pages.flatMap((page) => page.deliveries) ?? [];
  return (
    <>
      <Box component="h2" sx={{ m: 0, mt: 2, typography: 'h6' }}>
        {t('web.admin.webhooks.deliveries')}
      </Box>
      <QueryStatus query={list} />
      {list.isSuccess && deliveries.length === 0 && (
        <Box role="status">{t('web.admin.webhooks.deliveriesNone')}</Box>
      )}
      {deliveries.length > 0 && (
        <DataTable
          label="web.admin.webhooks.deliveries"
          columns={columns}
          lastColumn="web.share.columnActions"
        >
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.id} delivery={delivery} />
          ))}
        </DataTable>
      )}
      <MoreButton list={list} />
    </>
  );
}

function DeliveryRow({ delivery }: { delivery: WebhookDelivery }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { event, webhook, state, attempts, createdAt, triedAt, nextTryAt } = delivery;
  const label = <StateLabel color={colors[state]}>{t(`web.admin.webhooks.states.${state}`)}</StateLabel>;
  return (
    <tr role="row">
      <td role="cell" data-name>
        <Box sx={{ fontSize: '0.9375rem', fontWeight: 560, lineHeight: '24px' }}>
          {eventName(translator, event)}
        </Box>
        <Box data-summary>
          {label}
          {['', webhook.name, format.relative(createdAt)].join(' · ')}
        </Box>
        <Answer delivery={delivery} />
      </td>
      <td role="cell">{webhook.name}</td>
      <td role="cell" title={triedAt === null ? undefined : format.dateTime(triedAt)}>
        {label}
      </td>
      <td role="cell" data-numeric>
        {format.number(attempts)}
      </td>
      <td role="cell" title={format.dateTime(createdAt)}>
        {format.relative(createdAt)}
      </td>
      <td role="cell" title={nextTryAt === null ? undefined : format.dateTime(nextTryAt)}>
        {nextTryAt === null ? '–' : format.relative(nextTryAt)}
      </td>
      <td role="cell" data-end>
        <RedeliverButton delivery={delivery} />
      </td>
    </tr>
  );
}

/** What the receiver has answered, or why there was no answer, unless it has accepted the event. */
function Answer({ delivery }: { delivery: WebhookDelivery }) {
  const { state, attempts, answer } = delivery;
  const { t } = useTranslator();
  if (state === 'delivered' || attempts === 0) return null;
  return (
    <Box
      sx={{
        maxWidth: 520,
        mt: 0.5,
        typography: 'body2',
        color: 'text.secondary',
        overflowWrap: 'anywhere',
      }}
    >
      {reasonOf(t, delivery)}
      {answer && <code> {answer}</code>}
    </Box>
  );
}

function RedeliverButton({ delivery: { id, event } }: { delivery: WebhookDelivery }) {
  const translator = useTranslator();
  const { t } = translator;
  const { notifyError } = useNotifier();
  const notifyOutcome = useNotifyOutcome();
  const redeliver = useRedeliver();
  return (
    <Box sx={{ display: 'flex', justifyContent: { md: 'flex-end' } }}>
      <Button
        variant="outlined"
        size="small"
        loading={redeliver.isPending}
        aria-label={`${t('web.admin.webhooks.redeliver')}: ${eventName(translator, event)}`}
        onClick={() => redeliver.mutate(id, { onSuccess: notifyOutcome, onError: notifyError })}
        sx={{ minHeight: 44 }}
      >
        {t('web.admin.webhooks.redeliver')}
      </Button>
    </Box>
  );
}

/** The name of an event. Events that have no text yet are shown by their type. */
function eventName({ t, has }: Translator, event: string): string {
  const key = `web.admin.webhooks.eventNames.${event}`;
  return has(key) ? t(key) : event;
}

const colors = {
  queued: 'warning.main',
  delivered: 'success.main',
  failed: 'error.main',
} as const satisfies Record<DeliveryState, string>;
