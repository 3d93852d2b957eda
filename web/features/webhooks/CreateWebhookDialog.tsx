import { CreateWebhook, webhookKindNames, webhookKinds } from '#sdk/contract/webhooks/api.js';
import { useContractForm } from '../../lib/contract-form.ts';
import { useTranslator } from '../../lib/i18n.tsx';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { SelectInput } from '../../ui/fields/SelectInput.tsx';
import { TextInput } from '../../ui/fields/TextInput.tsx';
import { useCreateWebhook } from './use-webhooks.ts';
import { WebhookEvents } from './WebhookEvents.tsx';
import { kindName, sampleUrls } from './webhook-texts.ts';

interface Props {
  onClose(): void;
  /** `secret` is null for services whose messages are not signed. */
  onCreated(secret: string | null): void;
}

export function CreateWebhookDialog({ onClose, onCreated }: Props) {
  const { t } = useTranslator();
  const form = useContractForm(CreateWebhook, {
    name: '',
    kind: 'standard',
    url: '',
    target: '',
    token: '',
    events: [],
  });
  const create = useCreateWebhook();
  const kind = form.watch('kind');
  const needs = webhookKinds[kind];
  /** What was entered for one service is not for another. */
  const forgetDestination = () => {
    form.resetField('target');
    form.resetField('token');
  };

  return (
    <FormDialog
      isLong
      title={t('web.admin.webhooks.create')}
      submitLabel={t('web.admin.webhooks.create')}
      form={form}
      mutation={create}
      onSubmit={(body) => create.mutateAsync(body, { onSuccess: ({ secret }) => onCreated(secret) })}
      onClose={onClose}
    >
      <TextInput {...form.field('name')} label={t('web.admin.webhooks.name')} autoComplete="off" autoFocus />
      <SelectInput
        {...form.register('kind', { onChange: forgetDestination })}
        label={t('web.admin.webhooks.kind')}
      >
        {webhookKindNames.map((name) => (
          <option key={name} value={name}>
            {kindName(t, name)}
          </option>
        ))}
      </SelectInput>
      <TextInput
        {...form.field('url')}
        label="URL"
        placeholder={sampleUrls[kind]}
        type="url"
        inputMode="url"
        autoComplete="off"
      />
      {needs.target === 'required' && (
        <TextInput {...form.field('target')} label={t('web.admin.webhooks.target')} autoComplete="off" />
      )}
      {needs.token !== 'none' && (
        <TextInput
          {...form.field('token')}
          label={t('web.admin.webhooks.token')}
          aside={needs.token === 'optional' ? t('web.common.optional') : undefined}
          autoComplete="off"
        />
      )}
      <WebhookEvents field={form.register('events')} isMissing={form.field('events').error !== undefined} />
    </FormDialog>
  );
}
