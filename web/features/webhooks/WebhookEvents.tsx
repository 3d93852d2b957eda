import Box from '@mui/material/Box';
import type { UseFormRegisterReturn } from 'react-hook-form';
import { subscribableEvents } from '#sdk/contract/webhooks/events.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { Checkbox } from '../../ui/fields/Checkbox.tsx';
import { FieldHelp } from '../../ui/fields/TextInput.tsx';

interface Props {
  field: UseFormRegisterReturn;
  /** None is chosen, and that was said to be wrong. */
  isMissing: boolean;
}

/** The events that a webhook can be sent. */
export function WebhookEvents({ field, isMissing }: Props) {
  const { t } = useTranslator();
  return (
    <Box
      component="fieldset"
      aria-describedby={isMissing ? 'events-help' : undefined}
      sx={{ display: 'grid', gap: 1, minWidth: 0, m: 0, p: 0, border: 0 }}
    >
      <Box component="legend" sx={{ mb: 0.75, p: 0, fontSize: '0.9375rem', fontWeight: 550 }}>
        {t('web.admin.webhooks.events')}
      </Box>
      {subscribableEvents.map((event) => (
        <Checkbox key={event} {...field} value={event} label={t(`web.admin.webhooks.eventNames.${event}`)} />
      ))}
      <FieldHelp id="events-help" error={isMissing ? t('web.admin.webhooks.eventsRequired') : undefined} />
    </Box>
  );
}
