import * as z from 'zod/mini';
import { UpdateWebhook, type Webhook } from '#sdk/contract/webhooks/api.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { useUpdateWebhook } from './use-webhooks.ts';
import { WebhookEvents } from './WebhookEvents.tsx';

/** Its URL is a secret that the page does not know. */
const Changes = z.required(z.pick(UpdateWebhook, { name: true, events: true }));

interface Props {
  webhook: Webhook;
  onClose(): void;
}

export function EditWebhookDialog({ webhook, onClose }: Props) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const { id, name, events } = webhook;
  const form = useContractForm(Changes, { name, events });
  const update = useUpdateWebhook();
  const handleSuccess = () => {
    onClose();
    notify(t('web.admin.webhooks.saved'), 'success');
  };

  return (
    <FormDialog
      isLong
      title={t('web.admin.webhooks.editTitle', { name })}
      submitLabel={t('web.admin.webhooks.editConfirm')}
      form={form}
      mutation={update}
      onSubmit={(body) => update.mutateAsync({ id, ...body }, { onSuccess: handleSuccess })}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t('web.admin.webhooks.name')} autoComplete="off" autoFocus />
      <WebhookEvents field={form.register('events')} isMissing={form.field('events').error !== undefined} />
    </FormDialog>
  );
}
