import { useFormat, useTranslator } from '../../lib/i18n.tsx';
import { useNotifier } from '../../lib/notify.tsx';
import { BatchDialog } from './BatchDialog.tsx';
import { titleOf } from './title-of.ts';
import { removeShare, useBatch } from './use-batch.ts';
import type { ListedShare } from './use-share-list.ts';

interface Props {
  shares: readonly ListedShare[];
  onClose(): void;
}

/** Asks before shares are deleted, naming what is lost. */
export function RemoveDialog({ shares, onClose }: Props) {
  const { t } = useTranslator();
  const format = useFormat();
  const { notify } = useNotifier();
  const { state, run } = useBatch();
  const [first] = shares;
  const files = shares.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const size = format.bytes(shares.reduce((sum, share) => sum + share.size, 0));
  const visitors = shares.reduce((sum, share) => sum + share.visitors, 0);
  const facts = { files: t('web.upload.fileCount', { count: files }), size };
  const isOne = shares.length === 1 && first !== undefined;

  const handleConfirm = async () => {
    const failures = await run(shares, removeShare);
    if (failures.length > 0) return;
    onClose();
    notify(
      isOne ? t('web.shares.removed') : t('web.shares.removedMany', { count: shares.length }),
      'success',
    );
  };

  return (
    <BatchDialog
      tone="danger"
      title={isOne ? t('web.shares.removeTitle') : t('web.shares.removeManyTitle', { count: shares.length })}
      text={
        isOne
          ? t('web.shares.removeOne', { ...facts, name: titleOf(first), count: visitors })
          : t('web.shares.removeMany', { ...facts, count: shares.length })
      }
      shares={shares}
      confirmLabel={t('web.shares.removeConfirm')}
      state={state}
      onConfirm={handleConfirm}
      onClose={onClose}
    />
  );
}
