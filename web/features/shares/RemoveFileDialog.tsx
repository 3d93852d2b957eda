import type { OwnerFile } from '#sdk/contract/files.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { useRemoveFile } from './use-share-details.ts';

interface Props {
  shareId: string;
  file: OwnerFile;
  onClose(): void;
}

/** Asks before a file is taken out of a share. */
export function RemoveFileDialog({ shareId, file, onClose }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { notify } = useNotifier();
  const remove = useRemoveFile(shareId);
  const handleConfirm = () =>
    remove.mutateAsync(file.id, {
      onSuccess: () => {
        onClose();
        notify(t('web.shares.fileRemoved'), 'success');
      },
    });
  return (
    <ConfirmDialog
      isOpen
      title={t('web.shares.removeFileTitle')}
      text={t('web.shares.removeFileText', { name: file.path, size: format.bytes(file.size) })}
      confirmLabel={t('web.shares.removeConfirm')}
      cancelLabel={t('web.common.cancel')}
      isPending={remove.isPending}
      error={remove.isError ? describeError(translator, remove.error) : undefined}
      onCancel={onClose}
      onConfirm={handleConfirm}
    />
  );
}
