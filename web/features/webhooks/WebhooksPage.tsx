import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { Webhook } from '#sdk/contract/webhooks/api.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { SecretDialog } from '../../ui/dialogs/SecretDialog.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { CopyField } from '../../ui/links/CopyField.tsx';
import { ItemList, ItemListSkeleton } from '../../ui/lists/ItemList.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { CreateWebhookDialog } from './CreateWebhookDialog.tsx';
import { Deliveries } from './Deliveries.tsx';
import { EditWebhookDialog } from './EditWebhookDialog.tsx';
import { useDeleteWebhook, useWebhooks } from './use-webhooks.ts';
import { WebhookItem } from './WebhookItem.tsx';

/** The webhooks, and what was sent to them. */
export function WebhooksPage() {
  const { t } = useTranslator();
  useDocumentTitle(t('web.admin.webhooks.title'));
  const webhooks = useWebhooks();
  const [isCreating, setCreating] = useState(false);
  const [secret, setSecret] = useState<string | null>(null);
  const [toEdit, setToEdit] = useState<Webhook | null>(null);
  const [toDelete, setToDelete] = useState<Webhook | null>(null);

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={t('web.admin.webhooks.title')}>
        <Button variant="contained" color="primary" onClick={() => setCreating(true)}>
          {t('web.admin.webhooks.create')}
        </Button>
      </PageHeader>
      <Box sx={{ maxWidth: '70ch', color: 'text.secondary' }}>{t('web.admin.webhooks.intro')}</Box>
      <QueryStatus query={webhooks} skeleton={<ItemListSkeleton />} />
      {webhooks.data?.length === 0 && <Box role="status">{t('web.admin.webhooks.none')}</Box>}
      {webhooks.data && webhooks.data.length > 0 && (
        <>
          <ItemList label={t('web.admin.webhooks.title')}>
            {webhooks.data.map((webhook) => (
              <WebhookItem
                key={webhook.id}
                webhook={webhook}
                onEdit={() => setToEdit(webhook)}
                onDelete={() => setToDelete(webhook)}
              />
            ))}
          </ItemList>
          <Deliveries />
        </>
      )}
      {isCreating && (
        <CreateWebhookDialog
          onClose={() => setCreating(false)}
          onCreated={(created) => {
            setCreating(false);
            setSecret(created);
          }}
        />
      )}
      {toEdit && <EditWebhookDialog webhook={toEdit} onClose={() => setToEdit(null)} />}
      {secret !== null && <NewSecret secret={secret} onDone={() => setSecret(null)} />}
      <DeleteWebhook webhook={toDelete} onClose={() => setToDelete(null)} />
    </Box>
  );
}

function NewSecret({ secret, onDone }: { secret: string; onDone(): void }) {
  const { t } = useTranslator();
  return (
    <SecretDialog
      title={t('web.admin.webhooks.secretTitle')}
      doneLabel={t('web.admin.webhooks.secretDone')}
      onDone={onDone}
    >
      <Box sx={{ color: 'text.secondary' }}>{t('web.admin.webhooks.secretText')}</Box>
      <CopyField
        value={secret}
        label={t('web.admin.webhooks.secretTitle')}
        doneMessage={t('web.common.copied')}
      />
    </SecretDialog>
  );
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook | null; onClose(): void }) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const remove = useDeleteWebhook();

  const handleClose = () => {
    remove.reset();
    onClose();
  };
  const handleDelete = async () => {
    if (!webhook) return;
    await remove.mutateAsync(webhook.id, {
      onSuccess: () => {
        onClose();
        notify(t('web.admin.webhooks.deleted'), 'success');
      },
    });
  };

  return (
    <ConfirmDialog
      isOpen={webhook !== null}
      title={t('web.admin.webhooks.deleteTitle')}
      text={t('web.admin.webhooks.deleteText', { name: webhook?.name ?? '' })}
      confirmLabel={t('web.admin.webhooks.delete')}
      mutation={remove}
      onCancel={handleClose}
      onConfirm={handleDelete}
    />
  );
}
