import type { ReverseShare } from '#sdk/contract/reverse-shares.js';
import { describeError } from '#sdk/i18n/describe-error.js';
import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { titleOf } from './reverse-share-texts.ts';
import { useRemoveReverseShare } from './use-reverse-shares.ts';

interface Props {
  reverseShare: ReverseShare;
  onClose(): void;
  onRemoved(): void;
}

/** Asks before a reverse share goes, and says how much goes with it. */
export function RemoveReverseShareDialog({ reverseShare, onClose, onRemoved }: Props) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const { notify } = useNotifier();
  const remove = useRemoveReverseShare();
  const { shareCount, size } = reverseShare;
  const name = titleOf(translator, reverseShare);

  const handleConfirm = () =>
    remove.mutateAsync(reverseShare.id, {
      onSuccess: () => {
        onRemoved();
        notify(t('web.reverseShares.removed'), 'success');
      },
    });

  return (
    <ConfirmDialog
      isOpen
      title={t('web.reverseShares.removeTitle')}
      text={
        shareCount === 0
          ? t('web.reverseShares.removeEmptyText', { name })
          : t('web.reverseShares.removeText', { name, count: shareCount, size: format.bytes(size) })
      }
      confirmLabel={t('web.reverseShares.removeConfirm')}
      cancelLabel={t('web.common.cancel')}
      isPending={remove.isPending}
      error={remove.isError ? describeError(translator, remove.error) : undefined}
      onCancel={onClose}
      onConfirm={handleConfirm}
    />
  );
}
