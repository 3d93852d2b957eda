import Box from '@mui/material/Box';
import Button from '@mui/material/Button';
import { useState } from 'react';
import type { WorkloadIdentity } from '#sdk/contract/workload-identities.js';
import { useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/dialogs/ConfirmDialog.tsx';
import { useDocumentTitle } from '../../ui/hooks/use-document-title.ts';
import { PageHeader } from '../../ui/layout/PageHeader.tsx';
import { ItemList, ItemListSkeleton } from '../../ui/lists/ItemList.tsx';
import { QueryStatus } from '../../ui/lists/QueryStatus.tsx';
import { CreateWorkloadDialog } from './CreateWorkloadDialog.tsx';
import { useDeleteWorkload, useWorkloads } from './use-workloads.ts';
import { WorkloadItem } from './WorkloadItem.tsx';

/** The workload identities: which jobs of which CI system act as which account. */
export function WorkloadsPage() {
  const { t } = useTranslator();
  const title = t('web.admin.nav.workloads');
  useDocumentTitle(title);
  const { notify } = useNotifier();
  const workloads = useWorkloads();
  const [isCreating, setCreating] = useState(false);
  const [toDelete, setToDelete] = useState<WorkloadIdentity | null>(null);
  const handleCreated = () => {
    setCreating(false);
    notify(t('web.admin.workloads.created'), 'success');
  };

  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: { xs: 1.5, md: 2.25 } }}>
      <PageHeader title={title}>
        <Button variant="contained" color="primary" onClick={() => setCreating(true)}>
          {t('web.admin.workloads.create')}
        </Button>
      </PageHeader>
      <Box sx={{ maxWidth: '70ch', color: 'text.secondary' }}>{t('web.admin.workloads.intro')}</Box>
      <QueryStatus query={workloads} skeleton={<ItemListSkeleton />} />
      {workloads.data?.length === 0 && <Box role="status">{t('web.admin.workloads.none')}</Box>}
      {workloads.data && workloads.data.length > 0 && (
        <ItemList label={title}>
          {workloads.data.map((workload) => (
            <WorkloadItem key={workload.id} workload={workload} onDelete={() => setToDelete(workload)} />
          ))}
        </ItemList>
      )}
      {isCreating && <CreateWorkloadDialog onClose={() => setCreating(false)} onCreated={handleCreated} />}
      <DeleteWorkload workload={toDelete} onClose={() => setToDelete(null)} />
    </Box>
  );
}

function DeleteWorkload({ workload, onClose }: { workload: WorkloadIdentity | null; onClose(): void }) {
  const { t } = useTranslator();
  const { notify } = useNotifier();
  const remove = useDeleteWorkload();

  const handleClose = () => {
    remove.reset();
    onClose();
  };
  const handleDelete = async () => {
    if (!workload) return;
    await remove.mutateAsync(workload.id, {
      onSuccess: () => {
        onClose();
        notify(t('web.admin.workloads.deleted'), 'success');
      },
    });
  };

  return (
    <ConfirmDialog
      isOpen={workload !== null}
      title={t('web.admin.workloads.deleteTitle')}
      text={t('web.admin.workloads.deleteText', { name: workload?.name ?? '' })}
      confirmLabel={t('web.admin.webhooks.delete')}
      mutation={remove}
      onCancel={handleClose}
      onConfirm={handleDelete}
    />
  );
}
